/** Cents for minutes at a rate of cents per hour, rounded half up once. */
export const amountCents = (ratePerHour: number, minutes: number): number =>
  Math.floor((ratePerHour * minutes + 30) / 60);

/** `19850` → `"198.50"`. */
export const decimalOf = (cents: number): string => (cents / 100).toFixed(2);
/** `"198.5"` → `19850`. */
export const centsOf = (decimal: string): number => Math.round(Number(decimal) * 100);
