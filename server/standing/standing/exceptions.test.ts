import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { standingsOf } from '#server/test/standings.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-03-09T09:15:00+11:00' });
});
afterAll(() => school.close());

const migration = new URL(
  '../../platform/database/migrations/0068-meeting-exceptions.sql',
  import.meta.url,
);

/** The exceptions of all meetings, by student. */
const stored = async () =>
  (
    await sql`
      select x.meeting_id, x.scheduled, u.student, u.outcome, u.attended
      from meeting_exception x
      left join unnest(x.students, x.outcomes, x.attended) u (student, outcome, attended) on true
      order by 1, 3`.execute(school.database)
  ).rows;

it('an upgrade turns stored outcomes into the exceptions that counting the marks finds', async () => {
  const class_schedule = await school.classId('mon9');
  const mark = (student: string, status: string, date: string, more: object = {}) =>
    school.call('admin', 'POST', 'attendance/attendance/create/', {
      class_schedule,
      date,
      student,
      status,
      ...more,
    });
  await mark('S1', 'Absent', '2026-02-23');
  await mark('S2', 'Present', '2026-02-23', { late_minutes: 7 });
  await mark('S1', 'Present', '2026-03-02', { left_early_minutes: 5 });
  await mark('S2', 'Present', '2026-03-02');
  // Enrolled from the second meeting on: no exception of the first.
  await sql`
    update enrolment set enrolled_from = '2026-03-01'
    where class_schedule_id = ${class_schedule}
      and student_id = (select id from student where student_id = 'S3')`.execute(school.database);
  await standingsOf(school)();
  const counted = await stored();
  expect(counted.map((row) => (row as { outcome: number }).outcome)).toEqual(
    expect.arrayContaining([0, 1, 2, 4]),
  );

  // As the previous release stored them: a place for each mark.
  await sql`
    insert into meeting_outcome (meeting_id, scheduled, students, outcomes, attended)
    select g.id, x.scheduled, array_agg(a.student_id order by a.student_id),
      array_agg(coalesce(u.outcome, 0)::smallint order by a.student_id),
      array_agg(coalesce(u.attended, x.scheduled)::smallint order by a.student_id)
    from meeting_exception x
    join class_meeting g on g.id = x.meeting_id
    join attendance a on a.class_schedule_id = g.class_schedule_id and a.date = g.date
    left join unnest(x.students, x.outcomes, x.attended) u (student, outcome, attended)
      on u.student = a.student_id
    group by g.id, x.scheduled`.execute(school.database);
  expect(await stored()).toEqual([]);
  const text = await readFile(migration, 'utf8');
  await sql.raw(text.slice(text.indexOf('insert into meeting_exception'))).execute(school.database);
  expect(await stored()).toEqual(counted);
});
