const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A format of dates and times, made once: making one takes fifty times as long as using it, and a
 * roll has a thousand times.
 */
export function dateFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, options);
    formats.set(key, format);
  }
  return format;
}
