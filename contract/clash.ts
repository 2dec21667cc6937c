import { z } from 'zod';
import { date, idList, idParam, time, yesOrNo } from './fields.ts';
import { firstWeek, weeks } from './week-fields.ts';
import { weekdays } from './weekdays.ts';

/**
 * What can be wrong with a class at a time (R-CLASH-1): its teacher, room or students have another
 * class then, its room has too few seats, the day is a holiday or outside the semester's class
 * dates, the class, its teacher or its room is archived, or the room is closed.
 */
export const clashKinds = [
  'teacher',
  'classroom',
  'students',
  'closed',
  'seats',
  'holiday',
  'outside',
  'archived',
] as const;
export type ClashKind = (typeof clashKinds)[number];

/** Kinds between two classes: these can be confirmed for the pair. */
export const pairKinds = ['teacher', 'classroom', 'students'] as const;
export type PairKind = (typeof pairKinds)[number];
export const isPairKind = (kind: ClashKind): kind is PairKind =>
  pairKinds.some((one) => one === kind);

/** One clash of a class, with one other class or with one circumstance, on all of its dates. */
export const clash = z.object({
  kind: z.enum(clashKinds),
  /** The judged class; null for a new one. */
  class_schedule: z.number().nullable(),
  /** Its subject; null for a new one. */
  subject: z.object({ subject_name: z.string(), subject_code: z.string() }).nullable(),
  /** The first date, and how many there are. */
  date: z.string(),
  dates: z.number(),
  last_date: z.string(),
  /** `HH:mm`: start and end on the first date. */
  start_time: z.string(),
  end_time: z.string(),
  /** The teacher, room or holiday, or the archived record; null where nothing has a name. */
  name: z.string().nullable(),
  /** The other class, as it is held on the first date. */
  other: z
    .object({
      class_schedule: z.number(),
      /** The group of the class, such as 12A; null without one. */
      group_name: z.string().nullable(),
      subject: z.object({ subject_name: z.string(), subject_code: z.string() }),
      /** Of the weekly class; on the date it may be held on another day. */
      day_of_week: z.enum(weekdays),
      /** The weeks of the semester in which it is held, `1-6,8`; null: every week. */
      weeks: z.string().nullable(),
      first_week: firstWeek,
      /** `HH:mm`. */
      start_time: z.string(),
      end_time: z.string(),
      /** The number of the first room; `teacher` is the first teacher. */
      room_number: z.string(),
      teacher: z.object({ first_name: z.string(), last_name: z.string() }),
    })
    .nullable(),
  /** Of kind `students`: how many are in both classes, and the first of them. */
  students: z
    .object({
      count: z.number(),
      first: z.array(z.object({ student_id: z.string(), name: z.string() })),
    })
    .nullable(),
  /** Of kind `seats`: the most students on one of the dates. */
  seats: z.object({ capacity: z.number(), enrolled: z.number() }).nullable(),
  /** Of kind `closed`: why. */
  reason: z.string().nullable(),
  /** Somebody confirmed it for these two classes and their weekly times (R-CLASH-3). */
  confirmed: z.boolean(),
});
export type Clash = z.output<typeof clash>;

/** The first ones, those to be confirmed before those that were. */
export const clashesFound = z.array(clash);

/**
 * A weekly class as it would be, as far as it is known; `id` names the one that is changed, from
 * `effective_from` on.
 */
export const judgedClass = z.strictObject({
  id: idParam.optional(),
  semester_id: idParam,
  day_of_week: z.enum(weekdays, 'must be a day of the week'),
  start_time: time,
  end_time: time,
  teacher_id: idParam.optional(),
  classroom_id: idParam.optional(),
  /** Further teachers and rooms. */
  co_teachers: idList.optional(),
  more_rooms: idList.optional(),
  weeks,
  effective_from: date.optional(),
});
export type JudgedClass = z.output<typeof judgedClass>;
/**
 * True saves although there are clashes, and remembers those with other classes (R-CLASH-3); false
 * answers 409 with them, also where the institute does not refuse them, so that a screen can ask.
 */
export const confirmClashes = {
  confirm_clashes: z.boolean('must be true or false').optional(),
};

/** The same as parameter of a call without a body. */
export const confirmClashesQuery = z.strictObject({ confirm_clashes: yesOrNo.optional() });

export const judgedAnswer = z.object({
  clashes: clashesFound,
  /** On how many dates the class would be held, from today or `effective_from` on. */
  dates: z.number(),
});
