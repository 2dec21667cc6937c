/** Whether the text is a day that exists, `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Minutes from midnight to a time of day, `HH:mm`. */
export const minutesOf = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The reverse of `minutesOf`: `545` → `09:05`. */
export const timeOfMinutes = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Whether more days than that lie between two dates; false for what is no date. */
export const isLongerThan = (days: number, from: unknown, to: unknown): boolean =>
  typeof from === 'string' &&
  typeof to === 'string' &&
  (Date.parse(to) - Date.parse(from)) / 86_400_000 > days;
