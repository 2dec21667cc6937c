import { z } from 'zod';
import { clashesFound } from '../clash.ts';
import { classChange, meetingThen } from './timetable.ts';

/**
 * Changes of the class that takes over, at least its subject or its semester; other fields are
 * copied. `effective_from` is its first day.
 */
export const successorBody = classChange;

/** A class that replaces another from a day on, with its students. */
export const successor = z.object({
  /** The new class; null in a preview. */
  id: z.number().nullable(),
  /** What undoes it; null in a preview. */
  operation: z.number().nullable(),
  effective_from: z.string(),
  /** The last meeting of the class that ends, and the first of the new one; null where there is none. */
  last: meetingThen.nullable(),
  first: meetingThen.nullable(),
  /** Number of students who continue in the new class. */
  students: z.number(),
  /** Dates of the ending class that were changed by hand or added, and are removed. */
  dropped: z.array(z.string()),
  /** Clashes of the new class, in words: the first five. */
  clashes: z.array(z.string()),
  all_clashes: clashesFound,
});
export type Successor = z.output<typeof successor>;
