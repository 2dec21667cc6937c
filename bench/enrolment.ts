import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { median } from './load.ts';

const group = 500;

/**
 * Enrols a group of 500, each with ten classes, in a cohort of 8 schedules; the median of five
 * times, in ms.
 */
export async function measureEnrolment(
  database: Database,
  base: string,
  headers: Record<string, string>,
): Promise<number> {
  await sql`
    insert into student (student_id, first_name, last_name, phone_number, date_of_birth)
    select 'G' || n, 'Group', 'Member ' || n, '1', '2005-01-01'
    from generate_series(1, ${group}::int) n on conflict do nothing`.execute(database);
  await sql`
    insert into cohort (name, year) values ('Bench group', 2027) on conflict do nothing`.execute(
    database,
  );
  // Sixteen classes at different times: half belong to the cohort, half to existing enrolments.
  const { rows: classes } = await sql<{ id: number }>`
    select min(id) as id from class_schedule group by day_of_week, start_time
    order by day_of_week, start_time limit 16`.execute(database);
  const ids = classes.map(({ id }) => id);
  const { rows } = await sql<{
    id: number;
  }>`select id from cohort where name = 'Bench group'`.execute(database);
  const cohort = rows[0]!.id;
  await sql`
    insert into cohort_schedule (cohort_id, class_schedule_id, place)
    select ${cohort}, id, id from unnest(${ids.slice(0, 8)}::bigint[]) as c(id)
    on conflict do nothing`.execute(database);
  const { rows: members } = await sql<{
    id: number;
  }>`select id from student where last_name like 'Member %'`.execute(database);
  const students = members.map(({ id }) => id);
  await sql`
    insert into enrolment (student_id, class_schedule_id, enrolled_from)
    select s.id, c.id, '2026-07-01' from unnest(${students}::bigint[]) s(id)
    cross join unnest(${ids.slice(8)}::bigint[]) c(id)
    on conflict do nothing`.execute(database);

  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const started = performance.now();
    const answer = await fetch(`${base}/api/v2/attendance/studentcohortassignment/create/`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ student: students, cohort, confirm_capacity: true }),
    });
    const { results = [] } = (await answer.json()) as { results?: unknown[] };
    times.push(performance.now() - started);
    if (answer.status !== 201 || results.length !== group)
      throw new Error(`enrolling: ${answer.status}, ${results.length} enrolled`);
    await sql`
      delete from enrolment where cohort_assignment_id in (
        select id from cohort_assignment where cohort_id = ${cohort})`.execute(database);
    await sql`delete from cohort_assignment where cohort_id = ${cohort}`.execute(database);
  }
  return median(times);
}
