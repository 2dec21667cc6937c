import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import type { FileName } from './columns.ts';
import type { ReadFile } from './read.ts';
import { idsOf, Resolving } from './references.ts';
import type { FileReport, ImportReport } from './report.ts';
import { importEnrolments, importStudents } from './students.ts';
import { upsert, type Target } from './upsert.ts';

type Counts = Omit<FileReport, 'file'>;
type Step<Name extends FileName> = (database: Database, rows: ReadFile<Name>['rows'], resolving: Resolving, columns: string[]) => Promise<Counts>;

class NothingWritten extends Error {}

interface Options {
  dryRun: boolean;
  /** Takes the good rows also when others are bad. */
  takeValid?: boolean;
  /** A row of a student who is archived or was erased is left out and named, instead of bad. */
  leaveOutGone?: boolean;
}

/** Loads an institute: all rows or, when one is bad or it is a dry run, none. */
export async function runImport(database: Database, files: ReadFile[], options: Options): Promise<ImportReport> {
  const report: ImportReport = { files: [], bad: files.flatMap((file) => file.bad), leftOut: [], written: false };
  const work = async (trx: Database) => {
    for (const { name, file, rows, columns } of files) {
      const step = steps[name] as Step<FileName>;
      report.files.push({
        file,
        ...(await step(trx, rows, new Resolving(file, report.bad, options.leaveOutGone ? report.leftOut : report.bad), columns)),
      });
    }
    if (options.dryRun || (report.bad.length && !options.takeValid)) throw new NothingWritten();
  };
  try {
    await database.transaction().execute(work);
    report.written = true;
  } catch (error) {
    if (!(error instanceof NothingWritten)) throw error;
  }
  return report;
}

const plain = (rows: { row: object }[]) => rows.map(({ row }) => row);

const steps: { [Name in FileName]: Step<Name> } = {
  courses: (database, rows, resolving) =>
    upsert(database, { table: 'course', key: ['name'], types: { name: 'text' } }, plain(resolving.once(rows, 'name', (row) => row.name))),

  specializations: (database, rows, resolving) =>
    upsert(
      database,
      { table: 'specialization', key: ['specialization_code'], types: { specialization: 'text', specialization_code: 'text' } },
      plain(resolving.once(rows, 'specialization_code', (row) => row.specialization_code)),
    ),

  semesters: (database, rows, resolving) =>
    upsert(database, semesterTarget, plain(resolving.once(rows, 'semester', (row) => `${row.year}/${row.semester}/${row.batch}`))),

  classrooms: (database, rows, resolving) =>
    upsert(
      database,
      { table: 'classroom', key: ['room_number'], types: { room_number: 'text', capacity: 'integer' } },
      plain(resolving.once(rows, 'room_number', (row) => row.room_number)),
    ),

  teachers: (database, rows, resolving) =>
    upsert(
      database,
      { table: 'teacher', key: ['email'], types: { first_name: 'text', last_name: 'text', email: 'text', phone: 'text' } },
      plain(resolving.once(rows, 'email', (row) => row.email)),
    ),

  async holidays(database, rows) {
    const { rows: added } = await sql`
      insert into holiday (name, date_from, date_to)
      select distinct name, date_from, date_to
      from jsonb_to_recordset(${JSON.stringify(plain(rows))}::jsonb) as given(name text, date_from date, date_to date)
      where not exists (
        select from holiday h where h.name = given.name and h.date_from = given.date_from and h.date_to = given.date_to
      )
      returning id`.execute(database);
    return { created: added.length, updated: 0, unchanged: rows.length - added.length };
  },

  async subjects(database, rows, resolving) {
    const [courses, specializations, teachers] = await Promise.all([
      idsOf(database, 'course'),
      idsOf(database, 'specialization'),
      idsOf(database, 'teacher'),
    ]);
    const resolved = resolving
      .once(rows, 'subject_code', (row) => row.subject_code)
      .map(({ line, row }) => ({
        subject_name: row.subject_name,
        subject_code: row.subject_code,
        year: row.year,
        course_id: resolving.find(courses, 'course', line, 'course', row.course),
        specialization_id: resolving.find(specializations, 'specialization', line, 'specialization', row.specialization),
        subject_teacher_id: resolving.find(teachers, 'teacher', line, 'subject_teacher', row.subject_teacher),
      }));
    return upsert(database, subjectTarget, resolved.filter(complete));
  },

  async timetable(database, rows, resolving) {
    const [subjects, teachers, classrooms, semesters] = await Promise.all([
      idsOf(database, 'subject'),
      idsOf(database, 'teacher'),
      idsOf(database, 'classroom'),
      idsOf(database, 'semester'),
    ]);
    const resolved = resolving
      .once(rows, 'ref', (row) => row.ref)
      .map(({ line, row }) => ({
        ref: row.ref,
        class_type: row.class_type,
        day_of_week: row.day_of_week,
        start_time: row.start_time,
        end_time: row.end_time,
        color_coding: row.color_coding,
        subject_id: resolving.find(subjects, 'subject', line, 'subject_code', row.subject_code),
        teacher_id: resolving.find(teachers, 'teacher', line, 'teacher', row.teacher),
        classroom_id: resolving.find(classrooms, 'classroom', line, 'classroom', row.classroom),
        semester_id: resolving.find(semesters, 'semester', line, 'semester', row.semester),
      }));
    return upsert(database, classTarget, resolved.filter(complete));
  },

  students: importStudents,

  enrolments: importEnrolments,
};

const complete = (row: object): boolean => Object.values(row).every((value) => value !== null);

const semesterTarget: Target = {
  table: 'semester',
  key: ['year', 'semester', 'batch'],
  types: {
    year: 'integer',
    semester: 'smallint',
    batch: 'text',
    semester_start_date: 'date',
    semester_end_date: 'date',
    class_start_date: 'date',
    class_end_date: 'date',
  },
};

const subjectTarget: Target = {
  table: 'subject',
  key: ['subject_code'],
  types: {
    subject_name: 'text',
    subject_code: 'text',
    year: 'smallint',
    course_id: 'bigint',
    specialization_id: 'bigint',
    subject_teacher_id: 'bigint',
  },
};

const classTarget: Target = {
  table: 'class_schedule',
  key: ['ref'],
  types: {
    ref: 'text',
    class_type: 'text',
    day_of_week: 'smallint',
    start_time: 'time',
    end_time: 'time',
    color_coding: 'text',
    subject_id: 'bigint',
    teacher_id: 'bigint',
    classroom_id: 'bigint',
    semester_id: 'bigint',
  },
};
