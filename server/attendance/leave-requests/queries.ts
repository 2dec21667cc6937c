import { sql, type RawBuilder } from 'kysely';
import {
  leaveRequestLimits,
  type LeaveRequest,
  type MyLeaveRequest,
} from '#contract/attendance/leave-request.ts';
import type { LeaveRequestState } from '#contract/attendance/leave-request-states.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { readCountedPage, type Page } from '#server/platform/http/lists.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { studentContains, wordsOf } from '#server/platform/resource/search.ts';
import { isUser } from '#server/school/attendance.ts';
import { listedStudent } from '#server/school/student-listed.ts';

/** A student has few, for years. */
const maxOwn = 200;

/** The document that the student sent: with the request, or with the leave once it is approved. */
const sentDocument = sql`coalesce(x.supporting_document, (
  select l.supporting_document from leave l join stored_file f on f.key = l.supporting_document
  where l.id = x.leave_id and f.uploaded_by = x.requested_by))`;

const shown = sql`
  x.id, x.leave_from, x.leave_to, x.reason_for_leave, x.state, x.requested_at, x.decided_at,
  x.answer, ${sentDocument} as supporting_document`;

/** The requests of a student, the latest first; the document is the key of a file. */
export async function requestsOf(
  database: Database,
  student: number,
  id: number | null = null,
): Promise<MyLeaveRequest[]> {
  const { rows } = await sql<MyLeaveRequest>`
    select ${shown} from leave_request x
    where x.student_id = ${student} and (${id}::bigint is null or x.id = ${id})
    order by x.requested_at desc, x.id desc limit ${maxOwn}`.execute(database);
  return rows;
}

/** Who reads or decides. */
type Reader = Pick<CurrentUser, 'id' | 'email'>;

/** Also where the student's address was changed after the request. */
const isOwn = ({ email, id }: Reader) =>
  sql`(${isUser(email.toLowerCase())} or x.requested_by = ${id})`;

const columns = (reader: Reader) => sql`
  ${shown}, x.leave_id, u.name as decided_by, ${listedStudent} as student,
  ${isOwn(reader)} as is_own`;
const joins = sql`
  join student s on s.id = x.student_id left join app_user u on u.id = x.decided_by`;

interface RequestsQuery {
  search: string;
  limit: number;
  page: number;
  state?: LeaveRequestState | undefined;
  student?: number | undefined;
  ordering: string;
}

const sortKeys: Record<string, RawBuilder<unknown>> = {
  requested_at: sql`x.requested_at`,
  leave_from: sql`x.leave_from`,
  student: sql`s.student_id`,
};

/** A page of requests, those to be decided first, then the latest. */
export async function pageOfRequests(
  database: Database,
  { search, state, student, ordering, ...page }: RequestsQuery,
  reader: Reader,
): Promise<Page<LeaveRequest>> {
  const conditions: RawBuilder<unknown>[] = [
    sql`true`,
    ...(state === undefined ? [] : [sql`x.state = ${state}`]),
    ...(student === undefined ? [] : [sql`x.student_id = ${student}`]),
    ...wordsOf(search).map((word) => studentContains(word)),
  ];
  const direction = ordering.startsWith('-') ? sql`desc` : sql`asc`;
  const key = sortKeys[ordering.replace('-', '')] ?? sql`x.id`;
  return readCountedPage(page, (rows, offset) =>
    sql<LeaveRequest & { total: number }>`
      select ${columns(reader)}, count(*) over () as total
      from leave_request x ${joins}
      where ${sql.join(conditions, sql` and `)}
      order by x.state <> 'requested', ${key} ${direction}, x.id
      limit ${rows} offset ${offset}`.execute(database),
  );
}

export async function findRequest(
  database: Database,
  id: number,
  reader: Reader,
): Promise<LeaveRequest | null> {
  const { rows } = await sql<LeaveRequest>`
    select ${columns(reader)} from leave_request x ${joins} where x.id = ${id}`.execute(database);
  return rows[0] ?? null;
}

/** How many requests a student has made within a day, and how many are open. */
export async function countRequests(
  database: Database,
  student: number,
  now: string,
): Promise<{ today: number; open: number }> {
  return oneRow(
    await sql<{ today: number; open: number }>`
      select count(*) filter (where requested_at > ${now}::timestamptz - interval '1 day') as today,
        count(*) filter (where state = 'requested') as open
      from leave_request where student_id = ${student}`.execute(database),
  );
}

/** How many requests of all students wait for a decision. */
export async function countWaiting(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom('leave_request')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', sql.lit('requested'))
    .executeTakeFirstOrThrow();
  return count;
}

export const isTooMany = ({ today, open }: { today: number; open: number }): boolean =>
  today >= leaveRequestLimits.perDay || open >= leaveRequestLimits.open;

interface Decidable {
  id: number;
  student_id: number;
  leave_from: string;
  leave_to: string;
  reason_for_leave: string;
  supporting_document: string | null;
  state: LeaveRequestState;
  is_own: boolean;
  student_mail: string | null;
  archived_at: string | null;
}

/** Locks a request, after its student: of two decisions the first counts. */
export async function lockRequest(
  trx: Database,
  id: number,
  reader: Reader,
): Promise<Decidable | undefined> {
  const found = await trx
    .selectFrom('leave_request')
    .select('student_id')
    .where('id', '=', id)
    .executeTakeFirst();
  await lockRows(trx, 'student', [found?.student_id], 'key share');
  const { rows } = await sql<Decidable>`
    select x.id, x.student_id, x.leave_from, x.leave_to, x.reason_for_leave,
      x.supporting_document, x.state, ${isOwn(reader)} as is_own, s.student_mail, s.archived_at
    from leave_request x join student s on s.id = x.student_id
    where x.id = ${id} for update of x`.execute(trx);
  return rows[0];
}

/** The document goes from the request to the leave that is written next. */
export async function releaseForLeave(
  trx: Database,
  { id, supporting_document }: Pick<Decidable, 'id' | 'supporting_document'>,
): Promise<void> {
  await trx
    .updateTable('leave_request')
    .set({ supporting_document: null })
    .where('id', '=', id)
    .execute();
  if (supporting_document === null) return;
  await trx
    .updateTable('stored_file')
    .set({ owner_id: null, released_at: null })
    .where('key', '=', supporting_document)
    .execute();
}
