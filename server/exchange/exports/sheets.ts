import { sql } from 'kysely';
import { keysOf } from '#contract/keys-of.ts';
import { factsOf, studentColumns, type StudentColumn } from '#contract/student-fields.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { sheetOf, type SheetColumn } from '#server/platform/spreadsheet/spreadsheet.ts';
import { nameOfDay } from '#server/school/when.ts';
import type { RollLine } from './rolls.ts';
import { numberEnrolled } from '#server/school/enrolled.ts';
import { onRedList } from '#server/school/red-list.ts';

/** A text column of the row's field. */
const text = <Name extends string>(
  title: string,
  name: Name,
  width?: number,
): SheetColumn<Record<Name, string | null>> => ({
  title,
  kind: 'text',
  width,
  value: (row) => row[name],
});
const whole = <Name extends string>(
  title: string,
  name: Name,
): SheetColumn<Record<Name, number>> => ({
  title,
  kind: 'whole',
  width: 10,
  value: (row) => row[name],
});
const date = <Name extends string>(
  title: string,
  name: Name,
): SheetColumn<Record<Name, string | null>> => ({
  title,
  kind: 'date',
  width: 12,
  value: (row) => row[name],
});

/** All rows of a query. */
async function all<Row>(database: Database, query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await query.execute(database)).rows;
}

type StudentLine = Record<StudentColumn | 'cohorts' | 'in_red_list', string | null>;

/** A student's columns in the order of the sheet; unlisted fields follow. */
const studentSheet: Partial<Record<StudentColumn, { title?: string; width?: number }>> = {
  student_id: {},
  first_name: { width: 18 },
  last_name: { width: 18 },
  gender: { width: 10 },
  phone_number: { width: 18 },
  date_of_birth: {},
  batch: { width: 8 },
  student_mail: { width: 32 },
  rfid_number: { title: 'Card number', width: 16 },
  card_print_status: { width: 20 },
};

async function students(database: Database) {
  const plain = studentColumns.filter((name) => name !== 'card_print_status');
  const rows = await all(
    database,
    sql<StudentLine>`
      select ${sql.join(plain.map((name) => sql.ref(`s.${name}`)))},
        coalesce(s.card_print_status, 'not_printed') as card_print_status, groups.cohorts,
        case when ${onRedList(sql`s.id`)} then 'yes' else 'no' end as in_red_list
      from student s
      left join (
        select a.student_id,
          string_agg(c.name || ' (' || c.year || ')', ', ' order by c.name) as cohorts
        from cohort_assignment a join cohort c on c.id = a.cohort_id where a.assigned_to is null
        group by a.student_id
      ) groups on groups.student_id = s.id
      where s.archived_at is null order by s.student_id`,
  );
  const columns: SheetColumn<StudentLine>[] = [
    ...new Set([...keysOf(studentSheet), ...studentColumns]),
  ].map((name) => {
    const { label, column } = factsOf(name);
    const { title = label, width } = studentSheet[name] ?? {};
    return column === 'date' ? date(title, name) : text(title, name, width);
  });
  columns.push(text('Cohorts', 'cohorts', 30), text('In red list', 'in_red_list', 10));
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
        (select count(*) from cohort_assignment a
          where a.cohort_id = c.id and a.assigned_to is null) as number_of_students
      from cohort c
      left join (
        select l.cohort_id,
          string_agg(j.subject_code || ' '
            || (array['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])[k.day_of_week] || ' '
            || to_char(k.start_time, 'HH24:MI'), ', ' order by l.place) as schedules
        from cohort_schedule l join class_schedule k on k.id = l.class_schedule_id
        join subject j on j.id = k.subject_id group by l.cohort_id
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
  /** As imports take them: `W1-6,8`; null: every week. */
  weeks: string | null;
  group_name: string | null;
  /** Further teachers and rooms; null without any. */
  co_teachers: string | null;
  more_rooms: string | null;
}

async function schedules(database: Database, today: string) {
  const rows = await all(
    database,
    sql<ScheduleLine>`
      select j.subject_code, j.subject_name, c.class_type, c.day_of_week, c.start_time, c.end_time,
        r.room_number, person_name(t.first_name, t.last_name) as teacher,
        teachers_text(c.co_teacher_ids) as co_teachers, (
          select string_agg(k.room_number, ' | ' order by array_position(c.more_classroom_ids, k.id))
          from classroom k where k.id = any(c.more_classroom_ids)) as more_rooms, m.year || '/' || m.semester as semester,
        ${numberEnrolled(sql`c.id`, today)} as number_of_students,
        'W' || weeks_text(c.weeks) as weeks, c.group_name
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
    text('Weeks', 'weeks', 14),
    text('Group', 'group_name', 10),
    text('Further teachers', 'co_teachers', 30),
    text('Further rooms', 'more_rooms', 20),
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
      order by sort_name(first_name, last_name) collate natural_order, first_name collate natural_order, id`,
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
  const rows = await all(
    database,
    sql<{
      name: string;
    }>`select name from course where archived_at is null order by name collate natural_order`,
  );
  return sheetOf<{ name: string }>({ name: 'Courses', columns: [text('Name', 'name', 40)], rows });
}

/** The sheets of the workbook, in the order that the dialog names them (R-EXPORT-1). */
export const workbookSheets = async (database: Database, today: string) => [
  await students(database),
  await cohorts(database),
  await schedules(database, today),
  await teachers(database),
  await courses(database),
];

/** Columns of rolls in files and sheets. */
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
  text('Minutes late', 'late_minutes', 12),
  text('Minutes left early', 'left_early_minutes', 16),
  text('Excused', 'excused', 10),
  text('Group', 'group_name', 10),
  text('Weeks', 'weeks', 14),
  text('Further teachers', 'co_teachers', 30),
  text('Further rooms', 'more_rooms', 20),
];
