import { sql } from 'kysely';
import type { Weekday } from '#contract/weekdays.ts';
import type { ImportCounts } from '#contract/exchange/import-run.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { upsert } from '../csv/upsert.ts';
import type { DesiredClass, Wanted } from './desired.ts';
import type { Notice } from './events.ts';
import { matchExisting, readExisting, readRefs, type Matched } from './existing.ts';
import type { Known } from './known.ts';
import { noteGone } from './gone.ts';
import { followCalendar } from './meetings.ts';
import type { ResolvedClass } from './resolve.ts';
import { makeRooms, type RoomIds } from './rooms.ts';
import { timeWaiting, type TimedClass } from './waiting.ts';
import type { ImportProblem } from '#contract/exchange/import-run.ts';

type Semester = Known['semesters'][number];

interface WriteOptions {
  semester: Semester;
  rooms: Known['rooms'];
  teachers: Known['teachers'];
  /** The institute's days with classes (R-SET-4). */
  weekdays: readonly Weekday[];
  today: string;
  localNow: string;
  now: string;
  /** UIDs of events that no class of these is made of. */
  unread: readonly string[];
  notice: Notice;
  file: string;
  user: number | null;
  problem: (problem: ImportProblem) => void;
  progress: (done: number, total: number) => void;
}

/** What was written, and the line of each class, to judge clashes. */
interface Written {
  counts: ImportCounts[];
  lines: Map<number, number>;
}

/** Writes rooms, classes and their meetings, within a recorded operation. */
export async function writeClasses(
  trx: Database,
  classes: ResolvedClass[],
  options: WriteOptions,
): Promise<Written> {
  const { semester, rooms, today, localNow, now, notice, progress } = options;
  const idOf = await makeRooms(trx, classes, rooms, notice);
  const timed = await timeWaiting(
    trx,
    classes.filter(({ waiting }) => waiting !== null),
    {
      ...options,
      idOf,
    },
  );
  const own = classes.filter(({ waiting }) => waiting === null);
  const theirs = new Set(timed.classes.map(({ id }) => id));
  const existing = (await readExisting(trx, semester.id)).filter(({ id }) => !theirs.has(id));
  const matched = matchExisting(own, existing, await readRefs(trx), notice);
  await noteGone(trx, {
    existing,
    matched: new Set(matched.flatMap(({ id }) => id ?? [])),
    unread: options.unread,
    today,
    notice,
  });
  progress(0, matched.length);
  const rows = matched.flatMap((one) => (one.isOurs ? [one] : []));
  const written = await upsert(
    trx,
    target,
    rows.map((one) => rowOf(one, semester, idOf)),
  );
  const ids = await idsByRef(
    trx,
    rows.map(({ ref }) => ref),
  );
  const last = await lastUntouched(
    trx,
    [...matched.flatMap(({ id }) => id ?? []), ...theirs],
    today,
    localNow,
  );
  const dates = classes.flatMap(({ occurrences }) => [...occurrences.keys()]).toSorted();
  const span = { from: dates[0] ?? semester.class_from, to: dates.at(-1) ?? semester.to };
  const desired = matched.flatMap((one): DesiredClass[] => {
    const id = one.id ?? ids.get(one.ref);
    if (id === undefined) return [];
    const room = one.isOurs ? idOf(one.class.room) : one.classroom_id;
    // A class that the calendar makes has no past; another is compared on the days of the file.
    const since = one.id === null ? semester.class_from : (last.get(id) ?? today);
    const from = !one.isOurs && span.from > since ? span.from : since;
    const isFromSpan = !one.isOurs && span.from > semester.class_from;
    return [
      {
        id,
        isNew: one.id === null,
        line: one.class.event.line,
        uid: one.class.uids[0] ?? '',
        start_time: one.class.start,
        end_time: one.class.end,
        classroom_id: room,
        teacher_id: one.isOurs ? one.class.teacher_id : one.teacher_id,
        wanted: wantedOf(one.class, room, idOf, one.isOurs),
        since: isFromSpan ? span.from : semester.class_from,
        from,
        to: one.isOurs ? semester.to : span.to,
      },
    ];
  });
  const all = [...desired, ...timed.classes.map((one) => desiredOf(one))];
  const meetings = await followCalendar(trx, all, {
    from: semester.class_from,
    to: semester.to,
    now,
    teachers: options.teachers,
    notice,
  });
  progress(matched.length, matched.length);
  const foreign = matched.length - rows.length;
  const skipped = own.length - matched.length;
  const ofTimed = timed.counts.find(({ table }) => table === 'class_schedule');
  return {
    counts: [
      ...idOf.made,
      {
        table: 'class_schedule',
        created: written.created + (ofTimed?.created ?? 0),
        updated: written.updated + (ofTimed?.updated ?? 0),
        unchanged: written.unchanged + foreign + (ofTimed?.unchanged ?? 0),
        archived: 0,
        skipped,
      },
      ...timed.counts.filter((one) => one !== ofTimed),
      { table: 'class_meeting', ...meetings },
    ],
    lines: new Map(all.flatMap(({ id, line }): [number, number][] => [[id, line]])),
  };

  function desiredOf({ class: one, id, isNew }: TimedClass): DesiredClass {
    const room = idOf(one.room);
    return {
      id,
      line: one.event.line,
      uid: one.uids[0] ?? '',
      start_time: one.start,
      end_time: one.end,
      classroom_id: room,
      teacher_id: one.teacher_id,
      wanted: wantedOf(one, room, idOf, true),
      isNew,
      since: semester.class_from,
      from: isNew ? semester.class_from : (last.get(id) ?? today),
      to: semester.to,
    };
  }
}

const target = {
  table: 'class_schedule' as const,
  key: ['ref'],
  types: {
    ref: 'text',
    class_type: 'text',
    day_of_week: 'smallint',
    start_time: 'time',
    end_time: 'time',
    subject_id: 'bigint',
    teacher_id: 'bigint',
    classroom_id: 'bigint',
    semester_id: 'bigint',
  },
};

const rowOf = ({ ref, class: one }: Matched, semester: Semester, idOf: RoomIds) => ({
  ref,
  class_type: one.class_type,
  day_of_week: one.weekday,
  start_time: one.start,
  end_time: one.end,
  subject_id: one.subject_id,
  teacher_id: one.teacher_id,
  classroom_id: idOf(one.room),
  semester_id: semester.id,
});

function wantedOf(
  { occurrences, rooms, location, stand_ins }: ResolvedClass,
  room: number,
  idOf: RoomIds,
  isOurs: boolean,
): Map<string, Wanted> {
  return new Map(
    [...occurrences].map(([date, one]) => {
      const other = rooms.get(date);
      // Of a class that was here before: where the calendar has the usual room, ours stays.
      const isUsual = other === undefined || (!isOurs && one.location === location);
      return [
        date,
        {
          date,
          start_time: one.start,
          end_time: one.end,
          classroom_id: isUsual ? room : idOf(other),
          movedFrom: one.movedFrom,
          stand_in: stand_ins.get(date) ?? null,
          line: one.change.line,
        },
      ];
    }),
  );
}

async function idsByRef(trx: Database, refs: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; ref: string }>`
    select id, ref from class_schedule where ref = any(${refs}::text[])`.execute(trx);
  return new Map(rows.map(({ id, ref }) => [ref, id]));
}

/** From when on an existing class changes: today, or tomorrow where today's has begun (R-MEETING-2). */
async function lastUntouched(
  trx: Database,
  ids: number[],
  today: string,
  localNow: string,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; date: string }>`
    select g.class_schedule_id as id, (${today}::date + 1)::date as date from class_meeting g
    where g.class_schedule_id = any(${ids}::bigint[]) and g.date = ${today}::date
      and (g.date + g.start_time <= ${localNow}::timestamp
        or carries_something(g.class_schedule_id, g.date))`.execute(trx);
  return new Map(rows.map(({ id, date }) => [id, date]));
}
