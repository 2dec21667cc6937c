/** @param date `YYYY-MM-DD`, which is valid. */
export const addDays = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString();

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const dayText = ({ day, month }: Temporal.PlainDate) => `${day} ${months[month - 1]}`;

/** `18 Dec 2026`. @param date `YYYY-MM-DD`, which is valid. */
export const dateText = (date: string): string => {
  const day = Temporal.PlainDate.from(date);
  return `${dayText(day)} ${day.year}`;
};

/** `7 Sep – 18 Dec 2026`, with both years where they differ. @param from, to `YYYY-MM-DD`. */
export const spanText = (from: string, to: string): string => {
  const first = Temporal.PlainDate.from(from);
  const isOneYear = first.year === Temporal.PlainDate.from(to).year;
  return `${isOneYear ? dayText(first) : dateText(from)} – ${dateText(to)}`;
};
