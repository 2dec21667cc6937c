import { sql } from 'kysely';
import { attended } from '#server/school/status.ts';
import { keysOf } from '#contract/keys-of.ts';
import type { Clock } from '#server/platform/clock.ts';
import { setAct } from '#server/platform/database/act.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { beginOpenRolls } from '#server/school/open-rolls-from.ts';
import { checkRows, reportLines, runImport } from '#server/exchange/index.ts';
import { accountWith } from './accounts.ts';
import { addFollowUps } from './follow-ups.ts';
import { demoInstitute } from './institute.ts';

/** Imports the demo institute into an empty database; only one of several concurrent starts does it. */
export async function fillDemo(
  database: Database,
  clock: Clock,
  log: (line: string) => void,
): Promise<void> {
  await database.transaction().execute(async (claim) => {
    // Other starts wait for this lock, and then find the institute.
    await claim
      .insertInto('server_secret')
      .values({ name: 'demo', value: 'is being loaded' })
      .execute();
    await fillEmpty(database, clock, log);
    await claim.deleteFrom('server_secret').where('name', '=', 'demo').execute();
  });
}

async function fillEmpty(
  database: Database,
  clock: Clock,
  log: (line: string) => void,
): Promise<void> {
  const filled =
    await sql`select 1 from class_schedule union all select 1 from student limit 1`.execute(
      database,
    );
  if (filled.rows.length) return;
  log('Loading the demo institute …');
  const today = clock.today();
  const institute = demoInstitute(today);
  const files = keysOf(institute).map((name) =>
    checkRows(
      name,
      institute[name].map((values, number) => ({ line: number + 2, values })),
    ),
  );
  const report = await runImport(database, files, {
    dryRun: false,
    today,
    now: clock.now().toString(),
  });
  if (!report.written)
    throw new Error(`The demo institute does not fit:\n${reportLines(report).join('\n')}`);
  await addPast(database, clock);
}

const payCodes = [
  {
    paycode: 'LEC-I',
    amount_cents: 19850,
    paycode_type: 'initial_lecture_regular',
    details: 'Initial lecture, per hour',
  },
  {
    paycode: 'LEC-R',
    amount_cents: 13240,
    paycode_type: 'repeat_lecture_regular',
    details: 'Repeat lecture, per hour',
  },
  {
    paycode: 'TUT',
    amount_cents: 14510,
    paycode_type: 'tutorial_regular',
    details: 'Tutorial, per hour',
  },
];

/** Marks of three weeks, whose rolls are expected, pay codes and a leave. */
async function addPast(database: Database, clock: Clock): Promise<void> {
  const now = clock
    .now()
    .toZonedDateTimeISO(clock.timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });
  const today = clock.today();
  await beginOpenRolls(database, clock.now().subtract({ hours: 21 * 24 }));
  await database.transaction().execute(async (trx) => {
    await trx
      .insertInto('pay_code')
      .values(payCodes)
      .onConflict((same) => same.doNothing())
      .execute();
    // From their first date on: check-ins of the past are paid as well.
    await setAct(trx, { from: '0001-01-01' });
    await sql`
      update class_schedule c set payroll_id = p.id from pay_code p
      where p.paycode = case when c.class_type = 'Tutorial' then 'TUT' else 'LEC-I' end
        and c.payroll_id is null`.execute(trx);
    await setAct(trx, { from: null });
    await sql`
      with past as (
        insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
        select e.student_id, c.id, day::date,
          case when abs(hashtext(e.student_id || '-' || c.id || '-' || day)) % 100 < 91
            then 'Present' else 'Absent' end,
          'import', (day + c.start_time) at time zone ${clock.timeZone}
        from class_schedule c
        join semester m on m.id = c.semester_id
        join enrolment e on e.class_schedule_id = c.id
        cross join generate_series(${today}::timestamp - interval '21 days', ${today}::timestamp,
          interval '1 day') day
        where class_problem(c.id, day::date) is null and day + c.end_time <= ${now}::timestamp
        on conflict do nothing
        returning *
      )
      insert into attendance_history (student_id, class_schedule_id, date, to_status, how,
        changed_at)
      select student_id, class_schedule_id, date, status, how, marked_at from past`.execute(trx);
    await sql`
      insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave)
      select id, ${today}::date - 2, ${today}::date + 5, 'grace.hall@demo.example',
        'Hospital placement'
      from student where student_id like '%03' or student_id like '%31'`.execute(trx);
  });
  await addCohorts(database, today);
  await addCheckIns(database, clock);
  await addFollowUps(database, clock);
  await sql`analyze`.execute(database);
}

/** The groups that attend classes together, and students with many absences. */
async function addCohorts(database: Database, today: string): Promise<void> {
  await database.transaction().execute(async (trx) => {
    await sql`
      with taken as (
        select array_agg(distinct class_schedule_id order by class_schedule_id) as classes, student_id
        from enrolment group by student_id
      ), groups as (
        select row_number() over (order by min(student_id)) as number, classes,
          array_agg(student_id) as students
        from taken group by classes
      ), added as (
        insert into cohort (name, year)
        select 'Group ' || number, extract(year from ${today}::date) from groups returning id, name
      ), listed as (
        insert into cohort_schedule (cohort_id, class_schedule_id, place)
        select a.id, c.class, c.place from added a join groups g on a.name = 'Group ' || g.number
        cross join lateral unnest(g.classes) with ordinality as c(class, place)
      )
      insert into cohort_assignment (student_id, cohort_id, assigned_from)
      select s.student, a.id,
        (select min(e.enrolled_from) from enrolment e where e.student_id = s.student) from added a
      join groups g on a.name = 'Group ' || g.number
      cross join lateral unnest(g.students) as s(student)`.execute(trx);
    await sql`
      update enrolment e set cohort_assignment_id = a.id from cohort_assignment a
      where a.student_id = e.student_id and e.enrolled_to is null`.execute(trx);
    await sql`
      insert into red_list (student_id, subject_id, attendance_percentage)
      select a.student_id, c.subject_id,
        round(100.0 * count(*) filter (where ${attended()}) / count(*))
      from attendance a join class_schedule c on c.id = a.class_schedule_id
      group by a.student_id, c.subject_id
      having count(*) >= 3
        and count(*) filter (where ${attended()}) between 1 and count(*) * 0.67
      on conflict do nothing`.execute(trx);
  });
}

/**
 * Check-ins of the last three weeks: some by stand-ins, some missing; those of the first two weeks
 * are completed. Also notes.
 */
async function addCheckIns(database: Database, clock: Clock): Promise<void> {
  const today = clock.today();
  const accounts = accountWith('account');
  await database.transaction().execute(async (trx) => {
    await sql`
      insert into app_user (email, name)
      select email, person_name(first_name, last_name) from teacher
      union all values (${accounts.email}, ${accounts.name})
      on conflict (email) do nothing`.execute(trx);
    await sql`
      with taught as (
        select c.*, day::date as date, abs(hashtext(c.id || '/' || day)) % 100 as chance,
          (day + c.start_time) at time zone ${clock.timeZone} + interval '2 minutes' as at
        from class_schedule c
        cross join generate_series(${today}::timestamp - interval '21 days',
          ${today}::timestamp - interval '1 day', interval '1 day') day
        where class_problem(c.id, day::date) is null
      ), paid as (
        select t.*, coalesce(stood_in.id, t.teacher_id) as paid_teacher from taught t
        left join lateral (
          select free.id from teacher free where free.id <> t.teacher_id and not exists (
            select from class_schedule c
            where c.teacher_id = free.id and c.day_of_week = t.day_of_week
              and c.start_time < t.end_time and c.end_time > t.start_time
          )
          order by (free.id + t.id) % 7, free.id limit 1
        ) stood_in on t.chance < 4
        where t.chance < 92
      ), added as (
        insert into payroll_log (date, class_schedule_id, teacher_id, duration_minutes, pay_code_id,
          rate_cents, amount_cents, status, created_by, checked_in_at)
        select p.date, p.id, p.paid_teacher, minutes, p.payroll_id, k.amount_cents,
          floor((k.amount_cents * minutes + 30) / 60),
          case when p.date < ${today}::date - 7 then 'completed' else 'pending' end, u.id, p.at
        from paid p
        cross join lateral (select (extract(epoch from p.end_time - p.start_time) / 60)::int as minutes) lasting
        join pay_code k on k.id = p.payroll_id
        join teacher t on t.id = p.paid_teacher
        join app_user u on u.email = t.email
        order by p.date, p.start_time, p.id
        returning *
      )
      insert into payroll_log_history (payroll_log_id, class_schedule_id, date, what, changes,
        changed_by, changed_at)
      select id, class_schedule_id, date, 'checked_in', '[]'::jsonb, created_by, checked_in_at
      from added
      union all
      select a.id, a.class_schedule_id, a.date, 'changed',
        '[{"field": "status", "from": "pending", "to": "completed"}]'::jsonb, u.id,
        (a.date + 7 + time '16:00') at time zone ${clock.timeZone}
      from added a join app_user u on u.email = ${accounts.email}
      where a.status = 'completed'`.execute(trx);
    await sql`
      insert into attendance_note (teacher_id, class_schedule_id, date, note, created_by,
        created_at)
      select l.teacher_id, l.class_schedule_id, l.date, (array[
        'The projector flickers: use the second socket.',
        'Two students requested the slides by e-mail.',
        'Fire drill at the end, everybody was counted outside.',
        'Group work went well; continue with case 4 next week.'
      ])[1 + l.id % 4], l.created_by, l.checked_in_at + interval '1 hour'
      from payroll_log l where l.id % 17 = 3`.execute(trx);
  });
}
