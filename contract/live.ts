import type { RollRow } from './attendance.ts';

/** A student's row of a roll as far as marks change it. */
export type MarkOfRow = Pick<
  RollRow,
  | 'student'
  | 'id'
  | 'attendance_uuid'
  | 'status'
  | 'marked_at'
  | 'how'
  | 'late_minutes'
  | 'left_early_minutes'
  | 'excused'
  | 'arrived_at'
>;

/** A class's counts on the date of the stream. */
export interface ClassCounts {
  id: number;
  total_present: number;
  total_absent: number;
}

/**
 * The data of an event `changed`. With `marks` or `counts` nothing else has changed; without either
 * anything may have: read it again.
 */
export interface LiveChange {
  /** Null: events may have been missed. */
  topic: string | null;
  /** Of a stream of a class: its changed rows. */
  marks?: MarkOfRow[];
  /** Of a stream of a date: its changed classes. */
  counts?: ClassCounts[];
}
