import { sql } from 'kysely';
import type { TableQuery } from './table-query.ts';

/** Letters to a student, and the guardians. */
export const contactQueries = (id: number): Record<string, TableQuery> => ({
  letters: {
    columns: sql`x.number, x.kind, j.subject_code, x.title, x.body, u.name as made_by, x.made_at`,
    from: sql`letter x join app_user u on u.id = x.made_by
      left join subject j on j.id = x.subject_id`,
    id: sql`x.id`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.made_at, x.id`,
  },
  guardians: {
    columns: sql`gu.name, gu.relation, gu.email, gu.phone, gu.gets_messages, gu.consent_at,
      gu.created_at`,
    from: sql`guardian gu`,
    id: sql`gu.id`,
    where: sql`gu.student_id = ${id}`,
    order: sql`gu.id`,
  },
});

/** Messages about a student, and guardians who no longer get them. */
export const messageQueries = (id: number): Record<string, TableQuery> => ({
  'stopped-messages': {
    columns: sql`gu.name as guardian, x.stopped_at, u.name as stopped_by`,
    from: sql`message_stop x left join guardian gu on gu.id = x.guardian_id
      left join app_user u on u.id = x.stopped_by`,
    id: sql`x.id`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.id`,
  },
  messages: {
    columns: sql`x.day, x.kind, x.recipient, x.address, x.state, x.reason, x.created_at, x.handed_at,
      x.ended_at, mail.subject, mail.body,
      (select string_agg(j.subject_code, ', ' order by j.subject_code)
        from student_message_class n join class_schedule c on c.id = n.class_schedule_id
        join subject j on j.id = c.subject_id where n.message_id = x.id) as classes`,
    from: sql`student_message x left join mail on mail.id = x.mail_id`,
    id: sql`x.id`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.created_at, x.id`,
  },
});
