import { studentFieldNames, type StudentField } from '#contract/student-fields.ts';

/** Fields with their own column, control and line of the profile. */
const own = new Set<StudentField>([
  'student_id',
  'first_name',
  'last_name',
  'phone_number',
  'date_of_birth',
  'gender',
  'batch',
  'student_mail',
  'rfid_number',
  'profile_image',
  'card_print_status',
]);

/** The others are shown by their label, and edited as text or a date. */
export const otherFields = studentFieldNames.filter((name) => !own.has(name));
