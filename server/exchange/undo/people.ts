import { sql } from 'kysely';
import { messages } from '#contract/texts.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { findErasedIds } from '#server/school/erased-ids.ts';
import type { RecordedTable } from './tables.ts';
import { withUndoing } from './undo-table.ts';

/** What users change neither of the student who they are nor about them (R-ME-5, R-ME-6, R-LEAVE-2). */
const ofOneself = [
  'student',
  'student_card',
  'guardian',
  'external_guardian',
  'leave',
  'enrolment',
  'cohort_assignment',
  'cohort_transfer',
  'waiting_member',
  'red_list',
  'attendance_note',
] as const satisfies RecordedTable[];

/**
 * Students who would come back with an ID that somebody else has by now: found here at once, and not row
 * by row by the database.
 */
export async function refuseTakenIds(trx: Database): Promise<void> {
  await sql`
    update undoing u set refusal = 'its student ID is the ID or card of another student by now'
    where u.table_name = 'student' and u.refusal is null and u.after is null and exists (
      select from student s
      where lower(s.student_id) = lower(u.restore ->> 'student_id')
        or s.rfid_number = u.restore ->> 'student_id')`.execute(trx);
}

/**
 * Nothing of an erased student comes back, rows of a merged one belong to somebody else by now, and
 * no user undoes a change of the student who they are, or of what others have written about them.
 */
export async function refusePeople(trx: Database, user: CurrentUser): Promise<void> {
  await sql`
    update undoing u set refusal = case
      when s.erased_at is not null then 'the data of this student were erased'
      when s.merged_into is not null then 'was merged with another student since'
      else 'is your own: somebody else has to undo it'
    end
    from student s
    where u.refusal is null and s.id = u.student_id and (
      s.erased_at is not null or s.merged_into is not null
      or (u.table_name = any(${[...ofOneself]}::text[]) and lower(s.student_mail) = ${user.email}))`.execute(
    trx,
  );
  await withUndoing(trx)
    .updateTable('undoing')
    .set({ refusal: messages.ownStudent })
    .where('refusal', 'is', null)
    .where('table_name', '=', 'student')
    .where(sql`lower(restore ->> 'student_mail')`, '=', user.email)
    .execute();
  const rows = await withUndoing(trx)
    .selectFrom('undoing')
    .select(['row_key as key', sql<string>`before ->> 'student_id'`.as('id')])
    .where('table_name', '=', 'student')
    .where('refusal', 'is', null)
    .where('after', 'is', null)
    .execute();
  if (rows.length === 0) return;
  const erased = await findErasedIds(
    trx,
    rows.map(({ id }) => id),
  );
  const gone = rows.filter(({ id }) => erased.has(id)).map(({ key }) => key);
  await withUndoing(trx)
    .updateTable('undoing')
    .set({ refusal: 'the data of this student were erased' })
    .where('table_name', '=', 'student')
    .where('row_key', '=', anyOf.texts(gone))
    .execute();
}
