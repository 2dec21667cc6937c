import { sql } from 'kysely';
import { keyOfDevice } from '../device.ts';
import { createTestSchool, type Answer, type Caller, type TestSchool } from '../test-school.ts';
import { createFurtherRows, type FurtherRows } from './further-rows.ts';
import { rememberTables, type Tables } from './tables.ts';

export const today = '2026-03-02';

/** Rows of the institute that the calls name. */
export type Rows = TeachingRows & FurtherRows;

export interface TeachingRows {
  /** Without a mark; S2 is Present, S3 Absent. */
  students: Record<'S1' | 'S2' | 'S3' | 'S4' | 'S5' | 'N1' | 'N2', number>;
  marks: Record<'S2' | 'S3', number>;
  /** The latest changes of these marks, by the account: undone, S2 is Absent and S3 is N/A. */
  changes: Record<'S2' | 'S3', number>;
  enrolments: Record<'S1' | 'S2', number>;
  /** `spare` is a class without a student. */
  classes: Record<'mon9' | 'mon10' | 'tue14' | 'spare', number>;
  /** Of today, and of a week later. */
  meetings: Record<'today' | 'later' | 'shared', number>;
  /** `spare` teaches nothing. */
  teachers: Record<'tess' | 'theo' | 'spare', number>;
  cohorts: Record<'first' | 'second', number>;
  /** The membership of S3 in the first cohort. */
  assignment: number;
  semester: number;
  subject: number;
  /** A subject without a class. */
  otherSubject: number;
  course: number;
  user: number;
  room: number;
  otherRoom: number;
  payCode: number;
  checkIn: number;
  leave: number;
  /** A mark of S1 that waits for a decision. */
  held: number;
  /** The key of a reader at the door of the room of `mon9`. */
  device: string;
  redList: number;
  note: number;
  holiday: number;
}

export interface PairSchool {
  school: TestSchool;
  rows: Rows;
  tables: Tables;
}

/** What a call was answered. */
type Send = () => Promise<Answer>;

/** A writing call, and the kinds of rows that it names. */
export interface PairCall {
  name: string;
  about: string[];
  /** Reads what the call needs (a version, a preview), and returns the call. */
  prepare: (at: PairSchool) => Promise<Send> | Send;
}

/** The test institute on Monday at 09:15 with one free seat in `mon9`, marks, a cohort, pay and leaves. */
export async function createPairSchool(
  options: { watchesLocks?: boolean } = {},
): Promise<PairSchool> {
  const school = await createTestSchool({
    ...options,
    env: { STUDENT_SIGN_IN: 'true', LOG_LEVEL: 'error' },
    log: process.stderr,
  });
  const { database } = school;
  const first = async (table: string, where: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} where ${where} order by id limit 1`.execute(database);
    const id = rows[0]?.id;
    if (id === undefined) throw new Error(`no row of ${table}`);
    return id;
  };
  const made = async (path: string, body: object, caller: Caller = 'account') => {
    const answer = await school.call(caller, 'POST', `attendance/${path}/create/`, body);
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.id as number;
  };
  const classes = {
    mon9: await school.classId('mon9'),
    mon10: await school.classId('mon10'),
    tue14: await school.classId('tue14'),
  };
  const newStudent = async (student_id: string) =>
    made('students', {
      student_id,
      first_name: 'New',
      last_name: student_id,
      phone_number: '1',
      date_of_birth: '2004-01-02',
    });
  const students = {
    S1: await school.studentId('S1'),
    S2: await school.studentId('S2'),
    S3: await school.studentId('S3'),
    S4: await school.studentId('S4'),
    S5: await school.studentId('S5'),
    N1: await newStudent('N1'),
    N2: await newStudent('N2'),
  };
  const teachers = {
    tess: await first('teacher', sql`email like 'tess@%'`),
    theo: await first('teacher', sql`email like 'theo@%'`),
    spare: await made('teachers', {
      first_name: 'Uma',
      last_name: 'Unused',
      email: 'uma@school.example',
      phone: '1',
    }),
  };
  await sql`update classroom set capacity = 5`.execute(database);
  const otherRoom = await made('classroom', { room_number: 'R2', capacity: 5 });
  const payCode = await made('payrolls', {
    paycode: 'P1',
    amount: '60.00',
    paycode_type: 'tutorial_regular',
  });
  const cohorts = {
    first: await made('cohort', {
      name: 'First',
      year: 2026,
      schedules_id: [classes.mon9, classes.tue14],
    }),
    second: await made('cohort', { name: 'Second', year: 2026, schedules_id: [classes.mon10] }),
  };
  await school.call('account', 'POST', 'attendance/studentcohortassignment/create/', {
    student: students.S3,
    cohort: cohorts.first,
    schedules: [classes.mon9],
  });
  const mark = async (student: number, status: string) =>
    made('attendance', { rfid_number: student, class_schedule: classes.mon9, date: today, status });
  const marks = { S2: await mark(students.S2, 'Absent'), S3: await mark(students.S3, 'Absent') };
  await school.call('account', 'PATCH', `attendance/attendance/${marks.S2}/`, {
    status: 'Present',
  });
  const { body: history } = await school.call(
    'account',
    'GET',
    `attendance/roll-history/?class_schedule=${classes.mon9}&date=${today}`,
  );
  const changeOf = (student: number): number =>
    history.results.findLast((change: { student: number }) => change.student === student).id;
  const otherSubject = await made('subjects', {
    subject_name: 'Logic',
    subject_code: 'LOG1',
    year: 1,
    course_id: await first('course', sql`true`),
    specialization: await first('specialization', sql`true`),
    subject_teacher_id: teachers.theo,
  });
  const spare = await made('classschedule', {
    class_type: 'Tutorial',
    day_of_week: 'Thursday',
    start_time: '15:00',
    end_time: '16:00',
    subject_id: await first('subject', sql`subject_code = 'MAT2'`),
    semester_id: await first('semester', sql`true`),
    teacher_id: teachers.theo,
    classroom_id: await first('classroom', sql`room_number = 'R1'`),
    co_teachers: [teachers.spare],
  });
  await sql`insert into held_mark (student_id, class_schedule_id, date, status, how, made_at, received_at)
    values (${students.S1}, ${classes.mon9}, ${today}, 'Present', 'card', '2026-03-01T22:05:00Z',
      '2026-03-01T22:10:00Z')`.execute(database);
  const user = await first('app_user', sql`email like 'leo@%'`);
  const { rows: lines } = await sql<{ id: number }>`
    insert into payroll_log (date, class_schedule_id, teacher_id, duration_minutes, created_by,
      checked_in_at)
    values ('2026-02-23', ${classes.mon9}, ${teachers.tess}, 60, ${user}, '2026-02-22T22:00:00Z')
    returning id`.execute(database);
  await sql`insert into leave (student_id, leave_from, leave_to, reason_for_leave, faculty_email)
    values (${students.S3}, '2026-03-09', '2026-03-10', 'Ill', 'f@school.example')`.execute(
    database,
  );
  const subject = await first('subject', sql`subject_code = 'MAT1'`);
  const redList = await made('redlistedstudents', {
    student: students.S2,
    subject,
    attendance_percentage: 50,
  });
  const note = await made('attendance-note', {
    class_schedule_id: classes.mon9,
    note: 'Projector',
    date: today,
  });
  const enrolmentOf = async (student: number) =>
    first('enrolment', sql`student_id = ${student} and class_schedule_id = ${classes.mon9}`);
  const meetingOn = async (date: string) =>
    first('class_meeting', sql`class_schedule_id = ${classes.mon9} and date = ${date}::date`);
  const rows: TeachingRows = {
    students,
    marks,
    changes: { S2: changeOf(students.S2), S3: changeOf(students.S3) },
    classes: { ...classes, spare },
    teachers,
    cohorts,
    otherRoom,
    payCode,
    subject,
    otherSubject,
    user,
    checkIn: lines[0]?.id ?? 0,
    course: await first('course', sql`true`),
    assignment: await first('cohort_assignment', sql`true`),
    redList,
    note,
    enrolments: { S1: await enrolmentOf(students.S1), S2: await enrolmentOf(students.S2) },
    meetings: {
      today: await meetingOn(today),
      later: await meetingOn('2026-03-09'),
      shared: await first(
        'class_meeting',
        sql`class_schedule_id = ${spare} and date = '2026-03-05'`,
      ),
    },
    semester: await first('semester', sql`true`),
    room: await first('classroom', sql`room_number = 'R1'`),
    leave: await first('leave', sql`true`),
    held: await first('held_mark', sql`true`),
    device: await keyOfDevice(database),
    holiday: await first('holiday', sql`true`),
  };
  const further = await createFurtherRows(school, rows);
  return { school, rows: { ...rows, ...further }, tables: await rememberTables(database) };
}
