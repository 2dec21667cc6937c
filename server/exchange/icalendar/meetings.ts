import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { recordMeetings } from '../undo/meetings.ts';
import {
  stampStatus,
  deleteMeetings,
  insertMeetings,
  lockMeetingsOf,
  saveMeetings,
} from '#server/timetable/index.ts';
import { changesOf, staysInPart, type Changes, type DesiredClass } from './desired.ts';
import { datesText, noteStandIns } from './stand-ins.ts';
import type { Known } from './known.ts';
import type { Notice } from './calendar-event.ts';

interface MeetingCounts {
  created: number;
  updated: number;
  unchanged: number;
  /** Cancelled, or no longer added. */
  archived: number;
  skipped: number;
}

interface FollowOptions {
  /** The dates of the semester, inclusive. */
  from: string;
  to: string;
  now: string;
  teachers: Known['teachers'];
  notice: Notice;
}

/** A class with what becomes of its dates. */
export interface DatesOfClass {
  desired: DesiredClass;
  changes: Changes;
}

interface Followed {
  counts: MeetingCounts;
  dates: DatesOfClass[];
  holidays: ReadonlySet<string>;
}

/** Brings the meetings of classes in line with the calendar, within a recorded operation. */
export async function followCalendar(
  trx: Database,
  classes: DesiredClass[],
  { from, to, now, teachers, notice }: FollowOptions,
): Promise<Followed> {
  const ids = classes.map(({ id }) => id);
  const first = classes.reduce((least, one) => (one.from < least ? one.from : least), to);
  // Also of dates before: a class is moved from there.
  const meetings = Map.groupBy(
    await lockMeetingsOf(trx, ids, first < from ? first : from),
    (row) => row.class_schedule_id,
  );
  const holidays = await holidaysIn(trx, from, to);
  const names = new Map(teachers.map(({ id, name }) => [id, name]));
  const dates = classes.map((desired) => {
    const changes = changesOf(desired, meetings.get(desired.id) ?? [], holidays);
    noteStaying(desired, changes, notice);
    noteStandIns(desired, changes, names, notice);
    return { desired, changes };
  });
  const all = dates.map(({ changes }) => changes);
  const counts = await write(trx, all, now);
  const unchanged = counts.unchanged + (await countPast(trx, classes));
  return { counts: { ...counts, unchanged }, dates, holidays };
}

/** The dates before those that may change: they stay as before (R-IMPORT-7). */
async function countPast(trx: Database, classes: DesiredClass[]): Promise<number> {
  const past = classes
    .filter(({ isNew }) => !isNew)
    .map(({ id, since, from }) => ({ id, since, from }));
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from jsonb_to_recordset(${JSON.stringify(past)}::jsonb)
      as given(id bigint, since date, "from" date)
    join class_meeting g on g.class_schedule_id = given.id
      and g.date >= given.since and g.date < given."from"`.execute(trx);
  return rows[0]?.count ?? 0;
}

function noteStaying({ line }: DesiredClass, { stay }: Changes, notice: Notice): void {
  for (const [why, some] of Map.groupBy(stay, (one) => one.why)) {
    const rest = staysInPart(why) ? '' : ', and stays as it is';
    notice(line, 'note', why, `${datesText(some)}: ${why}${rest}`);
  }
}

async function write(trx: Database, all: Changes[], now: string): Promise<MeetingCounts> {
  const save = all.flatMap((one) => one.save);
  const remove = all.flatMap((one) => one.remove);
  const add = all.flatMap((one) => one.add);
  if (remove.length)
    await deleteMeetings(
      trx,
      remove.map(({ id }) => id),
    );
  const saved = save.length
    ? await saveMeetings(
        trx,
        save.map(({ after }) => after),
      )
    : [];
  const added = add.length ? await insertMeetings(trx, add) : [];
  const before = [...save.map((one) => one.before), ...remove];
  const after = [...saved, ...added];
  await stampStatus(trx, before, after, now);
  await recordMeetings(trx, before, after);
  return countsOf(all);
}

/** A class that is added brings its dates: those that planning gave it besides were never anybody's. */
function countsOf(all: Changes[]): MeetingCounts {
  const there = all.filter(({ heldOfNew }) => heldOfNew === null);
  const total = (of: (one: Changes) => number, some = there) =>
    some.reduce((sum, one) => sum + of(one), 0);
  const cancelled = total(
    ({ save }) =>
      save.filter(
        ({ before, after }) => after.status === 'cancelled' && before.status !== 'cancelled',
      ).length,
  );
  return {
    created: total(({ add }) => add.length) + total(({ heldOfNew }) => heldOfNew?.length ?? 0, all),
    updated: total(({ save }) => save.length) - cancelled,
    unchanged: total((one) => one.unchanged),
    archived: cancelled + total(({ remove }) => remove.length),
    skipped: total((one) => one.stay.length, all),
  };
}

/** The dates of holidays in a period. */
export async function holidaysIn(trx: Database, from: string, to: string): Promise<Set<string>> {
  const { rows } = await sql<{ date: string }>`
    select distinct day::date as date
    from holiday h cross join generate_series(
      greatest(h.date_from, ${from}::date)::timestamp, least(h.date_to, ${to}::date)::timestamp,
      interval '1 day') day
    where h.archived_at is null`.execute(trx);
  return new Set(rows.map(({ date }) => date));
}
