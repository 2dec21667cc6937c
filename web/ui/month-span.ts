import dayjs from 'dayjs';

/** Six weeks, whatever the month. */
export const spanOf = (shown: string): { from: string; to: string } => ({
  from: dayjs(shown).startOf('month').subtract(7, 'day').format('YYYY-MM-DD'),
  to: dayjs(shown).endOf('month').add(14, 'day').format('YYYY-MM-DD'),
});
