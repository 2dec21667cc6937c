import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { followFromStart } from './followed.ts';

/**
 * The measured institute: its Wednesdays have 300 classes of 40; the semester began 20 weeks before
 * `today`.
 */
export const sizes = {
  students: 50_000,
  classes: 5000,
  wednesdayClasses: 300,
  classSize: 40,
  enrolments: 500_000,
};
export const today = '2026-11-18';
/** Wednesdays with marks are the first ten; the taps go to later ones. */
export const firstWednesday = '2026-07-08';

export async function seedInstitute(database: Database): Promise<void> {
  const { students, classes, wednesdayClasses, classSize, enrolments } = sizes;
  const others = classes - wednesdayClasses;
  const otherSize = Math.floor((enrolments - wednesdayClasses * classSize) / others);
  await sql`insert into course (name) values ('Bench')`.execute(database);
  await sql`
    insert into specialization (specialization, specialization_code) values ('Bench', 'B')`.execute(
    database,
  );
  await sql`
    insert into semester (year, semester, batch, semester_start_date, semester_end_date,
      class_start_date, class_end_date)
    values (2026, 1, '2026', '2026-07-01', '2026-12-31', '2026-07-01', '2026-12-31')`.execute(
    database,
  );
  await sql`insert into classroom (room_number, capacity) select 'R' || n, 100
    from generate_series(1, 200) n`.execute(database);
  await sql`insert into teacher (first_name, last_name, email, phone)
    select 'First' || n, 'Last' || n, 't' || n || '@bench.example', '1'
    from generate_series(1, 500) n`.execute(database);
  await sql`
    insert into subject (subject_name, subject_code, year, course_id, specialization_id,
      subject_teacher_id)
    select 'Subject ' || n, 'SUB' || n, 1, 1, 1, 1 + n % 500
    from generate_series(1, 1000) n`.execute(database);
  await sql`
    insert into student (student_id, first_name, last_name, phone_number, date_of_birth,
      rfid_number, student_mail)
    select 'S' || n, 'First' || n % 997, 'Last' || n % 4999, '1', '2004-01-01',
      (9000000000 + n)::text, 's' || n || '@bench.example'
    from generate_series(1, ${students}::int) n`.execute(database);
  await sql`
    insert into class_schedule (class_type, day_of_week, start_time, end_time, subject_id,
      semester_id, teacher_id, classroom_id)
    select 'Lecture',
      case when n <= ${wednesdayClasses}::int then 3 else (array[1, 2, 4, 5, 6])[1 + n % 5] end,
      make_time(7 + n % 12, 0, 0), make_time(8 + n % 12, 0, 0), 1 + n % 1000, 1, 1 + n % 500,
      1 + n % 200
    from generate_series(1, ${classes}::int) n`.execute(database);
  await sql`insert into enrolment (student_id, class_schedule_id, enrolled_from)
    select 1 + (c.id * 7919 + seat * 13) % ${students}::int, c.id, '2026-07-01'
    from class_schedule c
    cross join lateral generate_series(1,
      case when c.day_of_week = 3 then ${classSize}::int else ${otherSize}::int end) seat
    on conflict do nothing`.execute(database);
  await sql`vacuum analyze`.execute(database);
}

/** Marks for the first `weeks` weeks of the semester, for every `everyNth` enrolment. */
export async function seedMarks(
  database: Database,
  weeks: number,
  everyNth: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
    select e.student_id, e.class_schedule_id, '2026-07-06'::date + (week * 7) + (c.day_of_week - 1),
      case when (e.id + week) % 10 = 0 then 'Absent' else 'Present' end, 'import', now()
    from generate_series(0, ${weeks}::int - 1) week
    cross join enrolment e
    join class_schedule c on c.id = e.class_schedule_id
    where c.day_of_week = 3 and week = 0 or e.id % ${everyNth}::int = 0
    on conflict do nothing`.execute(database);
  await sql`vacuum analyze attendance`.execute(database);
  await followFromStart(database);
  return Number(numAffectedRows);
}

/**
 * Records that lists show beside students and classes; added once to an older database.
 */
export async function seedLists(database: Database): Promise<void> {
  const filled = await sql`select from leave limit 1`.execute(database);
  if (filled.rows.length) return;
  await sql`update student set batch = (2022 + id % 5)::text,
    gender = (array['male', 'female', 'other'])[1 + id % 3],
    card_print_status = (array['not_printed', 'awaiting_collection', 'collected',
      null])[1 + id % 4]`.execute(database);
  await sql`insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave)
    select 1 + n * 7 % ${sizes.students}::int, '2026-07-01'::date + n % 150,
      '2026-07-03'::date + n % 150, 'dean@bench.example', 'Reason ' || n
    from generate_series(1, 5000) n`.execute(database);
  await sql`insert into red_list (student_id, subject_id, attendance_percentage)
    select 1 + n * 11 % ${sizes.students}::int, 1 + n % 1000, 1 + n % 70
    from generate_series(1, 5000) n`.execute(database);
  await sql`
    insert into cohort (name, year) select 'Cohort ' || n, 2026
    from generate_series(1, 500) n`.execute(database);
  await sql`insert into cohort_schedule (cohort_id, class_schedule_id, place)
    select c.id, 1 + (c.id * 10 + place) % ${sizes.classes}::int, place from cohort c
    cross join generate_series(1, 8) place`.execute(database);
  // The students of every tenth class; their other classes are spread over the institute.
  await sql`insert into cohort_assignment (student_id, cohort_id, assigned_from)
    select e.student_id, c.id, '2026-07-01'
    from cohort c join enrolment e on e.class_schedule_id = c.id * 10
    on conflict do nothing`.execute(database);
  await sql`vacuum analyze`.execute(database);
}

/**
 * Two hundred thousand check-ins: each class once a week, through this semester and the ones
 * before.
 */
export async function seedCheckIns(database: Database): Promise<void> {
  const filled = await sql`select from payroll_log limit 1`.execute(database);
  if (filled.rows.length) return;
  await sql`insert into pay_code (paycode, amount_cents, paycode_type)
    select 'PAY' || n, 10000 + n * 137, 'tutorial_regular' from generate_series(1, 12) n
    on conflict do nothing`.execute(database);
  await sql`insert into app_user (email, name) values ('bench@bench.example', 'Bench')
    on conflict do nothing`.execute(database);
  await sql`
    insert into payroll_log (date, class_schedule_id, teacher_id, duration_minutes, pay_code_id,
      rate_cents, amount_cents, status, created_by, checked_in_at)
    select day, c.id, c.teacher_id, 60, p.id, coalesce(p.amount_cents, 0),
      coalesce(p.amount_cents, 0),
      case when week < 4 then 'pending' else 'completed' end, (select min(id) from app_user),
      day + c.start_time
    from generate_series(0, 39) week
    cross join class_schedule c
    cross join lateral (select '2026-11-16'::date - week * 7 + c.day_of_week - 1 as day) dated
    left join pay_code p on p.paycode = 'PAY' || (1 + c.id % 13)
    where day <= ${today}::date or week > 0`.execute(database);
  await sql`vacuum analyze payroll_log`.execute(database);
}
