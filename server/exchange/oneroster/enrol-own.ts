import { sql } from 'kysely';
import { enrolWanted } from './enrol-members.ts';
import { count, type Roster } from './roster.ts';
import { withStaged } from './staged-tables.ts';

/** Who is in a class of ours by the file, which an export of ours has named; it ends no enrolment. */
export async function enrolOwn(roster: Roster): Promise<void> {
  const found = await withStaged(roster.trx)
    .selectFrom('roster_member')
    .select('id')
    .where('class_schedule_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (!found) return;
  const members = sql`
    select student_id, class_schedule_id, member_from, member_to from roster_member
    where class_schedule_id is not null and student_id is not null and not gone`;
  count(roster, 'enrolment', await enrolWanted(roster.trx, members, roster.today));
}
