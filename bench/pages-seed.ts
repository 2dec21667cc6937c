import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';

/**
 * The institute whose pages are measured (docs/performance.md): the same rows at each run.
 */
export const shape = {
  students: 5051,
  classes: 1467,
  onTheDay: 324,
  largeClass: 504,
  teacherClasses: 18,
};
export const today = '2026-11-18';
const firstWeek = '2026-07-06';
/** Number of weeks with marks before the measured one. */
const weeks = 6;

/**
 * Ids that the seed assigns: classes 1 (504 students) and 2 (28 students) take place on the
 * measured day at noon.
 */
export const ids = { largeClass: 1, smallClass: 2, student: 77, busyTeacher: 1, noonTeacher: 2 };
export const emailOf = (teacher: number) => `t${teacher}@bench.example`;

export async function seedPagesInstitute(database: Database): Promise<void> {
  const { students, classes, onTheDay, largeClass, teacherClasses } = shape;
  await sql`insert into course (name) values ('Engineering')`.execute(database);
  await sql`
    insert into specialization (specialization, specialization_code)
    values ('Mechanical', 'MEN')`.execute(database);
  await sql`
    insert into semester (year, semester, batch, semester_start_date, semester_end_date,
      class_start_date, class_end_date)
    values (2026, 2, '2026', ${firstWeek}, '2026-12-18', ${firstWeek}, '2026-12-18')`.execute(
    database,
  );
  await sql`insert into holiday (name, date_from, date_to)
    select 'Holiday ' || n, '2026-11-21'::date + n * 9, '2026-11-21'::date + n * 9
    from generate_series(1, 6) n`.execute(database);
  await sql`insert into classroom (room_number, capacity)
    select chr(65 + n % 6) || 1 + n % 4 || '.' || lpad(n::text, 2, '0'), 40
    from generate_series(1, 90) n`.execute(database);
  await sql`insert into teacher (first_name, last_name, email, phone)
    select 'Given' || n, 'Family' || n, 't' || n || '@bench.example', '1'
    from generate_series(1, 180) n`.execute(database);
  await sql`
    insert into subject (subject_name, subject_code, year, course_id, specialization_id,
      subject_teacher_id)
    select 'Subject of Engineering ' || n, 'SUB' || 100 + n, 1, 1, 1, 1 + n % 180
    from generate_series(1, 240) n`.execute(database);
  await sql`
    insert into student (student_id, first_name, last_name, phone_number, date_of_birth,
      rfid_number, student_mail, batch, gender, card_print_status)
    select 'S26' || lpad(n::text, 4, '0'), 'Given' || n % 997, 'Family' || n % 1499,
      '04' || 10000000 + n, '2004-01-01',
      (7000000000 + n)::text, 's' || n || '@bench.example', (2022 + n % 5)::text,
      (array['male', 'female', 'other'])[1 + n % 3],
      (array['not_printed', 'awaiting_collection', 'collected', null])[1 + n % 4]
    from generate_series(1, ${students}::int) n`.execute(database);
  // Starts at every half hour from 7:30 to 18:30. The first two are at noon; the busy teacher has
  // every 19th class of the day.
  await sql`
    insert into class_schedule (class_type, day_of_week, start_time, end_time, subject_id,
      semester_id, teacher_id, classroom_id)
    select (array['Lecture', 'Tutorial', 'Lecture + Tutorial'])[1 + n % 3],
      case when n <= ${onTheDay}::int then 3 else (array[1, 2, 4, 5])[1 + n % 4] end,
      case when n <= 2 then '11:30'::time else '07:30'::time + n % 23 * interval '30 min' end,
      case when n <= 2 then '13:00'::time else '09:00'::time + n % 23 * interval '30 min' end,
      1 + n * 7 % 240, 1,
      case when n <= ${onTheDay}::int and n % ${Math.floor(onTheDay / teacherClasses)}::int = 0
        then ${ids.busyTeacher}::int
        when n = ${ids.smallClass}::int then ${ids.noonTeacher}::int else 3 + n % 178 end,
      1 + n * 13 % 90
    from generate_series(1, ${classes}::int) n`.execute(database);
  await sql`insert into enrolment (student_id, class_schedule_id, enrolled_from)
    select 1 + (c.id * 211 + seat * 17) % ${students}::int, c.id, ${firstWeek}
    from class_schedule c
    cross join lateral generate_series(1,
      case when c.id = ${ids.largeClass}::int then ${largeClass}::int else 28 end) seat
    on conflict do nothing`.execute(database);
  await seedMarks(database);
  await sql`vacuum analyze`.execute(database);
}

/** Every class of the past weeks, and the classes of the measured day that began before noon. */
async function seedMarks(database: Database): Promise<void> {
  await sql`
    insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
    select e.student_id, e.class_schedule_id, day,
      case when (e.id + week) % 10 = 0 then 'Absent' else 'Present' end, 'card',
      (day + c.start_time) at time zone 'Australia/Sydney'
    from generate_series(1, ${weeks}::int) week
    cross join enrolment e
    join class_schedule c on c.id = e.class_schedule_id
    cross join lateral (select '2026-11-16'::date - week * 7 + c.day_of_week - 1 as day) held`.execute(
    database,
  );
  await sql`
    insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
    select e.student_id, e.class_schedule_id, ${today},
      case when e.id % 10 = 0 then 'Absent' else 'Present' end, 'card',
      (${today}::date + c.start_time) at time zone 'Australia/Sydney'
    from enrolment e
    join class_schedule c on c.id = e.class_schedule_id
    where c.day_of_week = 3 and (c.start_time < '11:00' or c.id <= 2 and e.id % 3 = 0)`.execute(
    database,
  );
}
