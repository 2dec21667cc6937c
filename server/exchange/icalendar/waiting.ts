import type { Weekday } from '#contract/weekdays.ts';
import type { ImportCounts, ImportProblem } from '#contract/exchange/import-run.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { giveTimes, timesOf } from '../oneroster/give-times.ts';
import { timesFor } from '../oneroster/match-patterns.ts';
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
  const known = await timedBefore(trx, used);
  const before = new Set(known.values());
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
        ...(!known.has(one) && { weeks: weeksOfNew(one, place) }),
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
  const after = await timedBefore(trx, used);
  return {
    classes: used.flatMap((one) => {
      const id = after.get(one);
      return id === undefined ? [] : [{ class: one, id, isNew: !before.has(id) }];
    }),
    counts: [
      { table: 'class_schedule', ...done.classes },
      { table: 'enrolment', ...done.enrolments },
    ],
  };
}

/**
 * The class schedules that classes of another system have already, by the class of the calendar, also where the
 * calendar has them at another time.
 */
export async function timedBefore(
  trx: Database,
  classes: ResolvedClass[],
): Promise<Map<ResolvedClass, number>> {
  const byWaiting = Map.groupBy(classes, ({ waiting }) => waiting ?? 0);
  const times = Map.groupBy(
    await timesOf(trx, [...byWaiting.keys()]),
    ({ waiting_class }) => waiting_class,
  );
  return new Map(
    [...byWaiting].flatMap(([waiting, some]) =>
      [...timesFor(some, times.get(waiting) ?? [])].flatMap(
        ([given, { class_schedule, archived }]): [ResolvedClass, number][] =>
          archived ? [] : [[given, class_schedule]],
      ),
    ),
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
