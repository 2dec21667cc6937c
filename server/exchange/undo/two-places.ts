import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { isWritten, plannedMeetings, joinedInTwoPlaces } from '#server/timetable/index.ts';
import { isWeekly } from '#server/school/meetings.ts';

/**
 * Takes back enrolments that came back in this transaction although the student has joined another class
 * at the same time since (R-ENROL-2), and names them. What overlapped before, overlaps again.
 * @param since when the operation was recorded, by the clock of the database.
 */
export async function refuseTwice(
  trx: Database,
  { today, since }: { today: string; since: string },
): Promise<void> {
  const written = sql`select e.class_schedule_id from enrolment e
    join undoing r on r.table_name = 'enrolment' and r.row_key::bigint = e.id and r.refusal is null
    where ${isWritten('e')} and r.before is not null`;
  const found = await joinedInTwoPlaces(
    trx,
    plannedMeetings(
      sql`g.date >= ${today}::date and ${isWeekly()} and g.class_schedule_id in (${written})`,
    ),
  );
  if (found.length === 0) return;
  await sql`
    update undoing r set refusal = 'the student is in ' || s.subject_code || ' at the same time by now'
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(student text, class bigint, other bigint)
    join student p on p.student_id = f.student
    join enrolment e on e.student_id = p.id and e.class_schedule_id = f.class and ${isWritten('e')}
    join class_schedule c on c.id = f.other
    join subject s on s.id = c.subject_id
    where exists (select from enrolment o where o.student_id = p.id
        and o.class_schedule_id = f.other and o.created_at > ${since}::timestamptz)
      and r.table_name = 'enrolment' and r.row_key::bigint = e.id and r.refusal is null
      and r.before is not null`.execute(trx);
  await sql`
    delete from enrolment e using undoing r
    where r.table_name = 'enrolment' and r.row_key::bigint = e.id and r.refusal is not null
      and r.after is null and ${isWritten('e')}`.execute(trx);
  await sql`
    update enrolment e set (enrolled_to, cohort_assignment_id) = (
      select n.enrolled_to, n.cohort_assignment_id from jsonb_populate_record(e, (
        select jsonb_object_agg(key.name, r.after -> key.name)
        from jsonb_object_keys(r.restore) key(name))) n)
    from undoing r
    where r.table_name = 'enrolment' and r.row_key::bigint = e.id and r.refusal is not null
      and r.before is not null and r.after is not null and ${isWritten('e')}`.execute(trx);
}
