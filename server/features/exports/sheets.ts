import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { sheetOf, type SheetColumn } from '../../platform/spreadsheet/spreadsheet.ts';
import { nameOfDay } from '../timetable/when.ts';
import type { RollLine } from './rolls.ts';

/** A column whose text is the row's value of that name. */
const text = <Row>(title: string, name: keyof Row & string, width?: number): SheetColumn<Row> => ({
  title,
  kind: 'text',
  width,
  value: (row) => row[name] as string | null,
});
const whole = <Row>(title: string, name: keyof Row & string): SheetColumn<Row> => ({
  title,
  kind: 'whole',
  width: 10,
  value: (row) => row[name] as number,
});
const date = <Row>(title: string, name: keyof Row & string): SheetColumn<Row> => ({
  title,
  kind: 'date',
  width: 12,
  value: (row) => row[name] as string | null,
});

/** All of a list, names in the order of the lists. */
async function all<Row>(database: Database, query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await query.execute(database)).rows;
}

interface StudentLine {
  student_id: string;
  first_name: string;
  last_name: string;
  gender: string | null;
  phone_number: string;
  date_of_birth: string;
  batch: string | null;
  student_mail: string | null;
  rfid_number: string | null;
  card_print_status: string;
  cohorts: string | null;
  in_red_list: string;
}

async function students(database: Database) {
  const rows = await all(
    database,
    sql<StudentLine>`
      select s.student_id, s.first_name, s.last_name, s.gender, s.phone_number, s.date_of_birth, s.batch, s.student_mail, s.rfid_number,
        coalesce(s.card_print_status, 'not_printed') as card_print_status, groups.cohorts,
        case when exists (select from red_list l where l.student_id = s.id and l.archived_at is null) then 'yes' else 'no' end as in_red_list
      from student s
      left join (
        select a.student_id, string_agg(c.name || ' (' || c.year || ')', ', ' order by c.name) as cohorts
        from cohort_assignment a join cohort c on c.id = a.cohort_id where a.assigned_to is null group by a.student_id
      ) groups on groups.student_id = s.id
      where s.archived_at is null order by s.student_id`,
  );
  const columns: SheetColumn<StudentLine>[] = [
    text('Student ID', 'student_id'),
    text('First name', 'first_name', 18),
    text('Last name', 'last_name', 18),
    text('Gender', 'gender', 10),
    text('Phone number', 'phone_number', 18),
    date('Date of birth', 'date_of_birth'),
    text('Batch', 'batch', 8),
    text('E-mail', 'student_mail', 32),
    text('Card number', 'rfid_number', 16),
    text('Card print status', 'card_print_status', 20),
    text('Cohorts', 'cohorts', 30),
    text('In red list', 'in_red_list', 10),
  ];
  return sheetOf({ name: 'Students', columns, rows });
}

interface CohortLine {
  name: string;
  year: number;
  schedules: string | null;
  number_of_students: number;
}

async function cohorts(database: Database) {
  const rows = await all(
    database,
    sql<CohortLine>`
      select c.name, c.year, listed.schedules,
        (select count(*) from cohort_assignment a where a.cohort_id = c.id and a.assigned_to is null) as number_of_students
      from cohort c
      left join (
        select l.cohort_id, string_agg(j.subject_code || ' ' || (array['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])[k.day_of_week] || ' '
          || to_char(k.start_time, 'HH24:MI'), ', ' order by l.place) as schedules
        from cohort_schedule l join class_schedule k on k.id = l.class_schedule_id join subject j on j.id = k.subject_id group by l.cohort_id
      ) listed on listed.cohort_id = c.id
      where c.archived_at is null order by c.name collate natural_order, c.id`,
  );
  const columns: SheetColumn<CohortLine>[] = [
    text('Name', 'name', 24),
    whole('Year', 'year'),
    whole('Students', 'number_of_students'),
    text('Schedules', 'schedules', 80),
  ];
  return sheetOf({ name: 'Cohorts', columns, rows });
}

interface ScheduleLine {
  subject_code: string;
  subject_name: string;
  class_type: string;
  day_of_week: number;
  start_time: string;
  end_time: string;
  room_number: string;
  teacher: string;
  semester: string;
  number_of_students: number;
}

async function schedules(database: Database, today: string) {
  const rows = await all(
    database,
    sql<ScheduleLine>`
      select j.subject_code, j.subject_name, c.class_type, c.day_of_week, c.start_time, c.end_time, r.room_number,
        t.first_name || ' ' || t.last_name as teacher, m.year || '/' || m.semester as semester,
        (
          select count(*) from enrolment e
          where e.class_schedule_id = c.id and e.enrolled_from <= ${today}::date and (e.enrolled_to is null or e.enrolled_to >= ${today}::date)
        ) as number_of_students
      from class_schedule c
      join subject j on j.id = c.subject_id
      join classroom r on r.id = c.classroom_id
      join teacher t on t.id = c.teacher_id
      join semester m on m.id = c.semester_id
      where c.archived_at is null order by c.day_of_week, c.start_time, c.sort_order, c.id`,
  );
  const columns: SheetColumn<ScheduleLine>[] = [
    text('Subject code', 'subject_code'),
    text('Subject', 'subject_name', 30),
    text('Class type', 'class_type', 18),
    { title: 'Day', kind: 'text', width: 12, value: (row) => nameOfDay(row.day_of_week) },
    text('Start', 'start_time', 8),
    text('End', 'end_time', 8),
    text('Classroom', 'room_number'),
    text('Teacher', 'teacher', 24),
    text('Semester', 'semester', 10),
    whole('Students', 'number_of_students'),
  ];
  return sheetOf({ name: 'Schedule', columns, rows });
}

interface TeacherLine {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
}

async function teachers(database: Database) {
  const rows = await all(
    database,
    sql<TeacherLine>`
      select first_name, last_name, email, phone from teacher where archived_at is null
      order by last_name collate natural_order, first_name collate natural_order, id`,
  );
  const columns: SheetColumn<TeacherLine>[] = [
    text('First name', 'first_name', 18),
    text('Last name', 'last_name', 18),
    text('E-mail', 'email', 32),
    text('Phone', 'phone', 18),
  ];
  return sheetOf({ name: 'Teachers', columns, rows });
}

async function courses(database: Database) {
  const rows = await all(database, sql<{ name: string }>`select name from course where archived_at is null order by name collate natural_order`);
  return sheetOf<{ name: string }>({ name: 'Courses', columns: [text('Name', 'name', 40)], rows });
}

/** The sheets of the workbook, in the order that the dialog names them (spec §7). */
export const workbookSheets = async (database: Database, today: string) => [
  await students(database),
  await cohorts(database),
  await schedules(database, today),
  await teachers(database),
  await courses(database),
];

/** Of rolls, as a file or a sheet. */
export const rollColumns: SheetColumn<RollLine>[] = [
  date('Date', 'date'),
  text('Day', 'day', 11),
  text('Start', 'start_time', 8),
  text('End', 'end_time', 8),
  text('Subject code', 'subject_code'),
  text('Subject', 'subject_name', 30),
  text('Class type', 'class_type', 18),
  text('Classroom', 'room_number'),
  text('Teacher', 'teacher', 24),
  text('Student ID', 'student_id'),
  text('First name', 'first_name', 18),
  text('Last name', 'last_name', 18),
  text('Status', 'status', 10),
  text('Marked at', 'marked_at', 18),
];
