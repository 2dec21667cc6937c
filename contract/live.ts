import { z } from 'zod';
import type { RollRow } from './marks.ts';
import { daysOf } from './dates.ts';
import { cleanText, date, idParam } from './fields.ts';
import { limits } from './limits.ts';

/** The part of a student's row that marks change. */
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
 * The data of an event `changed`. With `marks` or `counts` nothing else has changed; without them
 * anything may have changed: the client reads again.
 */
export interface LiveChange {
  /** Null when events may have been missed. */
  topic: string | null;
  /** The changed rows, on a stream of a class. */
  marks?: MarkOfRow[];
  /** The changed classes, on a stream of a date. */
  counts?: ClassCounts[];
}

const isShortSpan = (from: string, until = from): boolean =>
  until >= from && daysOf(from, until) <= limits.liveDays;

/**
 * Changes of a class on a date, of a date's classes, or of the plan of the dates `date` to `until`
 * (without marks; at most 31 days). `since` is the position that the roll returned as `as_of`.
 */
export const liveQuery = z
  .strictObject({
    class_schedule: idParam.optional(),
    date,
    until: date.optional(),
    since: cleanText(60).optional(),
  })
  .refine(({ date, until }) => isShortSpan(date, until), {
    path: ['until'],
    message: `must be the first day or at most ${limits.liveDays - 1} days later`,
  })
  .refine(({ class_schedule, until }) => class_schedule === undefined || until === undefined, {
    path: ['until'],
    message: 'is not for one class',
  });
