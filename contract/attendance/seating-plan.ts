import { z } from 'zod';
import { date, id, idParam, whole } from '../fields.ts';
import { classSchedule } from '../mark-bodies.ts';
import { messages } from '../texts.ts';

/** Limits of seating plans. */
export const seatingLimits = {
  /** Most rows, and most seats in a row. */
  across: 20,
  /** Versions of a plan that are stored. */
  versions: 50,
} as const;

/** A place in a room: row 1 is in front, at the teacher's desk, and column 1 on its left, seen from the class. */
const placeFields = { row: whole(1, seatingLimits.across), column: whole(1, seatingLimits.across) };
const place = z.strictObject(placeFields);
export type Place = z.output<typeof place>;

/** A place as one value. */
export const placeKey = ({ row, column }: Place): string => `${row}-${column}`;

const most = seatingLimits.across ** 2;
const hasNone = (values: readonly unknown[]) => new Set(values).size === values.length;

/** Rows and columns of a room, and the places without a seat. */
const layoutFields = {
  rows: whole(1, seatingLimits.across),
  columns: whole(1, seatingLimits.across),
  gaps: z
    .array(place, messages.required)
    .max(most, `must be at most ${most} places`)
    .refine((gaps) => hasNone(gaps.map(placeKey)), 'names a place twice'),
};
const layoutBody = z
  .strictObject(layoutFields)
  .refine(
    ({ rows, columns, gaps }) => gaps.every(({ row, column }) => row <= rows && column <= columns),
    { path: ['gaps'], message: 'must be places of the room' },
  );
export type Layout = z.output<typeof layoutBody>;

/** A student's seat. */
const seat = z.strictObject({ ...placeFields, student: id });
export type Seat = z.output<typeof seat>;

/** Whether a place of a room has a seat. */
export const hasSeat = ({ rows, columns, gaps }: Layout, { row, column }: Place): boolean =>
  row <= rows && column <= columns && !gaps.some((gap) => gap.row === row && gap.column === column);

/** How a version of a plan was made. */
const planWays = ['by_hand', 'by_name', 'at_random', 'other_room', 'restored'] as const;
export type PlanWay = (typeof planWays)[number];

const room = z.object({ id: z.number(), room_number: z.string() });

/** Without `classroom` the first room of the class on the date. */
export const seatingPlanQuery = z.strictObject({
  class_schedule: idParam,
  date,
  classroom: idParam.optional(),
});

/** The seating plan of a class in a room, with the students who are on the roll of the date (R-SEAT-1). */
export const seatingPlan = z.object({
  classroom: room,
  /** The rooms of the class on the date. */
  rooms: z.array(room),
  /** Further rooms in which this class has a plan. */
  other_rooms: z.array(room),
  /** The room's layout, which is that of all classes in it; null before the first plan there. */
  layout: z
    .object({
      rows: z.number(),
      columns: z.number(),
      gaps: z.array(z.object({ row: z.number(), column: z.number() })),
      version: z.number(),
    })
    .nullable(),
  /** Who changed the layout last. */
  layout_by: z.string().nullable(),
  /** 0 without a plan. */
  version: z.number(),
  seats: z.array(z.object({ row: z.number(), column: z.number(), student: z.number() })),
  /** Students who have a seat in another room of the class on the date. */
  elsewhere: z.array(z.object({ student: z.number(), room_number: z.string() })),
  changed_by: z.string().nullable(),
  changed_at: z.string().nullable(),
  /** Whether the user may change it on this date. */
  may_change: z.boolean(),
});
export type SeatingPlan = z.output<typeof seatingPlan>;

const version = whole(0, 2_000_000_000);
const ofPlan = { class_schedule: classSchedule, date, classroom: id, version };

/**
 * A whole plan. `version` and `layout_version` are those that were read, 0 where there was none: 409 when the plan or the
 * room's layout was changed since. Without `layout` the room's own stays.
 */
export const saveSeatingPlan = z.strictObject({
  ...ofPlan,
  layout_version: version,
  layout: layoutBody.optional(),
  way: z.enum(
    planWays.filter((way) => way !== 'restored'),
    'must be by_hand, by_name, at_random or other_room',
  ),
  seats: z
    .array(seat, messages.required)
    .max(most, `must be at most ${most} seats`)
    .refine((seats) => hasNone(seats.map(placeKey)), 'names a place twice')
    .refine((seats) => hasNone(seats.map(({ student }) => student)), 'names a student twice'),
});

/** `to` is the version whose seats the plan gets again. */
export const restoreSeatingPlan = z.strictObject({ ...ofPlan, to: whole(1, 2_000_000_000) });

/** The newest versions first. */
export const seatingPlanHistory = z.object({
  results: z.array(
    z.object({
      version: z.number(),
      way: z.enum(planWays),
      /** The version whose seats it has again. */
      restored_version: z.number().nullable(),
      /** How many students have a seat, and who sits where; who has left since is among them. */
      seats: z.number(),
      plan: z.array(z.object({ row: z.number(), column: z.number(), student: z.number() })),
      changed_by: z.string(),
      changed_at: z.string(),
    }),
  ),
});
export type SeatingPlanVersion = z.output<typeof seatingPlanHistory>['results'][number];

export const seatingPlanHistoryQuery = z.strictObject({
  class_schedule: idParam,
  classroom: idParam,
});
