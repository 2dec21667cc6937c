import { sql } from 'kysely';
import type { Weekday } from '#contract/weekdays.ts';
import type { ImportCounts, ImportProblem } from '#contract/exchange/import-run.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { giveTimes } from '../oneroster/give-times.ts';
import type { GivenTimes } from '../oneroster/given-times.ts';
import type { Notice } from './calendar-event.ts';
import type { ResolvedClass, Room } from './resolve.ts';
import { weeksOfNew } from './weeks.ts';

interface GiveOptions {
  file: string;
  today: string;
  weekdays: readonly Weekday[];
  now: string;
  user: number | null;
  idOf: (room: Room) => number;
  place: Parameters<typeof weeksOfNew>[1];
  notice: Notice;
  problem: (problem: ImportProblem) => void;
}

/** A class of the calendar that is one of another system, with its class schedule. */
export interface TimedClass {
  class: ResolvedClass;
  id: number;
  isNew: boolean;
}

/** What classes of another system got: class schedules, and enrolments of their members. */
interface Timed {
  classes: TimedClass[];
  counts: ImportCounts[];
}

/**
 * Gives classes of another system the times of the calendar (R-IMPORT-6), all of one class together.
 * Clashes are judged afterwards with the rest, when single dates are changed.
 */
export async function timeWaiting(
  trx: Database,
  classes: ResolvedClass[],
  { file, today, weekdays, now, user, idOf, place, notice, problem }: GiveOptions,
): Promise<Timed> {
  const used = distinct(classes, notice);
  if (used.length === 0) return { classes: [], counts: [] };
  const timed = await timesOf(trx, used);
  const before = new Set(timed.map(({ id }) => id));
  const known = new Set(timed.map(({ key }) => key));
  const given = [...Map.groupBy(used, ({ waiting }) => waiting)].map(
    ([waiting, some]): GivenTimes => ({
      waiting_class: waiting ?? 0,
      place: { file, line: some[0]?.event.line ?? 1 },
      patterns: some.map((one) => ({
        weekday: one.weekday,
        start: one.start,
        end: one.end,
        classroom_id: idOf(one.room),
        teacher_id: one.teacher_id,
        // A class that is here keeps its weeks.
        ...(!known.has(keyOf(one)) && { weeks: weeksOfNew(one, place) }),
      })),
    }),
  );
  const done = await giveTimes(trx, given, {
    today,
    weekdays,
    judging: { mode: 'ask', by: { user, now } },
    problem: (one) => {
      if (!one.reason.startsWith('clash: ')) problem(one);
    },
  });
  const after = new Map((await timesOf(trx, used)).map(({ id, key }) => [key, id]));
  return {
    classes: used.flatMap((one) => {
      const id = after.get(keyOf(one));
      return id === undefined ? [] : [{ class: one, id, isNew: !before.has(id) }];
    }),
    counts: [
      { table: 'class_schedule', ...done.classes },
      { table: 'enrolment', ...done.enrolments },
    ],
  };
}

/** The class schedules that classes of another system have already, by the class of the calendar. */
export async function timedBefore(
  trx: Database,
  classes: ResolvedClass[],
): Promise<Map<ResolvedClass, number>> {
  const ids = new Map((await timesOf(trx, classes)).map(({ key, id }) => [key, id]));
  return new Map(
    classes.flatMap((given): [ResolvedClass, number][] => {
      const id = ids.get(keyOf(given));
      return id === undefined ? [] : [[given, id]];
    }),
  );
}

const keyOf = ({ waiting, weekday, start }: ResolvedClass) => `${waiting} ${weekday} ${start}`;

/** Without a second one at the same time of the same class. */
function distinct(classes: ResolvedClass[], notice: Notice): ResolvedClass[] {
  const known = new Map<string, ResolvedClass>();
  return classes.filter((one) => {
    const before = known.get(keyOf(one));
    if (!before) known.set(keyOf(one), one);
    else
      notice(
        one.event.line,
        'skipped',
        'DTSTART',
        `is the same class and time as line ${before.event.line}`,
      );
    return !before;
  });
}

async function timesOf(
  trx: Database,
  classes: ResolvedClass[],
): Promise<{ id: number; key: string }[]> {
  const { rows } = await sql<{ id: number; key: string }>`
    select c.id, concat_ws(' ', x.waiting_class_id, c.day_of_week,
      to_char(c.start_time, 'HH24:MI')) as key
    from external_id x join class_schedule c on c.id = x.class_schedule_id
    where x.kind = 'class-time' and c.archived_at is null
      and x.waiting_class_id = any(${classes.map(({ waiting }) => waiting)}::bigint[])`.execute(
    trx,
  );
  return rows;
}
