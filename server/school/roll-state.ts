import { sql, type RawBuilder } from 'kysely';
import type { RollCounts, RollState } from '#contract/roll-state.ts';
import { localNow, type Clock } from '#server/platform/clock.ts';
import { dateOf, type Day } from '#server/platform/database/day.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { enrolledOn } from './enrolled.ts';
import { isOver } from './meetings.ts';
import { openRollsFrom } from './open-rolls-from.ts';
import { rollExpected } from './attendance.ts';

/** The marks `a` of a roll: those of students who are enrolled on the day. */
export const marksOfRoll = (
  classSchedule: RawBuilder<unknown>,
  day: Day,
): RawBuilder<unknown> => sql`
  attendance a
  join enrolment e on e.student_id = a.student_id and e.class_schedule_id = a.class_schedule_id
    and ${enrolledOn(day)}
  where a.class_schedule_id = ${classSchedule} and a.date = ${dateOf(day)}`;

/** Joins `roll` of meeting `g`: its `students`, and how many of them are `marked`. */
export const withRoll = sql`cross join lateral (
  select count(*)::int as students, count(a.student_id)::int as marked
  from enrolment e
  left join attendance a on a.student_id = e.student_id
    and a.class_schedule_id = e.class_schedule_id and a.date = g.date
  where e.class_schedule_id = g.class_schedule_id and ${enrolledOn(sql`g.date`)}
) roll`;

/**
 * The state of a roll (R-ROLL-11), as `rollStateOf` of contract/roll-state.ts has it; null without
 * students.
 */
export const rollStateOf = ({
  students,
  marked,
  isClosed,
}: Record<keyof RollCounts, RawBuilder<unknown>>): RawBuilder<RollState | null> => sql`(case
  when ${students} = 0 then null
  when ${isClosed} then 'closed'
  when ${marked} = 0 then 'not_taken'
  when ${marked} < ${students} then 'in_progress'
  else 'taken' end)`;

/**
 * Whether nothing more is entered in a roll: somebody closed it, or its class was archived after it
 * was begun (R-MEETING-2).
 */
export const isRollClosed = ({
  isClosed,
  isArchived,
  marked,
}: Record<'isClosed' | 'isArchived' | 'marked', RawBuilder<unknown>>): RawBuilder<boolean> =>
  sql`(${isClosed} or ${isArchived} and ${marked} > 0)`;

/** The state of the roll of meeting `g` of class `c`, of `withRoll`. */
export const rollState = rollStateOf({
  students: sql`roll.students`,
  marked: sql`roll.marked`,
  isClosed: isRollClosed({
    isClosed: sql`g.closed_at is not null`,
    isArchived: sql`c.archived_at is not null`,
    marked: sql`roll.marked`,
  }),
});

/** Whether a state leaves nothing to mark. */
export const isTaken = (state: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`coalesce(${state} in ('taken', 'closed'), false)`;

/**
 * Whether meeting `g` stands as *Not taken* where a student has no mark in it: it is over, and its
 * roll is expected (R-ROLL-16).
 */
export const notRecorded = ({ now, begins_on }: RollMoment): RawBuilder<boolean> =>
  sql`(${isOver(now)} and ${rollExpected(begins_on)})`;

/** Until when, and from when, rolls are expected. */
export interface RollMoment {
  /** Local date and time of the institute. */
  now: string;
  /** The first day whose rolls are expected; null: all are. */
  begins_on: string | null;
}

export const rollMoment = async (database: Database, clock: Clock): Promise<RollMoment> => ({
  now: localNow(clock),
  begins_on: await openRollsFrom(database, clock),
});
