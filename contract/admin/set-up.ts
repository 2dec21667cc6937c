import { z } from 'zod';

/** What an institute needs before the first roll, in the order in which one needs the other. */
export const setUpSteps = [
  'settings',
  'courses',
  'teachers',
  'subjects',
  'semester',
  'rooms',
  'classes',
  'students',
  'enrolments',
  'cards',
] as const;
export type SetUpStep = (typeof setUpSteps)[number];

/** Counting stops here. */
export const maxCounted = 1000;

/** How far the institute is set up (R-SETUP-1). */
export const setUp = z.object({
  steps: z.array(
    z.object({
      step: z.enum(setUpSteps),
      /**
       * What is there, at most `maxCounted`, without archived rows: chosen settings, semesters that
       * have not ended, their classes, students in these classes, students with a card …
       */
      count: z.number(),
      is_done: z.boolean(),
      /** A roll can be taken without it. */
      is_optional: z.boolean(),
    }),
  ),
  /** Rooms without seats; at most `maxCounted`: the step is done once all have some. */
  rooms_without_seats: z.number(),
  /** Specializations, which a subject needs beside its course; at most `maxCounted`. */
  specializations: z.number(),
  /**
   * Classes of another system that were imported without times, of semesters that have not ended; at
   * most `maxCounted`.
   */
  waiting_classes: z.number(),
  /** Whether a roll can be taken: every step but the optional ones is done. */
  is_complete: z.boolean(),
});
export type SetUp = z.output<typeof setUp>;
