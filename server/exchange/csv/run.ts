import { sql } from 'kysely';
import { asSent, type CardTerms } from '#contract/card-number.ts';
import type { OtherPeople, ZeroAnswer } from '#contract/file-values.ts';
import { weekdays, type Weekday } from '#contract/weekdays.ts';
import { setAct } from '#server/platform/database/act.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { withRetryOnTakenKeys } from '#server/platform/database/transactions.ts';
import { asOperation, type OperationOptions } from '#server/platform/resource/bulk-operation.ts';
import { planAtLocal } from '#server/timetable/index.ts';
import { assertAsChecked, fingerprintOfOperation } from '../runs/checked.ts';
import { judgeRows, lockToJudge, type Judging } from './clashes.ts';
import type { FileName } from './columns.ts';
import { previewOf } from './preview.ts';
import type { ReadFile } from './read.ts';
import { idsOf, RowResolver } from './references.ts';
import type { ImportReport } from './report.ts';
import { importGuardians } from './guardians.ts';
import { importEnrolments } from './enrolments.ts';
import { importStudents } from './students.ts';
import { importTeachers } from './teachers.ts';
import { importTimetable } from './timetable.ts';
import { withNewHolidays } from './new-holidays.ts';
import { withUniqueNames } from './spellings.ts';
import { upsert, type Target } from './upsert.ts';
import type { ImportedBy, Step } from './step.ts';

class RollbackSignal extends Error {}

interface Options {
  dryRun: boolean;
  /** The institute's date; dates of birth must not be later. */
  today: string;
  /** Its local date and time without a zone, where files change classes: today's may have begun. */
  localNow?: string;
  /** The institute's time, an ISO instant: when cards are given, and guardians begin to get messages. */
  now: string;
  by?: ImportedBy;
  /** Addresses of administrators and accounts by the settings, in lower case. */
  staff?: readonly string[];
  /** Imports valid rows even if others are invalid. */
  importValid?: boolean;
  /** Skips rows of archived or erased students instead of rejecting them. */
  skipRemoved?: boolean;
  /** How the numbers of cards are stored; as they are in the file without it. */
  cards?: CardTerms;
  /** What IDs are that differ from another one by zeros in front alone; they are refused without it. */
  zeros?: ZeroAnswer | undefined;
  /** Whether a row whose ID has other names and another date of birth here is the same student; it is by default. */
  otherPeople?: OtherPeople | undefined;
  /** Records the import as an operation, which can be undone (R-UNDO-1); not where the database is older. */
  operation?: Omit<OperationOptions, 'now' | 'user'>;
  /** The fingerprint of a check: nothing is written when the files would change something else by now. */
  checked?: string | undefined;
  /** Reads what the rows of the first file change; only with `operation`. */
  preview?: boolean;
  /** The institute's days with classes; any day without them. */
  weekdays?: readonly Weekday[];
  /** Runs at the end of the transaction that writes; its error takes everything back. */
  beforeCommit?: (trx: Database, report: ImportReport) => Promise<void>;
  /** Judges clashes of the rows; disabled where the database is older than the judge. */
  judging?: Judging;
}

/** Imports all rows; none when one is invalid or in a dry run. */
export const runImport = (
  database: Database,
  files: ReadFile[],
  options: Options,
): Promise<ImportReport> => withRetryOnTakenKeys(() => runOnce(database, files, options));

async function runOnce(
  database: Database,
  files: ReadFile[],
  options: Options,
): Promise<ImportReport> {
  const report: ImportReport = {
    files: [],
    bad: files.flatMap((file) => file.bad),
    skipped: [],
    clashes: [],
    operation: null,
    written: false,
  };
  const importFiles = async (trx: Database) => {
    if (options.judging && !options.dryRun) await lockToJudge(trx, files);
    for (const of of files) {
      const { name, file, rows, columns } = of;
      const step = importSteps[name] as Step<FileName>;
      report.files.push({
        file,
        ...(await step(
          trx,
          rows,
          new RowResolver(file, report.bad, options.skipRemoved ? report.skipped : report.bad),
          {
            columns,
            today: options.today,
            now: options.now,
            by: options.by ?? null,
            staff: options.staff ?? [],
            cards: options.cards ?? asSent,
            weekdays: options.weekdays ?? weekdays,
            mayOmit: of.mayOmit ?? false,
            hasWholeNames: of.hasWholeNames ?? false,
            leavesEmpty: of.leavesEmpty ?? false,
            zeros: options.zeros ?? null,
            otherPeople: options.otherPeople ?? 'same',
            dryRun: options.dryRun,
            existing: 'written',
          },
        )),
      });
    }
    if (options.judging) await judgeRows(trx, files, report, options.today, options.judging);
  };
  const work = async (trx: Database) => {
    await planAtLocal(trx, options.localNow ?? options.today, options.now);
    if (options.dryRun) await setAct(trx, { purpose: 'rehearsal' });
    if (options.operation) {
      const recorded = { ...options.operation, user: options.by?.user ?? null, now: options.now };
      const { operation } = await asOperation(trx, recorded, () => importFiles(trx));
      const [file] = files;
      if (options.preview && file) {
        const leftOut = new Set([...report.bad, ...report.skipped].map(({ line }) => line));
        report.preview = await previewOf(trx, operation, file, leftOut);
      }
      report.operation = operation;
      report.fingerprint = await fingerprintOfOperation(trx, operation);
    } else await importFiles(trx);
    if (options.dryRun || (report.bad.length && !options.importValid)) throw new RollbackSignal();
    assertAsChecked(report.fingerprint, options.checked);
    await options.beforeCommit?.(trx, { ...report, written: true });
  };
  try {
    await database.transaction().execute(work);
    report.written = true;
  } catch (error) {
    if (!(error instanceof RollbackSignal)) throw error;
    report.operation = null;
  }
  return report;
}

const rowsOnly = (rows: { row: object }[]) => rows.map(({ row }) => row);

/** How the rows of each file are written; also those of other formats become such rows. */
export const importSteps: { [Name in FileName]: Step<Name> } = {
  courses: async (database, rows, resolver) =>
    upsert(
      database,
      { table: 'course', key: ['name'], types: { name: 'text' } },
      rowsOnly(await withUniqueNames(database, 'courses', rows, resolver)),
    ),

  specializations: async (database, rows, resolver) =>
    upsert(
      database,
      {
        table: 'specialization',
        key: ['specialization_code'],
        types: { specialization: 'text', specialization_code: 'text' },
      },
      rowsOnly(await withUniqueNames(database, 'specializations', rows, resolver)),
    ),

  semesters: async (database, rows, resolver) =>
    upsert(
      database,
      semesterTarget,
      rowsOnly(await withUniqueNames(database, 'semesters', rows, resolver)),
    ),

  classrooms: async (database, rows, resolver, { columns }) =>
    upsert(
      database,
      {
        table: 'classroom',
        key: ['room_number'],
        types: {
          room_number: 'text',
          capacity: 'integer',
          ...(columns.includes('features') && { features: 'text[]' }),
        },
      },
      rowsOnly(await withUniqueNames(database, 'classrooms', rows, resolver)),
    ),

  teachers: importTeachers,

  async holidays(database, given, resolver) {
    const rows = await withNewHolidays(database, given, resolver);
    const { rows: added } = await sql`
      insert into holiday (name, date_from, date_to)
      select distinct name, date_from, date_to
      from jsonb_to_recordset(${JSON.stringify(rowsOnly(rows))}::jsonb)
        as given(name text, date_from date, date_to date)
      where not exists (
        select from holiday h where h.name = given.name and h.date_from = given.date_from
          and h.date_to = given.date_to
      )
      returning id`.execute(database);
    return { created: added.length, updated: 0, unchanged: rows.length - added.length };
  },

  async subjects(database, rows, resolver) {
    // One after the other: the import is one transaction on one connection.
    const courses = await idsOf(database, 'course');
    const specializations = await idsOf(database, 'specialization');
    const teachers = await idsOf(database, 'teacher');
    const named = await withUniqueNames(database, 'subjects', rows, resolver);
    const resolved = named.map(({ line, row }) => ({
      subject_name: row.subject_name,
      subject_code: row.subject_code,
      year: row.year,
      course_id: resolver.find(courses, 'course', line, 'course', row.course),
      specialization_id: resolver.find(
        specializations,
        'specialization',
        line,
        'specialization',
        row.specialization,
      ),
      subject_teacher_id: resolver.find(
        teachers,
        'teacher',
        line,
        'subject_teacher',
        row.subject_teacher,
      ),
    }));
    return upsert(database, subjectTarget, resolved.filter(isComplete));
  },

  timetable: importTimetable,

  students: importStudents,

  guardians: importGuardians,

  enrolments: importEnrolments,
};

const isComplete = (row: object): boolean => Object.values(row).every((value) => value !== null);

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
