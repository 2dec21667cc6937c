import { sql } from 'kysely';
import type { TestSchool } from './test-school.ts';
import { pdf, png, sendFile, uploadFile } from './upload.ts';

/**
 * Rows for the calls that read and have none of `rowsFor`.
 * @returns the addresses of these calls, with a star after each value.
 */
export async function moreRowsFor(school: TestSchool): Promise<Record<string, string>> {
  const { database } = school;
  await sendFile(school, 'admin', 'attendance/settings/logo/', 'files', png, 'logo.png');
  const file = await uploadFile(school, 'leave-application', pdf, 'letter.pdf');
  const link = await school.call('teacher', 'POST', 'attendance/calendar-link/create/', {});
  const secret = /\/calendar\/([\w-]+)/.exec(JSON.stringify(link.body))?.[1] ?? '';
  const student = sql`(select min(id) from student)`;
  const day = sql`'2026-03-02'::date`;
  const insert = async (table: string, columns: string, values: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(table)} (${sql.raw(columns)}) select ${values}
      returning id`.execute(database);
    return `${rows[0]?.id}*`;
  };
  const cohort = await insert('cohort', 'name, year', sql`'First', 2026`);
  const assigned = await insert(
    'cohort_assignment',
    'student_id, cohort_id, assigned_from',
    sql`${student}, (select min(id) from cohort), ${day}`,
  );
  const leave = await insert(
    'leave',
    'student_id, leave_from, leave_to, faculty_email, reason_for_leave',
    sql`${student}, ${day}, ${day}, 'dean@school.example', 'Ill'`,
  );
  const listed = await insert(
    'red_list',
    'student_id, subject_id, attendance_percentage',
    sql`${student}, (select min(id) from subject), 50`,
  );
  const code = await insert(
    'pay_code',
    'paycode, amount_cents, paycode_type',
    sql`'P1', 4000, 'initial_lecture_regular'`,
  );
  const mail = await insert(
    'mail',
    'kind, asked, recipient, requested_by, subject, body, state, created_at, finished_at',
    sql`'list', '{}'::jsonb, 'ada@school.example', (select min(id) from app_user), 'List', '', 'done',
      now(), now()`,
  );
  await sql`
    insert into mail_attachment (mail_id, place, name, content_type, size, content)
    select min(id), 0, 'list.csv', 'text/csv', 1, 'x'::bytea from mail`.execute(database);
  const at = '/api/v2/attendance';
  return {
    [`${at}/calendar/:secret`]: `${at}/calendar/${secret}*`,
    [`${at}/cohort/:id`]: `${at}/cohort/${cohort}`,
    [`${at}/studentcohortassignment/:id`]: `${at}/studentcohortassignment/${assigned}`,
    [`${at}/leave/:id`]: `${at}/leave/${leave}`,
    [`${at}/redlistedstudents/:id`]: `${at}/redlistedstudents/${listed}`,
    [`${at}/payrolls/:id`]: `${at}/payrolls/${code}`,
    [`${at}/jobs/:id`]: `${at}/jobs/${mail}`,
    [`${at}/inbox/:id`]: `${at}/inbox/${mail}`,
    [`${at}/inbox/:id/attachments/:place`]: `${at}/inbox/${mail}/attachments/0*`,
    // The whole of a file's address is signed.
    '/file/:category/:name': file
      .replace(/\/([\w-]+)\/([^/?]+)\?/, '/$1*/$2*?')
      .replaceAll(/(?=&|$)/g, '*'),
  };
}
