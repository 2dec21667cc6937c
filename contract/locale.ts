/** Whether dates can be written for a BCP 47 language tag. */
export function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length === 1;
  } catch {
    return false;
  }
}

/** Whether a code is that of a currency, by ISO 4217: three letters. */
export function isCurrency(code: string): boolean {
  try {
    return Intl.supportedValuesOf('currency').includes(code);
  } catch {
    return false;
  }
}
