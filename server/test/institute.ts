import type { FileName } from '#server/exchange/csv/columns.ts';
import { checkRows } from '#server/exchange/csv/read.ts';
import { reportLines } from '#server/exchange/csv/report.ts';
import { runImport } from '#server/exchange/csv/run.ts';
import { sql } from 'kysely';
import type { Database } from '../platform/database/pool.ts';

type Row = Record<string, string>;

const student = (
  student_id: string,
  first_name: string,
  last_name: string,
  rfid_number: string,
): Row => ({
  student_id,
  first_name,
  last_name,
  gender: '',
  phone_number: '+61 400 000000',
  date_of_birth: '2004-05-06',
  batch: '2026',
  student_mail: `${student_id.toLowerCase()}@school.example`,
  rfid_number,
});

const weekly = (
  ref: string,
  day_of_week: string,
  start_time: string,
  end_time: string,
  teacher: string,
  subject_code = 'MAT1',
): Row => ({
  ref,
  subject_code,
  class_type: 'Lecture',
  day_of_week,
  start_time,
  end_time,
  teacher,
  classroom: 'R1',
  semester: '2026/1/2026',
});

/**
 * Monday 2 March 2026, 09:15 in Sydney: class `mon9` is under way. Friday 3 and Monday 6 April are
 * holidays.
 */
export const institute: Partial<Record<FileName, Row[]>> = {
  courses: [{ name: 'Science' }],
  specializations: [{ specialization: 'Mathematics', specialization_code: 'MAT' }],
  semesters: [
    {
      year: '2026',
      semester: '1',
      batch: '2026',
      semester_start_date: '2026-02-02',
      semester_end_date: '2026-06-30',
      class_start_date: '2026-02-09',
      class_end_date: '2026-06-12',
    },
  ],
  classrooms: [{ room_number: 'R1', capacity: '30' }],
  teachers: [
    {
      first_name: 'Tess',
      last_name: 'Teacher',
      email: 'tess@school.example',
      phone: '+61 2 5550 0001',
    },
    {
      first_name: 'Theo',
      last_name: 'Tutor',
      email: 'theo@school.example',
      phone: '+61 2 5550 0002',
    },
  ],
  holidays: [{ name: 'Easter', date_from: '2026-04-03', date_to: '2026-04-06' }],
  subjects: [
    {
      subject_name: 'Algebra',
      subject_code: 'MAT1',
      year: '1',
      course: 'Science',
      specialization: 'Mathematics',
      subject_teacher: 'tess@school.example',
    },
    {
      subject_name: 'Geometry',
      subject_code: 'MAT2',
      year: '1',
      course: 'Science',
      specialization: 'Mathematics',
      subject_teacher: 'theo@school.example',
    },
  ],
  timetable: [
    weekly('mon9', 'Monday', '09:00', '10:00', 'tess@school.example'),
    weekly('mon10', 'Monday', '10:00', '11:00', 'theo@school.example', 'MAT2'),
    weekly('mon9b', 'Monday', '09:00', '10:30', 'theo@school.example', 'MAT2'),
    weekly('tue14', 'Tuesday', '14:00', '15:30', 'tess@school.example', 'MAT2'),
    weekly('sat9', 'Saturday', '09:00', '10:00', 'theo@school.example'),
  ],
  students: [
    student('S1', 'Anna', 'Ångström', '1000001'),
    student('S2', 'Bo', 'Nguyễn', '1000002'),
    student('S3', 'Cai', 'Østby', ''),
    student('S4', 'Dana', 'Zimmer', '1000004'),
    student('S5', 'Eli', 'Adams', '1000005'),
  ],
  enrolments: [
    ...['S1', 'S2', 'S3', 'S5'].map((student_id) => ({ student_id, timetable: 'mon9' })),
    { student_id: 'S4', timetable: 'mon9b' },
    { student_id: 'S4', timetable: 'mon10' },
    { student_id: 'S1', timetable: 'tue14' },
    { student_id: 'S1', timetable: 'sat9' },
  ],
};

/** Imports an institute, as on its first Monday of March 2026. */
export async function importInstitute(database: Database, rows = institute): Promise<void> {
  const imported = Object.entries(rows).map(([name, of]) =>
    checkRows(
      name as FileName,
      of.map((values, number) => ({ line: number + 2, values })),
    ),
  );
  const report = await runImport(database, imported, {
    dryRun: false,
    today: '2026-03-02',
    now: '2026-02-01T22:00:00Z',
  });
  if (!report.written) throw new Error(reportLines(report).join('\n'));
  await sql`update student set created_at = '2026-03-01T22:00:00Z'`.execute(database);
}
