import type { Answer, TestSchool } from './test-school.ts';

/** A student whose values occur nowhere else. */
export const person = {
  student_id: 'QX93771',
  first_name: 'Zyxandria',
  last_name: 'Quuxington-Ößt',
  phone_number: '+61 499123987',
  date_of_birth: '1931-07-19',
  gender: 'other',
  batch: 'Batch-Wvu77',
  student_mail: 'Zyx.Quux@students.example',
  rfid_number: '998877665544',
  card_print_status: 'collected',
};
/** The student's leave, without the student and the document. */
export const leave = {
  leave_from: '2031-08-17',
  leave_to: '2031-08-23',
  faculty_email: 'kolibri.dean@school.example',
  reason_for_leave: 'Reason-Kolibri',
};

/** Requests as accounts, which may erase. */
export const callerOf =
  (school: TestSchool) =>
  (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers = {},
  ): Promise<Answer> =>
    school.call('account', method, `attendance/${path}`, body, headers);

/** Puts a student on the red list of the first subject. */
export async function addToRedList(school: TestSchool, student: number): Promise<Answer> {
  const call = callerOf(school);
  const subject = (await call('GET', 'subjects/?limit=1')).body.results[0].id;
  return call('POST', 'redlistedstudents/', { student, subject, attendance_percentage: 40 });
}
