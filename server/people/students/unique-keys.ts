import { sql, type RawBuilder } from 'kysely';
import { sameKeyForm, type UniqueKeys } from '#server/platform/resource/unique.ts';

/** Users who edit students may read them: the message names the other student. */
const otherStudent = (text: string, conflict: RawBuilder<unknown>) => sql<string>`(
  select ${text}::text || ' ' || person_name(other.first_name, other.last_name)
    || ' (' || other.student_id || ')'
  from others other, candidate where ${conflict} order by other.id limit 1)`;

/** The unique keys of students and their cards, each with its field and message. */
export const uniqueStudentKeys: UniqueKeys = {
  student_student_id_key: ['student_id'],
  student_id_any_case: ['student_id', 'already exists with other capital letters'],
  student_rfid_number_key: [
    'rfid_number',
    'is the card of another student',
    undefined,
    otherStudent('is the card of', sql`other.rfid_number = candidate.rfid_number`),
  ],
  student_key_form: [
    'rfid_number',
    'is the card of another student',
    sameKeyForm('rfid_number'),
    otherStudent('is the card of', sameKeyForm('rfid_number')),
  ],
  student_card_is_a_student_id: [
    'rfid_number',
    'must not be the student ID of another student',
    sql`other.student_id = candidate.rfid_number`,
  ],
  student_id_is_a_card: [
    'student_id',
    'must not be the card of another student',
    sql`other.rfid_number = candidate.student_id`,
    otherStudent('must not be the card of', sql`other.rfid_number = candidate.student_id`),
  ],
  student_card_is_a_teachers: [
    'rfid_number',
    'is the card of a teacher',
    sql`exists (select from teacher t where t.key_form = key_form(candidate.rfid_number))`,
  ],
  student_card_was_revoked: ['rfid_number', 'was lost or replaced by another student'],
  student_id_is_a_teachers_card: [
    'student_id',
    'must not be the card of a teacher',
    sql`exists (select from teacher t where lower(t.card_number) = lower(candidate.student_id))`,
  ],
};
