import { sql, type RawBuilder } from 'kysely';
import { keyForm } from '#contract/identifier.ts';
import { messages } from '#contract/texts.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { RowOf } from './columns.ts';
import { keys, type RowResolver } from './references.ts';

type NamedFile = 'courses' | 'specializations' | 'semesters' | 'classrooms' | 'subjects';

interface Named<Row> {
  table: keyof Tables;
  /** The unique value as a text, of a stored row and of a row of the file. */
  stored: RawBuilder<string>;
  given: (row: Row) => string;
  column: string;
  /** The message of the resource's form. */
  message?: string;
}

const names: { [Name in NamedFile]: Named<RowOf<Name>> } = {
  courses: { table: 'course', stored: keys.course, given: ({ name }) => name, column: 'name' },
  specializations: {
    table: 'specialization',
    stored: sql`specialization_code`,
    given: (row) => row.specialization_code,
    column: 'specialization_code',
  },
  semesters: {
    table: 'semester',
    stored: keys.semester,
    given: ({ year, semester, batch }) => `${year}/${semester}/${batch}`,
    column: 'semester',
    message: 'already exists for this year and batch',
  },
  classrooms: {
    table: 'classroom',
    stored: keys.classroom,
    given: (row) => row.room_number,
    column: 'room_number',
  },
  subjects: {
    table: 'subject',
    stored: keys.subject,
    given: (row) => row.subject_code,
    column: 'subject_code',
  },
};

/** Rejects rows that name what an earlier line has, or what is there already in another spelling (R-KEY-2). */
export async function withUniqueNames<Name extends NamedFile>(
  database: Database,
  file: Name,
  rows: { line: number; row: RowOf<Name> }[],
  resolver: RowResolver,
): Promise<{ line: number; row: RowOf<Name> }[]> {
  const named: Named<RowOf<Name>> = names[file];
  const { table, stored, given, column, message = messages.alreadyExists } = named;
  const found = await sql<{ key: string }>`
    select ${stored} as key from ${sql.table(table)}`.execute(database);
  return firstSpellings(
    resolver.unique(rows, column, given),
    found.rows.map(({ key }) => key),
    given,
    ({ line }) => resolver.reject(line, column, message),
  );
}

/** Keeps the stored spelling of each value, or else the first one, and calls `reject` with every other row. */
export function firstSpellings<Row>(
  lines: { line: number; row: Row }[],
  stored: string[],
  keyOf: (row: Row) => string | null,
  reject: (line: { line: number; row: Row }) => unknown,
): { line: number; row: Row }[] {
  const known = new Set(stored);
  const forms = new Set(stored.map(keyForm));
  return lines.filter((line) => {
    const key = keyOf(line.row);
    if (key === null || known.has(key)) return true;
    if (forms.has(keyForm(key))) {
      reject(line);
      return false;
    }
    known.add(key);
    forms.add(keyForm(key));
    return true;
  });
}
