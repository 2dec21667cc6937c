import dayjs from 'dayjs';

export interface Period {
  /** `YYYY-MM-DD`, both days included. */
  from: string;
  to: string;
}

/** The adjacent period of the same length. */
export function adjacentPeriod({ from, to }: Period, direction: 1 | -1): Period {
  const days = (dayjs(to).diff(from, 'day') + 1) * direction;
  const moved = (date: string) => dayjs(date).add(days, 'day').format('YYYY-MM-DD');
  return { from: moved(from), to: moved(to) };
}

/** `16 – 22 Nov 2026`. */
export function formatPeriod({ from, to }: { from: string | null; to: string | null }): string {
  if (from === null || to === null)
    return from ? `From ${shortDate(from)}` : to ? `Until ${shortDate(to)}` : 'All time';
  const [first, last] = [dayjs(from), dayjs(to)];
  if (from === to) return last.format('D MMM YYYY');
  const start = first.isSame(last, 'month')
    ? 'D'
    : first.isSame(last, 'year')
      ? 'D MMM'
      : 'D MMM YYYY';
  return `${first.format(start)} – ${last.format('D MMM YYYY')}`;
}

const shortDate = (date: string): string => dayjs(date).format('D MMM YYYY');
