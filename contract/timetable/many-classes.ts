import { z } from 'zod';
import { clash, confirmClashes } from '../clash.ts';
import { idParam } from '../fields.ts';
import { limits } from '../limits.ts';
import { weekdays } from '../weekdays.ts';
import { classSchedules } from './timetable.ts';

/** Adds several classes at once (R-MANY-1). */
export const manyClassesBody = z.strictObject({
  /** Each as the call that adds one takes it. */
  classes: z
    .array(classSchedules.body)
    .min(1, 'must name a class')
    .max(limits.classesAtOnce, `must be at most ${limits.classesAtOnce}`),
  ...confirmClashes,
});

/** Why a class cannot be added: its place in the call, from 0, and its field. */
const classFault = z.object({ class: z.number(), field: z.string(), status: z.string() });
export type ClassFault = z.output<typeof classFault>;

/** A clash of one of the classes: with one of the timetable, or with another one of the call. */
const clashOfNew = z.object({
  ...clash.shape,
  /** The place of the class in the call, from 0. */
  class: z.number(),
  /** The place of the other class, where it is in the call, too. */
  with: z.number().nullable(),
});
export type ClashOfNew = z.output<typeof clashOfNew>;

/** The result; a preview answers what the call would do. */
export const manyClasses = z.object({
  /** The operation that undoes all of it; null in a preview. */
  operation: z.number().nullable(),
  /** The ids of the added classes, in the order of the call; empty in a preview. */
  ids: z.array(z.number()),
  /** Number of the dates of all classes, how many of these are holidays, and how many lie in the past. */
  dates: z.number(),
  holidays: z.number(),
  past: z.number(),
  /** Only in a preview: what has to be changed first. Such classes are judged by no clash. */
  fail: z.array(classFault),
  /** Classes whose weeks have no date to come (R-WEEK-1), by their places in the call. */
  never_held: z.array(z.number()),
  /** Number of clashes that are not confirmed; one of two classes of the call counts once. */
  clash_count: z.number(),
  /** The first three of each class and kind; one of two classes of the call is listed for each. */
  clashes: z.array(clashOfNew),
});
export type ManyClasses = z.output<typeof manyClasses>;

export const usedTimesQuery = z.strictObject({ semester: idParam.optional() });

/** When the classes of a semester are held, or of all semesters where it has none. */
export const usedTimes = z.object({
  /** The most frequent first. */
  times: z.array(
    z.object({
      /** `HH:mm`. */
      start_time: z.string(),
      end_time: z.string(),
      classes: z.number(),
    }),
  ),
  days: z.array(z.enum(weekdays)),
});
export type UsedTimes = z.output<typeof usedTimes>;
