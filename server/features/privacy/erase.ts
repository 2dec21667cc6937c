import { sql } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import type { EraseResult } from '../../../contract/privacy.ts';
import { inTransaction } from '../../platform/database/faults.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ApiError, notFound, wrongField } from '../../platform/http/api-error.ts';
import { dropAnswers, emptyMails, forgetAddress } from './copies.ts';
import { idHmacs } from './erased-ids.ts';
import type { Erasure } from './erasures.ts';
import { cleanNotes } from './notes.ts';
import { namingOf } from './redact.ts';

export interface Erased extends Omit<EraseResult, 'files_removed'> {
  /** Keys of the files that the student and the leaves had. */
  files: string[];
  erasure: Erasure;
}

interface Erasing {
  /** The student ID as the caller typed it; left out where a recorded erasure is done again. */
  confirmed?: string;
  /** Takes names and numbers out of notes. */
  redactNotes: boolean;
  today: string;
  now: string;
}

interface Student {
  id: number;
  uuid: string;
  student_id: string;
  first_name: string;
  last_name: string;
  phone_number: string;
  student_mail: string | null;
  rfid_number: string | null;
  profile_image: string | null;
  erased_at: string | null;
}

/**
 * Takes a student's data away for good and leaves a row that names nobody, so that every count, rate and export of the
 * past stays as it was. Enrolments end today. Files are released; the caller removes them once this is saved.
 * @throws ApiError 404, 400 at `student_id`, 409 when it was done before.
 */
export function eraseStudent(database: Database, id: number, { confirmed, redactNotes, today, now }: Erasing): Promise<Erased> {
  return inTransaction(database, async (trx) => {
    // Before the student's row, as an import does: neither waits for the other in a circle.
    await sql`lock table erasure in row exclusive mode`.execute(trx);
    const found = await sql<Student>`
      select id, uuid, student_id, first_name, last_name, phone_number, student_mail, rfid_number, profile_image, erased_at
      from student where id = ${id} for update`.execute(trx);
    const [student] = found.rows;
    if (!student) throw notFound('This student');
    if (student.erased_at) throw new ApiError(409, { detail: 'The data of this student were erased before.' });
    if (confirmed !== undefined && student.student_id !== confirmed) throw wrongField('student_id', 'is not the ID of this student');

    const { first_name, last_name, student_id, rfid_number, student_mail, phone_number } = student;
    const naming = namingOf(first_name, last_name, [student_id, rfid_number, student_mail, phone_number]);
    const notes = await cleanNotes(trx, id, naming, redactNotes);
    const leaves = await sql<{ supporting_document: string | null }>`
      delete from leave where student_id = ${id} returning supporting_document`.execute(trx);
    await sql`update red_list set archived_at = coalesce(archived_at, now()) where student_id = ${id}`.execute(trx);
    await endTime(trx, id, today);
    await dropAnswers(trx, student);
    const mails = await emptyMails(trx);
    await forgetAddress(trx, student, now);
    const marks = await sql<{ count: number }>`select count(*) as count from attendance where student_id = ${id}`.execute(trx);

    const erasure = await record(trx, student);
    const called = await freePlaceholder(trx, id);
    await sql`
      update student set student_id = ${called}, uuid = gen_random_uuid(), first_name = 'Erased', last_name = 'Student', gender = null,
        phone_number = '', date_of_birth = null, batch = null, student_mail = null, rfid_number = null, profile_image = null,
        card_print_status = null, archived_at = coalesce(archived_at, now()), erased_at = now()
      where id = ${id}`.execute(trx);
    const keys = [student.profile_image, ...leaves.rows.map((leave) => leave.supporting_document)];
    return {
      student_id: called,
      marks_kept: marks.rows[0]!.count,
      leaves_removed: leaves.rows.length,
      mails_emptied: mails,
      notes_redacted: notes.changed,
      notes_naming: notes.left,
      files: keys.filter((key) => key !== null),
      erasure,
    };
  });
}

/** Without a value of the student's: what a restore and an import recognise them by. */
async function record(trx: Database, { id, uuid, student_id }: Student): Promise<Erasure> {
  const [hmac] = await idHmacs(trx, [student_id]);
  const { rows } = await sql<Erasure>`
    insert into erasure (student_id, uuid_sha256, id_hmac) values (${id}, sha256(convert_to(${uuid}::uuid::text, 'UTF8')), ${hmac})
    on conflict (student_id) do update set uuid_sha256 = excluded.uuid_sha256, id_hmac = excluded.id_hmac
    returning student_id as student, encode(uuid_sha256, 'hex') as uuid_sha256, erased_at as at`.execute(trx);
  return rows[0]!;
}

/** What the row is called from now on. IDs and cards that begin with ~ may be there from before they were reserved. */
async function freePlaceholder(trx: Database, id: number): Promise<string> {
  const usual = `~${id}`;
  const random = () => `~${Math.random().toString(36).slice(2)}`.slice(0, limits.studentIdLength);
  const candidates = [...(usual.length <= limits.studentIdLength ? [usual] : []), ...Array.from({ length: 20 }, random)];
  const { rows } = await sql<{ free: string }>`
    select c.free from unnest(${candidates}::text[]) with ordinality as c(free, place)
    where not exists (select from student s where s.student_id = c.free or s.rfid_number = c.free) order by c.place limit 1`.execute(trx);
  if (!rows[0]) throw new Error('No free ID for an erased student.');
  return rows[0].free;
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
