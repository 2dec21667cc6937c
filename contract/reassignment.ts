import { z } from 'zod';
import { clashesFound } from './clash.ts';
import { date, reference } from './fields.ts';
import { weekdays } from './weekdays.ts';

export const reassignedKinds = ['teacher', 'classroom'] as const;
export type ReassignedKind = (typeof reassignedKinds)[number];

/** All classes of a teacher to another teacher, or of a room to another room, from a date on. */
export const reassignment = z
  .strictObject({
    kind: z.enum(reassignedKinds, 'must be teacher or classroom'),
    from: reference(),
    to: reference(),
    effective_from: date,
    /** Goes on although the teacher or the room has other classes at the same time. */
    confirm: z.boolean('must be true or false').optional(),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'must be another one' });
export type Reassignment = z.output<typeof reassignment>;

/** What it would do. */
export const reassignmentPreview = z.object({
  classes: z.array(
    z.object({
      id: z.number(),
      subject: z.object({ subject_name: z.string(), subject_code: z.string() }),
      day_of_week: z.enum(weekdays),
      /** `HH:mm`. */
      start_time: z.string(),
      end_time: z.string(),
      /** How many of its meetings would change. */
      meetings: z.number(),
    }),
  ),
  /** Enrolled in these classes from then on. */
  students: z.number(),
  /** Rolls, notes and check-ins from then on, whose meetings stay as they are. */
  unchanged: z.number(),
  /** Other classes that need the teacher or the room then, in words: the first five. */
  clashes: z.array(z.string()),
  all_clashes: clashesFound,
});
export type ReassignmentPreview = z.output<typeof reassignmentPreview>;
