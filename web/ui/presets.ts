import dayjs from 'dayjs';

const day = (date: dayjs.Dayjs) => date.format('YYYY-MM-DD');

type Preset = 'Today' | 'This Week' | 'Last 15 Days' | 'This Month';

/** Periods that are chosen with one click (R-DATE-4); weeks start on Monday. */
export function presets(today: string): Record<Preset, [string, string]> {
  const now = dayjs(today);
  const monday = now.subtract((now.day() + 6) % 7, 'day');
  return {
    Today: [today, today],
    'This Week': [day(monday), day(monday.add(6, 'day'))],
    'Last 15 Days': [day(now.subtract(14, 'day')), today],
    'This Month': [day(now.startOf('month')), day(now.endOf('month'))],
  };
}
