import { weeksShown } from './weeks.ts';

interface WeeklyTime {
  day_of_week: string;
  /** `HH:mm`. */
  start_time: string;
  end_time: string;
  /** `1-6,8`; null or nothing: every week, or a class on a date. */
  weeks?: string | null;
}

/** `Monday 09:00–10:30`, or `Monday 09:00–10:30, weeks 1–6`. */
export const weeklyTime = ({ day_of_week, start_time, end_time, weeks }: WeeklyTime): string =>
  `${day_of_week} ${start_time}–${end_time}${weeks == null ? '' : `, ${weeksShown(weeks)}`}`;
