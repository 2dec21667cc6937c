/** What a class is from a day on: a row of its patterns. */
export interface Pattern {
  valid_from: string;
  /** Null: the class has no weekly day from then on. */
  day_of_week: number | null;
  start_time: string;
  end_time: string;
  classroom_id: number;
  teacher_id: number;
  payroll_id: number | null;
  weeks: number[] | null;
  co_teacher_ids: number[] | null;
  co_payrolls: Record<string, number> | null;
  more_classroom_ids: number[] | null;
}
/** A pattern with a weekly day. */
export type HeldPattern = Pattern & { day_of_week: number };

export const isHeld = (pattern: Pattern): pattern is HeldPattern => pattern.day_of_week !== null;
