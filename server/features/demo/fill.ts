import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { FileName } from '../import/columns.ts';
import { checkRows } from '../import/read.ts';
import { reportLines } from '../import/report.ts';
import { runImport } from '../import/run.ts';
import { demoInstitute } from './institute.ts';

/** Loads the demo institute into an empty database, through the same door as an import. */
export async function fillDemo(database: Database, clock: Clock, say: (line: string) => void): Promise<void> {
  const filled = await sql`select 1 from class_schedule union all select 1 from student limit 1`.execute(database);
  if (filled.rows.length) return;
  say('Loading the demo institute …');
  const today = clock.today();
  const files = Object.entries(demoInstitute(today)).map(([name, rows]) =>
    checkRows(
      name as FileName,
      rows.map((values, number) => ({ line: number + 2, values })),
    ),
  );
  const report = await runImport(database, files, { dryRun: false });
  if (!report.written) throw new Error(`The demo institute does not fit:\n${reportLines(report).join('\n')}`);
  await addPast(database, clock);
}

/** Three weeks of marks up to the classes that have ended, pay codes and a leave. */
async function addPast(database: Database, clock: Clock): Promise<void> {
  const now = clock.now().toZonedDateTimeISO(clock.timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' });
  const today = clock.today();
  await database.transaction().execute(async (trx) => {
    await sql`
      insert into pay_code (paycode, amount_cents, paycode_type, details) values
        ('LEC-I', 19850, 'initial_lecture_regular', 'Initial lecture, per hour'),
        ('LEC-R', 13240, 'repeat_lecture_regular', 'Repeat lecture, per hour'),
        ('TUT', 14510, 'tutorial_regular', 'Tutorial, per hour')
      on conflict do nothing`.execute(trx);
    await sql`
      update class_schedule c set payroll_id = p.id from pay_code p
      where p.paycode = case when c.class_type = 'Tutorial' then 'TUT' else 'LEC-I' end and c.payroll_id is null`.execute(trx);
    await sql`
      with past as (
        insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
        select e.student_id, c.id, day::date, case when abs(hashtext(e.student_id || '-' || c.id || '-' || day)) % 100 < 91 then 'Present' else 'Absent' end,
          'import', (day + c.start_time) at time zone ${clock.timeZone}
        from class_schedule c
        join semester m on m.id = c.semester_id
        join enrolment e on e.class_schedule_id = c.id
        cross join generate_series(${today}::timestamp - interval '21 days', ${today}::timestamp, interval '1 day') day
        where class_problem(c.id, day::date) is null and day + c.end_time <= ${now}::timestamp
        on conflict do nothing
        returning *
      )
      insert into attendance_history (student_id, class_schedule_id, date, to_status, how, changed_at)
      select student_id, class_schedule_id, date, status, how, marked_at from past`.execute(trx);
    await sql`
      insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave)
      select id, ${today}::date - 2, ${today}::date + 5, 'grace.hall@demo.example', 'Hospital placement'
      from student where student_id like '%03' or student_id like '%31'`.execute(trx);
  });
  await addCohorts(database, today);
  await sql`analyze`.execute(database);
}

/** The groups that attend their classes together, and who has missed too many of them. */
async function addCohorts(database: Database, today: string): Promise<void> {
  await database.transaction().execute(async (trx) => {
    await sql`
      with taken as (
        select array_agg(distinct class_schedule_id order by class_schedule_id) as classes, student_id from enrolment group by student_id
      ), groups as (
        select row_number() over (order by min(student_id)) as number, classes, array_agg(student_id) as students from taken group by classes
      ), added as (
        insert into cohort (name, year) select 'Group ' || number, extract(year from ${today}::date) from groups returning id, name
      ), listed as (
        insert into cohort_schedule (cohort_id, class_schedule_id, place)
        select a.id, c.class, c.place from added a join groups g on a.name = 'Group ' || g.number
        cross join lateral unnest(g.classes) with ordinality as c(class, place)
      )
      insert into cohort_assignment (student_id, cohort_id, assigned_from)
      select s.student, a.id, ${today}::date - 21 from added a join groups g on a.name = 'Group ' || g.number
      cross join lateral unnest(g.students) as s(student)`.execute(trx);
    await sql`
      update enrolment e set cohort_assignment_id = a.id from cohort_assignment a where a.student_id = e.student_id and e.enrolled_to is null`.execute(
      trx,
    );
    await sql`
      insert into red_list (student_id, subject_id, attendance_percentage)
      select a.student_id, c.subject_id, round(100.0 * count(*) filter (where a.status = 'Present') / count(*), 1)
      from attendance a join class_schedule c on c.id = a.class_schedule_id
      group by a.student_id, c.subject_id
      having count(*) >= 3 and count(*) filter (where a.status = 'Present') between 1 and count(*) * 0.67
      on conflict do nothing`.execute(trx);
  });
}
