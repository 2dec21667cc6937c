import { sql, type RawBuilder } from 'kysely';
import type { OperationDone } from '#contract/timetable/meeting-changes.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { required } from '#server/platform/required.ts';
import {
  changedSince,
  recordOperation,
  usedSince,
  type By,
  type Change,
  type Pattern,
  type PatternChange,
} from './operations.ts';
import { changesPayOfClasses, maySetPayCodes } from './pay-codes.ts';
import { otherColumns, undoOtherColumns } from './other-columns.ts';
import { deleteMeetings, insertMeetings, saveMeetings, type MeetingRow } from './store.ts';

interface Snapshot {
  patterns: Pattern[];
  semesters: unknown[];
  meetings: MeetingRow[];
}

async function snapshot(trx: Database, ids: number[]): Promise<Snapshot> {
  const found = await sql<Snapshot>`
    select ${patternsOf(ids)} as patterns,
      (select coalesce(jsonb_agg(semester_id order by id), '[]') from class_schedule
        where id = any(${ids}::bigint[])) as semesters,
      (select coalesce(jsonb_agg(to_jsonb(m) order by m.id), '[]') from class_meeting m
        where m.class_schedule_id = any(${ids}::bigint[])) as meetings`.execute(trx);
  return oneRow(found);
}

const patternsOf = (ids: number[]) => sql<Pattern[]>`(
  select coalesce(jsonb_agg(to_jsonb(p) order by p.class_schedule_id, p.valid_from), '[]')
  from class_schedule_pattern p where p.class_schedule_id = any(${ids}::bigint[]))`;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Records the effects of a change from a date on classes and their meetings, to be undone in one
 * step.
 * A change of the semester is not recorded: it cannot be undone.
 * @param work returns the id of a class that it adds, which takes over from the other one.
 * @returns null when the classes did not change.
 */
export async function recordPatternChange(
  trx: Database,
  ids: number[],
  by: By,
  work: () => Promise<number | void>,
): Promise<OperationDone | null> {
  await lockRows(trx, 'class', ids, 'update');
  const before = await snapshot(trx, ids);
  const columns_before = await otherColumns(trx, ids);
  const added = (await work()) ?? null;
  const all = added === null ? ids : [...ids, added];
  const after = await snapshot(trx, all);
  const sameSemesters = isSame(before.semesters, after.semesters.slice(0, ids.length));
  if (isSame(before.patterns, after.patterns) || !sameSemesters) return null;
  return recordOperation(trx, 'change', differenceOf(before.meetings, after.meetings), by, {
    class_schedule_ids: all,
    added_class_id: added,
    patterns_before: before.patterns,
    patterns_after: after.patterns,
    columns_before,
    columns_after: await otherColumns(trx, ids),
    effective_from: firstDifference(
      before.patterns,
      after.patterns.filter((row) => row.class_schedule_id !== added),
    ),
  });
}

/** The date from which the classes are different. */
function firstDifference(before: Pattern[], after: Pattern[]): string {
  const known = new Set(before.map((row) => JSON.stringify(row)));
  const dates = after.filter((row) => !known.has(JSON.stringify(row))).map((row) => row.valid_from);
  return required(dates.toSorted()[0], 'A pattern that differs');
}

/** The meetings that were changed, removed and added. */
function differenceOf(before: MeetingRow[], after: MeetingRow[]): Change {
  const versions = (rows: MeetingRow[]) => new Map(rows.map((row) => [row.id, row.sequence]));
  const [was, is] = [versions(before), versions(after)];
  return {
    before: before.filter((row) => is.get(row.id) !== row.sequence),
    after: after.filter((row) => was.get(row.id) !== row.sequence),
  };
}

/** The last change of a class from a date, while the user can undo it. */
export async function lastChangeOf(
  database: Database,
  id: number,
  user: Pick<CurrentUser, 'permissions'>,
): Promise<ClassSchedule['last_change']> {
  type Found = NonNullable<ClassSchedule['last_change']> &
    Pick<PatternChange, 'patterns_before' | 'patterns_after'>;
  const { rows } = await sql<Found>`
    select last.id as operation, last.effective_from, last.done_at, last.patterns_before,
      last.patterns_after
    from (
      select * from operation o
      where o.class_schedule_ids @> array[${id}::bigint] and o.undone_at is null
        and o.added_class_id is distinct from ${id}
      order by o.id desc limit 1
    ) last
    where not exists (
      select from jsonb_populate_recordset(null::class_meeting, last.after) a
      where carries_something(a.class_schedule_id, a.date)
    )`.execute(database);
  const [last] = rows;
  if (!last || (!maySetPayCodes(user) && changesPayOfClasses(last))) return undefined;
  const { operation, effective_from, done_at } = last;
  return { operation, effective_from, done_at };
}

/**
 * Restores classes and their meetings from before a change from a date, with the covers
 * and rooms that it removed.
 * @throws ApiError 409 when the classes were changed again, or a roll was taken since.
 */
export async function undoPatternChange(
  trx: Database,
  { before, after, ...change }: Change & Omit<PatternChange, 'effective_from'>,
): Promise<MeetingRow[]> {
  const { class_schedule_ids: ids, patterns_before, patterns_after } = change;
  const { columns_before = null, columns_after = null } = change;
  await lockRows(trx, 'class', ids, 'update');
  const there: MeetingKey[] = await trx
    .selectFrom('class_meeting')
    .select(['id', 'class_schedule_id', 'date'])
    .where('class_schedule_id', '=', anyOf.ids(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
  // Undoing a later change leaves other ids and sequences; changes that earlier versions recorded
  // do not have the columns that were added since.
  const state = await sql<{ changed: boolean; used: boolean; occupied: boolean }>`
    select jsonb_strip_nulls(${patternsOf(ids)})
        <> jsonb_strip_nulls(${JSON.stringify(patterns_after)}::jsonb)
      or exists (select from ${rowsOf(after)} a
        left join class_meeting m on m.class_schedule_id = a.class_schedule_id
          and m.date = a.date
        where ${comparable(sql`m`)} is distinct from ${comparable(sql`a`)}) as changed,
      exists (select from ${rowsOf(after)} a
        where carries_something(a.class_schedule_id, a.date)) as used,
      exists (select from ${rowsOf(before)} b
        join class_meeting m on m.class_schedule_id = b.class_schedule_id and m.date = b.date
        where not exists (select from ${rowsOf(after)} a
          where a.class_schedule_id = m.class_schedule_id and a.date = m.date)) as occupied`.execute(
    trx,
  );
  const { changed, used, occupied } = oneRow(state);
  if (changed || occupied) throw changedSince();
  if (used) throw usedSince();

  await undoOtherColumns(trx, columns_before, columns_after);
  const present = new Map(there.map((row) => [keyOf(row), row.id]));
  const earlier = new Set(before.map(keyOf));
  const added = after.filter((row) => !earlier.has(keyOf(row)));
  await deleteMeetings(
    trx,
    added.flatMap((row) => present.get(keyOf(row)) ?? []),
  );
  const restored = await saveMeetings(
    trx,
    before.flatMap((row) => {
      const id = present.get(keyOf(row));
      return id === undefined ? [] : [{ ...row, id }];
    }),
  );
  const missing = before.filter((row) => !present.has(keyOf(row)));
  restored.push(...(await insertMeetings(trx, missing)));
  await trx
    .deleteFrom('class_schedule_pattern')
    .where('class_schedule_id', '=', anyOf.ids(ids))
    .execute();
  await sql`
    insert into class_schedule_pattern
    select * from jsonb_populate_recordset(null::class_schedule_pattern,
      ${JSON.stringify(patterns_before)}::jsonb)`.execute(trx);
  await sql`select adopt_patterns(${ids}::bigint[]), plan_meetings(${ids}::bigint[])`.execute(trx);
  return [...restored, ...added];
}

/** A meeting without the fields that undoing, or its roll, changes. */
export const comparable = (row: RawBuilder<unknown>) =>
  sql`to_jsonb(${row}) - '{id,sequence,closed_at,reopened_at,status_changed_at,status_before_archive}'::text[]`;

export const rowsOf = (rows: MeetingRow[]) =>
  sql`jsonb_populate_recordset(null::class_meeting, ${JSON.stringify(rows)}::jsonb)`;

type MeetingKey = Pick<MeetingRow, 'id' | 'class_schedule_id' | 'date'>;

const keyOf = ({ class_schedule_id, date }: MeetingKey): string => `${class_schedule_id} ${date}`;
