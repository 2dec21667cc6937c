import { z } from 'zod';
import { clashesFound } from '../clash.ts';
import { date, reference } from '../fields.ts';
import { weekdays } from '../weekdays.ts';
import { firstWeek } from '../week-fields.ts';
import { moreRoomIds } from './further.ts';

const reassignedKinds = ['teacher', 'classroom'] as const;
export type ReassignedKind = (typeof reassignedKinds)[number];

/**
 * Assigns all classes of a teacher to another teacher, or of a room to another room, from a date
 * on, or for a period such as a long leave or a closed room.
 */
export const reassignment = z
  .strictObject({
    kind: z.enum(reassignedKinds, 'must be teacher or classroom'),
    from: reference(),
    /** Null: no one and no room new; the next teacher or room of each class that has another one moves up. */
    to: reference().nullable(),
    /** The classes of a room get these rooms besides `to`, such as for a room that stands for two. */
    more_rooms: moreRoomIds,
    effective_from: date,
    /** The last day; afterwards the classes are as they would have been. Null: for good. */
    effective_to: date.nullish(),
    /** Confirms that the teacher or the room has other classes at the same time. */
    confirm: z.boolean('must be true or false').optional(),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'must be another one' })
  .refine(
    ({ kind, to, more_rooms }) => !more_rooms?.length || (kind === 'classroom' && to !== null),
    {
      path: ['more_rooms'],
      message: 'is for another room',
    },
  )
  .refine(({ effective_from, effective_to }) => !effective_to || effective_to >= effective_from, {
    path: ['effective_to'],
    message: 'must not be before the first day',
  });
export type Reassignment = z.output<typeof reassignment>;

/** The effect of a reassignment. */
export const reassignmentPreview = z.object({
  classes: z.array(
    z.object({
      id: z.number(),
      /** The group of the class, such as 12A; null without one. */
      group_name: z.string().nullable(),
      subject: z.object({ subject_name: z.string(), subject_code: z.string() }),
      day_of_week: z.enum(weekdays),
      /** `HH:mm`. */
      start_time: z.string(),
      end_time: z.string(),
      /** The weeks of the semester in which it is held, `1-6,8`; null: every week. */
      weeks: z.string().nullable(),
      first_week: firstWeek,
      /** Number of its meetings that would change. */
      meetings: z.number(),
    }),
  ),
  /** Number of students enrolled in these classes from then on. */
  students: z.number(),
  /** Rolls, notes and check-ins from then on, whose meetings do not change. */
  unchanged: z.number(),
  /** Without another teacher or room: classes that have no other one, and do not change. */
  alone: z.number(),
  /** Clashes with other classes of the teacher or the room, in words: the first five. */
  clashes: z.array(z.string()),
  all_clashes: clashesFound,
});
export type ReassignmentPreview = z.output<typeof reassignmentPreview>;
