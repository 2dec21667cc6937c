import dayjs from 'dayjs';

export interface Period {
  /** `YYYY-MM-DD`, both days included. */
  from: string;
  to: string;
}

/** As many days as it has, before it or after it. */
export function beside({ from, to }: Period, direction: 1 | -1): Period {
  const days = (dayjs(to).diff(from, 'day') + 1) * direction;
  const moved = (date: string) => dayjs(date).add(days, 'day').format('YYYY-MM-DD');
  return { from: moved(from), to: moved(to) };
}

/** `16 – 22 Nov 2026`. */
export function inWords({ from, to }: Period): string {
  const [first, last] = [dayjs(from), dayjs(to)];
  if (from === to) return last.format('D MMM YYYY');
  const start = first.isSame(last, 'month') ? 'D' : first.isSame(last, 'year') ? 'D MMM' : 'D MMM YYYY';
  return `${first.format(start)} – ${last.format('D MMM YYYY')}`;
}
