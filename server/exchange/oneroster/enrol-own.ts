import { sql } from 'kysely';
import { enrolWanted } from './enrol-members.ts';
import { count, type Roster } from './roster.ts';

/** Who is in a class of ours by the file, which an export of ours has named; it ends no enrolment. */
export async function enrolOwn(roster: Roster): Promise<void> {
  const { rows } = await sql`
    select from roster_member where class_schedule_id is not null limit 1`.execute(roster.trx);
  if (rows.length === 0) return;
  const members = sql`
    select student_id, class_schedule_id, member_from, member_to from roster_member
    where class_schedule_id is not null and student_id is not null and not gone`;
  count(roster, 'enrolment', await enrolWanted(roster.trx, members, roster.today));
}
