import { sql } from 'kysely';
import { columnsOf, valuesOf } from './own-traces.ts';
import { seedNamedRows } from './seed-named-rows.ts';
import type { TestSchool } from './test-school.ts';

const named = { sourced_id: 'Roster-Kolibri' };
const guardian = {
  sourced_id: 'Guardian-Kolibri',
  name_print: 'Name-Kolibri-012345678',
  email_print: 'Mail-Kolibri-012345678',
  phone_print: 'Call-Kolibri-012345678',
};
const member = {
  sourced_id: 'Member-Kolibri',
  member_from: '2031-09-01',
  member_to: '2031-09-30',
};

/**
 * What another system calls a student, a class of theirs without times, and rows that are called as they are.
 * @returns values by table.
 */
export async function seedRoster(
  { database }: Pick<TestSchool, 'database'>,
  id: number,
  person: Parameters<typeof seedNamedRows>[1],
) {
  await sql`
    insert into external_id (source, kind, student_id, ${columnsOf(named)})
    values ('oneroster', 'student', ${id}, ${valuesOf(named)})`.execute(database);
  await sql`
    with waiting as (
      insert into waiting_class (title, subject_id, semester_id, class_type)
      select 'Waits', subject_id, semester_id, class_type from class_schedule order by id limit 1
      returning id
    )
    insert into waiting_member (waiting_class_id, student_id, ${columnsOf(member)})
    select id, ${id}, ${valuesOf(member)} from waiting`.execute(database);
  await sql`
    insert into external_guardian (source, student_id, ${columnsOf(guardian)})
    values ('oneroster', ${id}, ${valuesOf(guardian)})`.execute(database);
  return {
    ...(await seedNamedRows(database, person)),
    external_guardian: { student_id: id, ...guardian },
    external_id: { student_id: id, ...named },
    waiting_member: { student_id: id, ...member },
  };
}
