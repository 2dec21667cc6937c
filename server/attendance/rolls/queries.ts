import { CompiledQuery, sql } from 'kysely';
import { sortName } from '#contract/person-name.ts';
import type { AttendanceRecord, AttendanceRecordDetails, RollRow, Way } from '#contract/marks.ts';
import type { Status } from '#contract/status.ts';
import type { IdOrUuid } from '#contract/fields.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { withRetry } from '#server/platform/database/transactions.ts';
import { studentContains, wordsOf } from '#server/platform/resource/search.ts';
import { recordOfUuid, uuidOfRecord } from '#server/school/record-uuid.ts';
import type { FormerCard } from '#server/school/former-cards.ts';
import { onRedList } from '#server/school/red-list.ts';
import type { ClassProblem } from '#server/school/class-problem.ts';
import { enrolledOn } from '#server/school/enrolled.ts';
import { onLeave } from '#server/school/leave.ts';
import { detailColumns, rollBegun, withDetails } from '#server/school/attendance.ts';
import { asMarkTerms, type Terms } from './terms.ts';

/**
 * Also `request`: the Idempotency-Key belongs to another request, so nothing was marked; `closed`:
 * the roll is read-only; `excused_by_leave`: only removing the leave removes the excuse;
 * `detail_of_present`, `detail_of_absent`: a detail does not fit the mark's status.
 */
export type MarkProblem =
  | ClassProblem
  | 'request'
  | 'closed'
  | 'excused_by_leave'
  | 'detail_of_present'
  | 'detail_of_absent';

/** The student of a key. */
interface FoundStudent {
  key: string;
  student: number;
  student_uuid: string;
  student_id: string;
  first_name: string;
  last_name: string;
  rfid_number: string | null;
  profile_image: string | null;
}

/** A student with the state of the record; `superseded`: a later mark stays. */
export interface Recorded extends FoundStudent {
  outcome: 'marked' | 'already' | 'changed' | 'superseded';
  id: number;
  status: Status;
  how: Way;
  marked_at: string;
  detail: {
    late_minutes?: number;
    left_early_minutes?: number;
    excuse?: string;
    arrived_at?: string;
  };
  /** The roll is closed, and stays closed. */
  closed: boolean;
  on_leave: boolean;
}

/**
 * A student without a record, because none may be written; `own`: it is the user; `held`: the mark waits for
 * an administrator (R-ROLL-25).
 */
export interface Rejected extends FoundStudent {
  outcome: 'archived' | 'not_enrolled' | 'own' | 'held' | 'withdrawn_since' | 'changed_since';
  /** ID of the student with whom this archived one was merged. */
  merged_into?: string | null;
}

/**
 * The outcome for one tapped, typed or chosen student; without a student for an unknown card or ID.
 */
export type MarkOutcome = Recorded | Rejected | Unknown;

/** A card or ID of no student; `former`: whose card it was last (R-CARD-4). */
export interface Unknown {
  outcome: 'unknown';
  key: string;
  former?: Omit<FormerCard, 'number'>;
}

export interface Marking {
  /** Idempotency-Key of the request. */
  request: string | null;
  /** Ids, or texts: card numbers, student IDs, uuids; with `ofRecord` the id of a mark. */
  keys: (string | number)[];
  /** Changes an existing mark, also of a student who has left the class. */
  ofRecord?: true;
  classSchedule: number;
  date: string;
  /** Null, with `ofRecord`: the mark keeps its status. */
  status: Status | null;
  /** Null: determined by the match, card or ID. */
  how: Way | null;
  user: number;
  now: string;
  terms: Terms;
}

/** The statement of the hot path, built once. */
const recordMarksCall =
  'select mark_students($1, $2::text[], $3, $4, $5, $6, $7, $8, $9, $10) as answer';

/** Marks students in one round trip and one transaction. */
export const recordMarks = (database: Database, marking: Marking): Promise<RecordedMarks> =>
  withRetry(() => recordMarksOnce(database, marking));

export interface RecordedMarks {
  problem?: MarkProblem;
  marks: MarkOutcome[];
}

/** Within a transaction, which is retried as a whole (function `mark_students`). */
export async function recordMarksOnce(
  database: Database,
  marking: Marking,
): Promise<RecordedMarks> {
  const isIds = typeof marking.keys[0] === 'number';
  const by = marking.ofRecord ? 'record' : isIds ? 'id' : 'any';
  const requestedKeys = marking.keys.map(String);
  // Rows are locked in one order, so that concurrent selections do not deadlock.
  const keys = isIds
    ? requestedKeys.toSorted((a, b) => Number(a) - Number(b))
    : requestedKeys.toSorted();
  const { request, classSchedule, date, status, how, user, now, terms } = marking;
  const call = CompiledQuery.raw(recordMarksCall, [
    request,
    keys,
    by,
    classSchedule,
    date,
    status,
    how,
    user,
    now,
    JSON.stringify(terms),
  ]);
  const answered = await database.executeQuery<{ answer: Partial<RecordedMarks> }>(call);
  const { problem, marks = [] } = oneRow(answered).answer;
  if (marks.length < 2) return { problem, marks };
  const places = new Map(requestedKeys.map((key, number) => [key, number]));
  // Responses stored by versions without fingerprints may belong to other keys: those come last.
  const placeOf = ({ key }: MarkOutcome) => places.get(key) ?? places.size;
  return { problem, marks: marks.sort((a, b) => placeOf(a) - placeOf(b)) };
}

const recordColumns = sql`
  a.id, s.id as student, s.uuid as student_uuid, s.student_id, s.first_name, s.last_name,
  s.profile_image,
  a.class_schedule_id as class_schedule, a.date, a.status, a.how, a.marked_at, ${detailColumns}`;
const records = sql`attendance a join student s on s.id = a.student_id ${withDetails}`;

const named = (path: IdOrUuid) => sql`a.id = ${'id' in path ? path.id : recordOfUuid(path.uuid)}`;

type StoredRecord = Omit<AttendanceRecord, 'uuid'>;
const withUuid = (row: StoredRecord): AttendanceRecord => ({ ...row, uuid: uuidOfRecord(row.id) });

export async function findRecord(
  database: Database,
  path: IdOrUuid,
): Promise<AttendanceRecord | null> {
  const { rows } = await sql<StoredRecord>`
    select ${recordColumns} from ${records} where ${named(path)}`.execute(database);
  return rows[0] ? withUuid(rows[0]) : null;
}

/** The reason of an excuse, and its author. */
export async function excuseOf(
  database: Database,
  record: Pick<AttendanceRecord, 'class_schedule' | 'date' | 'student'>,
): Promise<
  (Pick<AttendanceRecordDetails, 'excuse' | 'excuse_note'> & { changed_by: number | null }) | null
> {
  const found = await database
    .selectFrom('mark_detail')
    .select(['excuse', 'excuse_note', 'changed_by'])
    .where('class_schedule_id', '=', record.class_schedule)
    .where('date', '=', record.date)
    .where('student_id', '=', record.student)
    .executeTakeFirst();
  return found ?? null;
}

interface RollQuery {
  classSchedule: number;
  date: string;
  search?: string;
  /** Maximum number of rows. */
  limit: number;
}

/**
 * The students enrolled in a class on a date, with their marks; empty when the class does not take
 * place.
 */
export async function findRoll(
  database: Database,
  { classSchedule, date, search = '', limit }: RollQuery,
): Promise<RollRow[]> {
  const { rows } = await sql<Omit<RollRow, 'attendance_uuid'>>`
    select s.id as student, s.uuid as student_uuid, s.student_id, s.first_name, s.last_name,
      s.student_mail, s.phone_number,
      s.rfid_number, s.profile_image, a.id, coalesce(a.status, 'N/A') as status, a.marked_at, a.how,
      ${onLeave(sql`s.id`, date)} as on_leave, ${onRedList(sql`s.id`)} as in_red_list,
      ${detailColumns}
    from enrolment e
    join student s on s.id = e.student_id
    left join attendance a on a.student_id = s.id and a.date = ${date}::date
      and a.class_schedule_id = e.class_schedule_id
    ${withDetails}
    where e.class_schedule_id = ${classSchedule}
      and ${enrolledOn(date)}
      and (
        (select class_problem(${classSchedule}, ${date}::date)) is null
        or ${rollBegun(sql`${classSchedule}`, date)}
      )
      ${sql.join(
        wordsOf(search).map((word) => sql`and ${studentContains(word)}`),
        sql` `,
      )}
    limit ${limit}`.execute(database);
  return rows
    .map((row) => ({ ...row, attendance_uuid: row.id === null ? null : uuidOfRecord(row.id) }))
    .sort(byName);
}

const names = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
const byName = (a: RollRow, b: RollRow): number =>
  names.compare(sortName(a), sortName(b)) ||
  names.compare(a.first_name, b.first_name) ||
  a.student - b.student;

export async function problemOf(
  database: Database,
  classSchedule: number,
  date: string,
): Promise<ClassProblem | null> {
  const answered = await sql<{ problem: ClassProblem | null }>`
    select class_problem(${classSchedule}, ${date}::date) as problem`.execute(database);
  return oneRow(answered).problem;
}

/** The reason why a roll is read-only. */
export async function rollProblem(
  database: Database,
  { class_schedule, date }: { class_schedule: number; date: string },
  terms: Terms,
): Promise<MarkProblem | null> {
  const answered = await sql<{ problem: MarkProblem | null }>`
    select roll_problem(${class_schedule}, ${date}::date, ${asMarkTerms(terms)})
      as problem`.execute(database);
  return oneRow(answered).problem;
}

/**
 * Locks a class in the transaction that writes marks or decides about them: it waits for changes of its
 * meetings and closings of its roll, for which `lockMeetings` and `lockClass` lock it, and they wait for it
 * (R-ROLL-24).
 * @returns the reason why the roll is read-only.
 */
export async function rollProblemLocked(
  trx: Database,
  of: { class_schedule: number; date: string },
  terms: Terms,
): Promise<MarkProblem | null> {
  await lockRows(trx, 'class', [of.class_schedule], 'key share');
  return rollProblem(trx, of, terms);
}

export async function findRecords(
  database: Database,
  query: {
    search: string;
    limit: number;
    page: number;
    class_schedule?: number;
    date?: string;
    student?: IdOrUuid;
  },
) {
  const conditions = [
    sql`true`,
    ...(query.class_schedule === undefined
      ? []
      : [sql`a.class_schedule_id = ${query.class_schedule}`]),
    ...(query.date === undefined ? [] : [sql`a.date = ${query.date}`]),
    ...(query.student === undefined
      ? []
      : [
          'id' in query.student
            ? sql`s.id = ${query.student.id}`
            : sql`s.uuid = ${query.student.uuid}`,
        ]),
    ...wordsOf(query.search).map((word) => studentContains(word)),
  ];
  const where = sql.join(conditions, sql` and `);
  // One after the other: a call uses one connection.
  const { rows } = await sql<StoredRecord>`
    select ${recordColumns} from ${records} where ${where} order by a.id desc
    limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(database);
  const counted = await sql<{ total: number }>`
    select count(*) as total from attendance a join student s on s.id = a.student_id
    where ${where}`.execute(database);
  return { rows: rows.map(withUuid), total: oneRow(counted).total };
}

/** Responses of idempotent requests are stored for two days. */
export async function purgeOldRequests(database: Database): Promise<void> {
  await database
    .deleteFrom('attendance_request')
    .where('created_at', '<', sql<string>`now() - interval '2 days'`)
    .execute();
}
