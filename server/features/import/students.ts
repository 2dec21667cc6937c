import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { erasedAmong } from '../privacy/erased-ids.ts';
import type { ReadFile } from './read.ts';
import type { Resolving } from './references.ts';
import type { FileReport } from './report.ts';
import { upsert, type Target } from './upsert.ts';

type Line = ReadFile<'students'>['rows'][number];
type Counts = Omit<FileReport, 'file'>;

interface Known {
  student_id: string;
  rfid_number: string | null;
  archived: boolean;
}

const plain = (rows: { row: object }[]) => rows.map(({ row }) => row);

/** Students by their ID. Those who are archived or were erased are left out and named: a file does not write them back. */
export async function importStudents(database: Database, rows: Line[], resolving: Resolving, columns: string[]): Promise<Counts> {
  await waitForErasures(database);
  const known = await database
    .selectFrom('student')
    .select(['student_id', 'rfid_number', sql<boolean>`archived_at is not null`.as('archived')])
    .execute();
  const unique = resolving.once(
    resolving.once(
      inOneCase(rows, known, resolving),
      'student_id',
      (row) => row.student_id,
      (id) => id.toLowerCase(),
    ),
    'rfid_number',
    (row) => row.rfid_number,
  );
  const fit = withFreeCards(await withoutGone(database, unique, known, resolving), known, resolving);
  const cardOf = new Map(known.map((student) => [student.student_id, student.rfid_number]));
  const changing = (columns.includes('rfid_number') ? fit : [])
    .map(({ row }) => row)
    .filter((row) => cardOf.get(row.student_id) && cardOf.get(row.student_id) !== row.rfid_number);
  // Two students may have swapped cards: both give theirs back before either gets the new one.
  await sql`update student set rfid_number = null where student_id = any(${changing.map((row) => row.student_id)}::text[])`.execute(database);
  const types = Object.fromEntries(Object.entries(studentTarget.types).filter(([column]) => columns.includes(column)));
  return upsert(database, { ...studentTarget, types }, plain(fit));
}

/** Enrolments by student ID and class. @see importStudents for who is left out. */
export async function importEnrolments(database: Database, rows: ReadFile<'enrolments'>['rows'], resolving: Resolving): Promise<Counts> {
  const known = await database
    .selectFrom('student')
    .select(['id', 'student_id', sql<boolean>`archived_at is not null`.as('archived')])
    .execute();
  const classes = new Map((await database.selectFrom('class_schedule').select(['id', 'ref']).execute()).map(({ id, ref }) => [ref ?? '', id]));
  const students = new Map(known.map(({ id, student_id }) => [student_id, id]));
  const unique = resolving.once(rows, 'timetable', (row) => `${row.student_id} ${row.timetable}`);
  const present = await withoutGone(database, unique, known, resolving);
  const resolved = present
    .map(({ line, row }) => ({
      student_id: resolving.find(students, 'student', line, 'student_id', row.student_id),
      class_schedule_id: resolving.find(classes, 'class', line, 'timetable', row.timetable),
    }))
    .filter(({ student_id, class_schedule_id }) => student_id !== null && class_schedule_id !== null);
  const { rows: added } = await sql`
    insert into enrolment (student_id, class_schedule_id, enrolled_from)
    select given.student_id, given.class_schedule_id, greatest(m.semester_start_date, (
      select max(e.enrolled_to) + 1 from enrolment e
      where e.student_id = given.student_id and e.class_schedule_id = given.class_schedule_id))
    from jsonb_to_recordset(${JSON.stringify(resolved)}::jsonb) as given(student_id bigint, class_schedule_id bigint)
    join class_schedule c on c.id = given.class_schedule_id
    join semester m on m.id = c.semester_id
    on conflict (student_id, class_schedule_id) where enrolled_to is null do nothing
    returning id`.execute(database);
  return { created: added.length, updated: 0, unchanged: resolved.length - added.length };
}

/** An erasure that is under way ends first; the next one waits for this transaction. */
const waitForErasures = (database: Database) => sql`lock table erasure in share mode`.execute(database);

/** Rows of students who are neither archived nor erased. */
async function withoutGone<Row extends { student_id: string }>(
  database: Database,
  rows: { line: number; row: Row }[],
  known: { student_id: string; archived: boolean }[],
  resolving: Resolving,
): Promise<{ line: number; row: Row }[]> {
  const archived = new Map(known.map((student) => [student.student_id, student.archived]));
  const unknown = rows.filter(({ row }) => !archived.has(row.student_id)).map(({ row }) => row.student_id);
  const erased = await erasedAmong(database, [...new Set(unknown)]);
  return rows.filter(({ line, row: { student_id } }) => {
    if (archived.get(student_id)) resolving.leaveOut(line, 'student_id', `${student_id} is archived`);
    else if (erased.has(student_id)) resolving.leaveOut(line, 'student_id', `the data of ${student_id} were erased`);
    else return true;
    return false;
  });
}

/** Rows whose id is not that of another student in other letters. */
function inOneCase<Row extends { student_id: string }>(
  rows: { line: number; row: Row }[],
  known: { student_id: string }[],
  resolving: Resolving,
): { line: number; row: Row }[] {
  const ids = new Set(known.map(({ student_id }) => student_id));
  const written = new Map(known.map(({ student_id }) => [student_id.toLowerCase(), student_id]));
  return rows.filter(({ line, row: { student_id } }) => {
    const other = ids.has(student_id) ? undefined : written.get(student_id.toLowerCase());
    if (other !== undefined) resolving.refuse(line, 'student_id', `is ${other} in other letters`);
    return other === undefined;
  });
}

/** Rows whose card is free: a refused row holds on to its old card, which may refuse another row. */
function withFreeCards(rows: Line[], known: Known[], resolving: Resolving): Line[] {
  const ids = new Set([...known.map((student) => student.student_id), ...rows.map(({ row }) => row.student_id)]);
  for (let left = rows; ;) {
    const inFile = new Set(left.map(({ row }) => row.student_id));
    const holders = new Map(
      known.flatMap(({ student_id, rfid_number }) => (rfid_number && !inFile.has(student_id) ? [[rfid_number, student_id]] : [])),
    );
    const fit = left.filter(({ line, row: { rfid_number: card, student_id } }) => {
      if (card === null) return true;
      const holder = holders.get(card);
      if (holder) resolving.refuse(line, 'rfid_number', `${card} is the card of student ${holder}`);
      const asId = card !== student_id && ids.has(card);
      if (asId) resolving.refuse(line, 'rfid_number', `${card} is the student id of another student`);
      return !holder && !asId;
    });
    if (fit.length === left.length) return fit;
    left = fit;
  }
}

const studentTarget: Target = {
  table: 'student',
  key: ['student_id'],
  types: {
    student_id: 'text',
    first_name: 'text',
    last_name: 'text',
    gender: 'text',
    phone_number: 'text',
    date_of_birth: 'date',
    batch: 'text',
    student_mail: 'text',
    rfid_number: 'text',
    profile_image: 'text',
    card_print_status: 'text',
  },
};
