import { sql } from 'kysely';
import type { EraseResult } from '../../../contract/privacy.ts';
import { inTransaction } from '../../platform/database/faults.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ApiError, notFound, wrongField } from '../../platform/http/api-error.ts';
import { names } from './gather.ts';

export interface Erased extends Omit<EraseResult, 'files_removed'> {
  /** Keys of files that nothing names any more. */
  files: string[];
}

/**
 * Takes a student's data away for good and leaves a row that names nobody, so that every count, rate and export of the
 * past stays as it was. Enrolments end today.
 * @param confirmed the student ID as the caller typed it. @throws ApiError 404, 400 at `student_id`, 409 when it was done before.
 */
export function eraseStudent(database: Database, id: number, confirmed: string, today: string): Promise<Erased> {
  return inTransaction(database, async (trx) => {
    const found = await sql<{ student_id: string; first_name: string; last_name: string; profile_image: string | null; erased_at: string | null }>`
      select student_id, first_name, last_name, profile_image, erased_at from student where id = ${id} for update`.execute(trx);
    const [student] = found.rows;
    if (!student) throw notFound('This student');
    if (student.erased_at) throw new ApiError(409, { detail: 'The data of this student were erased before.' });
    if (student.student_id !== confirmed) throw wrongField('student_id', 'is not the ID of this student');

    const naming = await sql<EraseResult['notes_naming'][number]>`
      select n.id, n.date, n.class_schedule_id as class_schedule from attendance_note n where ${names(student)} order by n.date, n.id limit 100`.execute(
      trx,
    );
    const leaves = await sql<{ supporting_document: string | null }>`
      delete from leave where student_id = ${id} returning supporting_document`.execute(trx);
    await sql`update red_list set archived_at = coalesce(archived_at, now()) where student_id = ${id}`.execute(trx);
    await endTime(trx, id, today);
    // Answers that are kept for repeated requests, and exports that lie in the local inbox, hold names as well.
    await sql`
      delete from attendance_request
      where answer @> jsonb_build_object('marks', jsonb_build_array(jsonb_build_object('student', ${id}::bigint)))`.execute(trx);
    const mails = await sql`
      update mail_attachment set content = null
      where content is not null and mail_id in (select id from mail where state = 'done') returning mail_id`.execute(trx);
    const marks = await sql<{ count: number }>`select count(*) as count from attendance where student_id = ${id}`.execute(trx);

    const called = `~${id}`;
    await sql`
      update student set student_id = ${called}, uuid = gen_random_uuid(), first_name = 'Erased', last_name = 'Student', gender = null,
        phone_number = '', date_of_birth = null, student_mail = null, rfid_number = null, profile_image = null, card_print_status = null,
        archived_at = coalesce(archived_at, now()), erased_at = now()
      where id = ${id}`.execute(trx);
    return {
      student_id: called,
      marks_kept: marks.rows[0]!.count,
      leaves_removed: leaves.rows.length,
      mails_emptied: new Set(mails.rows.map((row) => (row as { mail_id: number }).mail_id)).size,
      notes_naming: naming.rows,
      files: [student.profile_image, ...leaves.rows.map((leave) => leave.supporting_document)].filter((key) => key !== null),
    };
  });
}

/** Ends what is open today; what would have begun later does not begin. */
async function endTime(trx: Database, id: number, today: string): Promise<void> {
  await sql`delete from enrolment where student_id = ${id} and enrolled_from > ${today}::date`.execute(trx);
  await sql`
    update enrolment set enrolled_to = ${today}::date
    where student_id = ${id} and (enrolled_to is null or enrolled_to > ${today}::date)`.execute(trx);
  await sql`
    update cohort_assignment set assigned_to = greatest(assigned_from, ${today}::date)
    where student_id = ${id} and (assigned_to is null or assigned_to > ${today}::date)`.execute(trx);
}
