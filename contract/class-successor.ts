import { z } from 'zod';
import { clashesFound } from './clash.ts';
import { classChange, meetingThen } from './timetable.ts';

/**
 * What is different in the class that takes over, at least its subject or its semester; the rest
 * stays. `effective_from` is its first day.
 */
export const successorBody = classChange;

/** A class that takes over from another on a day, with its students. */
export const successor = z.object({
  /** The new class; null in a preview. */
  id: z.number().nullable(),
  /** What undoes it; null in a preview. */
  operation: z.number().nullable(),
  effective_from: z.string(),
  /** The last class of the one that ends, and the first of the new one; null where there is none. */
  last: meetingThen.nullable(),
  first: meetingThen.nullable(),
  /** Students who go on in the new class. */
  students: z.number(),
  /** Dates of the one that ends that were changed by hand or added, and go. */
  dropped: z.array(z.string()),
  /** What the new class would clash with, in words: the first five. */
  clashes: z.array(z.string()),
  all_clashes: clashesFound,
});
export type Successor = z.output<typeof successor>;
