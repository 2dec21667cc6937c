import dayjs from 'dayjs';

const day = (date: dayjs.Dayjs) => date.format('YYYY-MM-DD');

/** The spans that are chosen with one click (spec §9); weeks begin on Monday. */
export function presets(today: string): { label: string; value: [string, string] }[] {
  const now = dayjs(today);
  const monday = now.subtract((now.day() + 6) % 7, 'day');
  return [
    { label: 'Today', value: [today, today] },
    { label: 'This Week', value: [day(monday), day(monday.add(6, 'day'))] },
    { label: 'Last 15 Days', value: [day(now.subtract(14, 'day')), today] },
    { label: 'This Month', value: [day(now.startOf('month')), day(now.endOf('month'))] },
  ];
}
