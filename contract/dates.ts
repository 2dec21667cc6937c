/** Whether the text is an existing date, `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Minutes from midnight to a time of day, `HH:mm`. */
export const minutesOf = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The inverse of `minutesOf`: `545` → `09:05`. */
export const timeOfMinutes = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const dayMs = 86_400_000;

/** A date that many days later, or earlier for a negative number. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** Days from one date to another, both included; 0 or less when `to` is before `from`. */
export const daysOf = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/** Whether more than that many days lie between two dates; false for invalid dates. */
export const isLongerThan = (days: number, from: unknown, to: unknown): boolean =>
  typeof from === 'string' &&
  typeof to === 'string' &&
  (Date.parse(to) - Date.parse(from)) / dayMs > days;

/** The Monday of a date's week (R-DATE-2). */
export const mondayOf = (date: string): string =>
  addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));

/** Each date from one to another; empty when `to` is before `from`. */
export const datesBetween = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, daysOf(from, to)) }, (_, at) => addDays(from, at));
