import type { Answer, Caller, TestSchool } from './test-school.ts';
import { sendFile } from './upload.ts';

export const header = 'student_id,first_name,last_name,phone_number,date_of_birth,rfid_number';

/** Sends a CSV of students as an administrator. @param query with its question mark. */
export const uploadStudents = (
  school: TestSchool,
  text: string | Buffer,
  query = '',
  fields?: Record<string, string>,
  name = 'students.csv',
): Promise<Answer> =>
  sendFile(
    school,
    'admin',
    `attendance/bulk-student-upload/${query}`,
    'file',
    Buffer.from(text),
    name,
    fields,
  );

/** Sends a CSV of students or guardians. */
export const uploadRowsOf = (
  school: TestSchool,
  what: 'student' | 'guardian',
  text: string,
  {
    query = '',
    caller = 'admin',
    fields,
  }: { query?: string; caller?: Caller; fields?: Record<string, string> | undefined } = {},
): Promise<Answer> =>
  sendFile(
    school,
    caller,
    `attendance/bulk-${what}-upload/${query}`,
    'file',
    Buffer.from(text),
    `${what}s.csv`,
    fields,
  );

export async function studentCount(school: TestSchool): Promise<number> {
  return (await school.call('admin', 'GET', 'attendance/students/?limit=1')).body.total;
}
