import { sql } from 'kysely';
import type { TestSchool } from './test-school.ts';

const guardian = {
  name: 'Guardian-Kolibri',
  relation: 'Relation-Kolibri',
  email: 'guardian@kolibri.example',
  phone: 'Phone-Kolibri',
  consent_at: '2031-09-05 00:00:00+00',
};
const message = { day: '2031-09-04', address: 'Address-Kolibri', reason: 'Bounce-Kolibri' };
const mail = { subject: 'Subject-Kolibri', body: 'Mail-Kolibri' };

const stopped_at = '2026-03-01 04:05:06+00';

/** A guardian and a message of a student with values that no other row has. @returns them by table. */
export async function seedMessages({ database }: Pick<TestSchool, 'database'>, student: number) {
  const { name, relation, email, phone, consent_at } = guardian;
  await sql`
    insert into guardian (student_id, name, relation, email, phone, consent_at, consent_by,
      created_by, created_at)
    select ${student}, ${name}, ${relation}, ${email}, ${phone}, ${consent_at}, min(u.id), min(u.id),
      now() from app_user u`.execute(database);
  const mailed = await sql<{ id: number }>`
    insert into mail (kind, asked, recipient, subject, body, created_at)
    values ('message', '{}', 'x@y.example', ${mail.subject}, ${mail.body}, now())
    returning id`.execute(database);
  const { day, address, reason } = message;
  await sql`
    insert into student_message (student_id, day, kind, recipient, address, state, reason, due_at,
      created_at, mail_id)
    values (${student}, ${day}, 'absence', 'student', ${address}, 'queued', ${reason}, now(), now(),
      ${mailed.rows[0]!.id})`.execute(database);
  await sql`
    insert into message_stop (student_id, stopped_at) values (${student}, ${stopped_at})`.execute(
    database,
  );
  return {
    guardian: { student_id: student, ...guardian },
    message_stop: { student_id: student, stopped_at },
    student_message: { student_id: student, ...message },
    mail,
  };
}
