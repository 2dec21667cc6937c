/** Makes each once, when it is first used. */
function remembered<Options extends object, Format>(
  make: (locale: string, options: Options) => Format,
) {
  const made = new Map<string, Format>();
  return (locale: string, options: Options): Format => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const found = made.get(key) ?? make(locale, options);
    made.set(key, found);
    return found;
  };
}

/**
 * A format of dates and times, made once: making one takes fifty times as long as using it, and a
 * roll has a thousand times.
 */
export const dateFormat = remembered(
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

/** A format of numbers, likewise. */
export const numberFormat = remembered(
  (locale: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
