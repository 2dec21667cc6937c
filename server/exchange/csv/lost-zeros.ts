import { sql } from 'kysely';
import { withoutZeros, type ZeroAnswer } from '#contract/file-values.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { RowResolver } from './references.ts';

interface Row<Content extends { student_id: string }> {
  line: number;
  row: Content;
}

interface Answered {
  resolver: RowResolver;
  zeros: ZeroAnswer | null;
}

/**
 * Rows whose ID differs from another one, here or in the file, by zeros in front alone: they are its student,
 * or another one. Without an answer they are rejected (R-STUDENT-5).
 * @param known IDs of students who are here.
 */
export function withTheirZeros<Content extends { student_id: string }>(
  rows: Row<Content>[],
  known: readonly string[],
  { resolver, zeros }: Answered,
): Row<Content>[] {
  if (zeros === 'other') return rows;
  const ids = new Set(known);
  const byNumber = new Map<string, Set<string>>();
  for (const student_id of [...ids, ...rows.map(({ row }) => row.student_id)]) {
    const alike = byNumber.get(withoutZeros(student_id)) ?? new Set();
    byNumber.set(withoutZeros(student_id), alike.add(student_id));
  }
  return rows.flatMap(({ line, row }) => {
    const { student_id } = row;
    const alike = byNumber.get(withoutZeros(student_id)) ?? new Set();
    const present = [...alike].filter((id) => ids.has(id));
    // Who is here, else the one with most zeros: a spreadsheet takes them off.
    const other = present[0] ?? [...alike].toSorted((a, b) => b.length - a.length)[0];
    if (ids.has(student_id) || other === undefined || other === student_id) return [{ line, row }];
    if (present.length > 1)
      resolver.reject(
        line,
        'student_id',
        `is ${present.join(' or ')} but for zeros in front: write the ID as it is there`,
      );
    else if (zeros === 'same') return [{ line, row: { ...row, student_id: other } }];
    else
      resolver.ask(
        line,
        'student_id',
        other.length > student_id.length
          ? `is ${other} without its zeros?`
          : `is ${other} with zeros in front?`,
        'zeros',
      );
    return [];
  });
}

/** The IDs of students that are one of these but for zeros in front. */
export async function idsWithZeros(database: Database, ids: readonly string[]): Promise<string[]> {
  const numbers = [...new Set(ids.filter((id) => /^\d+$/.test(id)).map(withoutZeros))];
  if (numbers.length === 0) return [];
  const { rows } = await sql<{ student_id: string }>`
    select student_id from student
    where student_id ~ '^0*[0-9]+$' and ltrim(student_id, '0') = any(${numbers}::text[])`.execute(
    database,
  );
  return rows.map(({ student_id }) => student_id);
}
