import { sql } from 'kysely';
import { messages } from '#contract/texts.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { forbidden } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { ResourceWriter } from '#server/platform/resource/writer-terms.ts';
import { isUser } from './attendance.ts';
import { isActiveWith } from './users.ts';

/** Whether a student's address is that of a user. */
export const isMailOf = (mail: unknown, { email }: Pick<CurrentUser, 'email'>): boolean =>
  typeof mail === 'string' && mail.toLowerCase() === email.toLowerCase();

/**
 * Users do not write the row of the student who they are, nor make another row theirs (R-ME-5): with
 * another address the row would not be refused as their own, and with theirs they would be that student.
 * @throws ApiError 403
 */
export function assertNotOwnMail(mail: unknown, user: Pick<CurrentUser, 'email'>): void {
  if (isMailOf(mail, user)) throw forbidden(messages.ownStudent);
}

/** The same for stored rows. @throws ApiError 403 */
export async function assertNoneIsOwn(
  database: Database,
  ids: number[],
  user: Pick<CurrentUser, 'email'>,
): Promise<void> {
  if (await someAreOwn(database, ids, user)) throw forbidden(messages.ownStudent);
}

/**
 * Users write nothing about the student who they are: enrolments, guardians, letters, messages, marks that
 * wait (R-ME-6). It takes the students of the call, once these are locked.
 * @throws ApiError 403
 */
export async function assertNotAboutOwn(
  trx: Database,
  students: number[],
  user: Pick<CurrentUser, 'email'>,
): Promise<void> {
  if (await someAreOwn(trx, students, user)) throw forbidden(messages.aboutOwnStudent);
}

async function someAreOwn(
  database: Database,
  ids: number[],
  { email }: Pick<CurrentUser, 'email'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from student s
    where s.id = any(${ids}::bigint[]) and ${isUser(email.toLowerCase())} limit 1`.execute(
    database,
  );
  return rows.length > 0;
}

/**
 * A key of a device can mark anybody: users who are active students here get none (R-ME-6).
 * @throws ApiError 403
 */
export async function assertNoStudent(
  database: Database,
  { email }: Pick<CurrentUser, 'email'>,
): Promise<void> {
  const { rows } = await sql`
    select from student s where ${isActiveWith(email.toLowerCase())} limit 1`.execute(database);
  if (rows.length > 0) throw forbidden(messages.deviceOfStudent);
}

/**
 * The same for what others have written about the student, in rows with the column `student_id`.
 * @throws ApiError 403
 */
export async function assertNoneIsAboutOwn(
  database: Database,
  table: 'red_list' | 'red_list_computed' | 'attendance_note',
  ids: number[],
  { email }: Pick<CurrentUser, 'email'>,
): Promise<void> {
  const { rows } = await sql`
    select from ${sql.table(table)} x join student s on s.id = x.student_id
    where x.id = any(${ids}::bigint[]) and ${isUser(email.toLowerCase())} limit 1`.execute(
    database,
  );
  if (rows.length > 0) throw forbidden(messages.aboutOwnStudent);
}

/** The hook of a resource that refuses to change, archive, restore or delete what is about the caller. */
export const notAboutOwn = (
  table: 'red_list' | 'attendance_note',
): Required<Pick<ResourceWriter, 'around'>> => ({
  async around(trx, { ids, user }, change) {
    await assertNoneIsAboutOwn(trx, table, ids, user);
    await change();
  },
});
