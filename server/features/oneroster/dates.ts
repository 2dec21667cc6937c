/** @param date `YYYY-MM-DD`, which is valid. */
export const addDays = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString();
