import { CompiledQuery, sql } from 'kysely';
import type { AttendanceRecord, RollRow, Status, Way } from '../../../contract/attendance.ts';
import type { IdOrUuid } from '../../../contract/fields.ts';
import type { Database } from '../../platform/database/pool.ts';
import { withRetry } from '../../platform/database/faults.ts';
import { recordOfUuid, uuidOfRecord } from './record-uuid.ts';
import { containing } from '../../platform/http/lists.ts';

/** Why a class does not take place; `unknown` when there is no such class. */
export type ClassProblem = 'unknown' | 'archived' | 'weekday' | 'semester' | 'holiday';

/** Or why nothing was marked: the Idempotency-Key belongs to another request. */
export type MarkProblem = ClassProblem | 'request';

/** What became of one tapped, typed or chosen student; without a student when nobody has that card or id. */
export interface MarkOutcome {
  outcome: 'marked' | 'already' | 'changed' | 'unknown' | 'archived' | 'not_enrolled';
  key: string;
  /** The record and its state; left out when there is none. */
  id?: number;
  status?: Status;
  how?: Way;
  marked_at?: string;
  student: number;
  student_uuid: string;
  student_id: string;
  first_name: string;
  last_name: string;
  rfid_number: string | null;
  profile_image: string | null;
}

export interface Marking {
  /** Idempotency-Key of the request. */
  request: string | null;
  /** Ids, or texts: card numbers, student ids, uuids. */
  keys: (string | number)[];
  classSchedule: number;
  date: string;
  status: Status;
  /** null: by what matched, the card or the id. */
  how: Way | null;
  user: number;
  now: string;
}

/** The hot path of a queue of students: its text is made once. */
const recordMarksCall = 'select record_marks($1, $2::text[], $3, $4, $5, $6, $7, $8, $9) as answer';

/** Marks students in one round trip and one transaction (function `record_marks`). */
export async function recordMarks(database: Database, marking: Marking): Promise<{ problem?: MarkProblem; marks: MarkOutcome[] }> {
  const by = typeof marking.keys[0] === 'number' ? 'id' : 'any';
  const asked = marking.keys.map(String);
  // Everybody takes the rows' locks in one order, or two selections at once would wait for each other.
  const keys = asked.toSorted();
  const { request, classSchedule, date, status, how, user, now } = marking;
  const call = CompiledQuery.raw(recordMarksCall, [request, keys, by, classSchedule, date, status, how, user, now]);
  const { rows } = await withRetry(() => database.executeQuery<{ answer: { problem?: MarkProblem; marks?: MarkOutcome[] } }>(call));
  const { problem, marks = [] } = rows[0]!.answer;
  const place = new Map(asked.map((key, number) => [key, number]));
  return { problem, marks: marks.sort((one, other) => place.get(one.key)! - place.get(other.key)!) };
}

const recordColumns = sql`
  a.id, s.id as student, s.uuid as student_uuid, s.student_id, s.first_name, s.last_name, s.profile_image,
  a.class_schedule_id as class_schedule, a.date, a.status, a.how, a.marked_at`;

const named = (path: IdOrUuid) => sql`a.id = ${'id' in path ? path.id : recordOfUuid(path.uuid)}`;

type StoredRecord = Omit<AttendanceRecord, 'uuid'>;
const withUuid = (row: StoredRecord | undefined): AttendanceRecord | null => (row ? { ...row, uuid: uuidOfRecord(row.id) } : null);

export async function findRecord(database: Database, path: IdOrUuid): Promise<AttendanceRecord | null> {
  const { rows } = await sql<StoredRecord>`
    select ${recordColumns} from attendance a join student s on s.id = a.student_id where ${named(path)}`.execute(database);
  return withUuid(rows[0]);
}

/** Sets a record's status, with its history; unchanged when it has that status already. */
export async function changeRecord(
  database: Database,
  path: IdOrUuid,
  change: { status: Status; user: number; now: string },
): Promise<AttendanceRecord | null> {
  const { rows } = await sql<StoredRecord>`
    with before as (
      select * from attendance a where ${named(path)} for update
    ), after as (
      update attendance a set status = ${change.status}, how = 'manual', marked_by = ${change.user}, marked_at = ${change.now}
      from before where a.id = before.id and before.status <> ${change.status}
      returning a.*, before.status as from_status
    ), history as (
      insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how, changed_by, changed_at)
      select student_id, class_schedule_id, date, from_status, status, how, marked_by, marked_at from after
    ), a as (
      select id, student_id, class_schedule_id, date, status, how, marked_at from after
      union all
      select id, student_id, class_schedule_id, date, status, how, marked_at from before
      where not exists (select from after)
    )
    select ${recordColumns} from a join student s on s.id = a.student_id`.execute(database);
  return withUuid(rows[0]);
}

/** Takes a mark back to N/A; the history keeps it. */
export async function withdrawRecord(
  database: Database,
  path: IdOrUuid,
  by: { user: number; now: string },
): Promise<{ class_schedule: number; date: string } | null> {
  const { rows } = await sql<{ class_schedule: number; date: string }>`
    with gone as (
      delete from attendance a where ${named(path)} returning *
    ), history as (
      insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how, changed_by, changed_at)
      select student_id, class_schedule_id, date, status, null, 'manual', ${by.user}::bigint, ${by.now}::timestamptz from gone
    )
    select class_schedule_id as class_schedule, date from gone`.execute(database);
  return rows[0] ?? null;
}

export interface HistoryRow {
  id: number;
  from: Status | null;
  to: Status | null;
  how: Way;
  changed_by: string | null;
  changed_at: string;
}

export async function historyOf(database: Database, record: AttendanceRecord): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select h.id, h.from_status as "from", h.to_status as "to", h.how, u.name as changed_by, h.changed_at
    from attendance_history h left join app_user u on u.id = h.changed_by
    where h.student_id = ${record.student} and h.class_schedule_id = ${record.class_schedule} and h.date = ${record.date}
    order by h.id`.execute(database);
  return rows;
}

/** Everyone enrolled in a class on a date, with their marks; nobody when the class does not take place. */
export async function findRoll(database: Database, classSchedule: number, date: string, search = ''): Promise<RollRow[]> {
  const { rows } = await sql<Omit<RollRow, 'attendance_uuid'>>`
    select s.id as student, s.uuid as student_uuid, s.student_id, s.first_name, s.last_name, s.student_mail, s.phone_number,
      s.rfid_number, s.profile_image, a.id, coalesce(a.status, 'N/A') as status, a.marked_at, a.how,
      exists (
        select from leave l where l.student_id = s.id and l.leave_from <= ${date}::date and l.leave_to >= ${date}::date
          and l.archived_at is null
      ) as on_leave
    from enrolment e
    join student s on s.id = e.student_id
    left join attendance a on a.student_id = s.id and a.date = ${date}::date and a.class_schedule_id = e.class_schedule_id
    where e.class_schedule_id = ${classSchedule}
      and e.enrolled_from <= ${date}::date and (e.enrolled_to is null or e.enrolled_to >= ${date}::date)
      and (
        (select class_problem(${classSchedule}, ${date}::date)) is null
        or exists (select from attendance taken where taken.class_schedule_id = ${classSchedule} and taken.date = ${date}::date)
      )
      ${search ? sql`and s.search like ${containing(search)}` : sql``}`.execute(database);
  return rows.map((row) => ({ ...row, attendance_uuid: row.id === null ? null : uuidOfRecord(row.id) })).sort(byName);
}

const names = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
const byName = (one: RollRow, other: RollRow): number =>
  names.compare(one.last_name, other.last_name) || names.compare(one.first_name, other.first_name) || one.student - other.student;

export async function problemOf(database: Database, classSchedule: number, date: string): Promise<ClassProblem | null> {
  const { rows } = await sql<{ problem: ClassProblem | null }>`
    select class_problem(${classSchedule}, ${date}::date) as problem`.execute(database);
  return rows[0]!.problem;
}

export async function findRecords(
  database: Database,
  query: { search: string; limit: number; page: number; class_schedule?: number; date?: string; student?: IdOrUuid },
) {
  const conditions = [
    sql`true`,
    ...(query.class_schedule === undefined ? [] : [sql`a.class_schedule_id = ${query.class_schedule}`]),
    ...(query.date === undefined ? [] : [sql`a.date = ${query.date}`]),
    ...(query.student === undefined ? [] : ['id' in query.student ? sql`s.id = ${query.student.id}` : sql`s.uuid = ${query.student.uuid}`]),
    ...(query.search ? [sql`s.search like ${containing(query.search)}`] : []),
  ];
  const from = sql`from attendance a join student s on s.id = a.student_id where ${sql.join(conditions, sql` and `)}`;
  const [{ rows }, counted] = await Promise.all([
    sql<StoredRecord>`select ${recordColumns} ${from} order by a.id desc limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(
      database,
    ),
    sql<{ total: number }>`select count(*) as total ${from}`.execute(database),
  ]);
  return { rows: rows.map((row) => withUuid(row)!), total: counted.rows[0]!.total };
}

/** Which classes changed since a place in the history, for engines that cannot notify. */
export async function changedSince(database: Database, since: number | null): Promise<{ topics: string[]; mark: number }> {
  const { rows } = await sql<{ id: number; class_schedule_id: number; date: string }>`
    select id, class_schedule_id, date from attendance_history
    where id > ${since ?? Number.MAX_SAFE_INTEGER} order by id limit 1000`.execute(database);
  if (since === null) {
    const newest = await sql<{ id: number }>`select coalesce(max(id), 0) as id from attendance_history`.execute(database);
    return { topics: [], mark: newest.rows[0]!.id };
  }
  const topics = new Set(rows.flatMap((row) => topicsOf(row.class_schedule_id, row.date)));
  return { topics: [...topics], mark: rows.at(-1)?.id ?? since };
}

/** Who listens to a class on a date, and who to everything on that date. */
export const topicsOf = (classSchedule: number, date: string): string[] => [`class:${classSchedule}:${date}`, `day:${date}`];

/** Answers are kept for two days; a client that was away longer asks anew. */
export async function forgetOldRequests(database: Database): Promise<void> {
  await sql`delete from attendance_request where created_at < now() - interval '2 days'`.execute(database);
}
