interface WeeklyTime {
  day_of_week: string;
  /** `HH:mm`. */
  start_time: string;
  end_time: string;
}

/**
 * `Monday 09:00–10:30`, or `Monday 09:00–10:30, weeks 1–6`.
 * @param weeks in words; empty for every week, and for a class on a date.
 */
export const weeklyTime = (
  { day_of_week, start_time, end_time }: WeeklyTime,
  weeks: string,
): string => `${day_of_week} ${start_time}–${end_time}${weeks && `, ${weeks}`}`;
