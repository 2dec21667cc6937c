import { sql } from 'kysely';
import { messages } from '#contract/texts.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { isUser } from '#server/school/attendance.ts';
import { lockAddresses, staffAmong } from '#server/school/one-role-addresses.ts';
import { isMailOf } from '#server/school/own-row.ts';
import type { RowResolver } from './references.ts';
import type { StepContext } from './step.ts';
import type { Line } from './student-line.ts';

/** Rejects changes of the student who the user is, and rows that would make one theirs (R-ME-5). */
export async function withoutOwn(
  database: Database,
  rows: Line[],
  { resolver, columns, by }: { resolver: RowResolver } & Pick<StepContext, 'columns' | 'by'>,
): Promise<Line[]> {
  if (!by) return rows;
  const { rows: found } = await sql<{ student_id: string; row: Record<string, string | null> }>`
    select student_id, to_jsonb(s) as row from student s
    where ${isUser(by.email.toLowerCase())}`.execute(database);
  const own = new Map(found.map(({ student_id, row }) => [student_id, row]));
  return rows.filter(({ line, row }) => {
    const before = own.get(row.student_id);
    const isOwn = before
      ? Object.entries(row).some(([field, to]) => columns.includes(field) && to !== before[field])
      : isMailOf(row.student_mail, by);
    return !isOwn || resolver.reject(line, 'student_id', messages.ownStudent);
  });
}

/** Rejects rows that would give a student the address of a member of staff (R-ME-7). */
export async function withoutStaff(
  database: Database,
  rows: Line[],
  {
    resolver,
    columns,
    staff,
    ofBothRoles,
    dryRun,
  }: { resolver: RowResolver } & Pick<StepContext, 'columns' | 'staff' | 'ofBothRoles' | 'dryRun'>,
): Promise<Line[]> {
  if (!columns.includes('student_mail')) return rows;
  // A check takes minutes: forms about these people do not wait for it.
  if (!dryRun) await lockAddresses(database, 'students');
  const mails = rows.map(({ row }) => row.student_mail);
  const ofStaff = await staffAmong(database, mails, staff);
  for (const mail of ofBothRoles ?? []) ofStaff.delete(mail);
  if (ofStaff.size === 0) return rows;
  const stored = await database
    .selectFrom('student')
    .select(['student_id', sql<string>`lower(student_mail)`.as('mail')])
    .where(sql`lower(student_mail)`, '=', anyOf.texts([...ofStaff]))
    .execute();
  const theirs = new Map(stored.map(({ student_id, mail }) => [student_id, mail]));
  return rows.filter(({ line, row }) => {
    const mail = row.student_mail?.toLowerCase() ?? '';
    const isNew = ofStaff.has(mail) && theirs.get(row.student_id) !== mail;
    return !isNew || resolver.reject(line, 'student_mail', messages.addressOfStaff);
  });
}
