import { sql } from 'kysely';
import { withoutZeros } from '#contract/file-values.ts';
import { limits } from '#contract/limits.ts';
import type { UploadPreview } from '#contract/student.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { ReadFile } from './read.ts';

interface Recorded {
  code: string;
  name: string | null;
  label: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
}

/** Columns that the rows of a file do not have under this name. */
const renamed: Record<string, string> = { consent_at: 'consent' };

/**
 * What the rows of a file of students or guardians would change, from the recorded operation: what the
 * database really writes, in one query.
 * @param leftOut the lines of rows that are not written, such as a second one of the same ID.
 */
export async function previewOf(
  trx: Database,
  operation: number | null,
  { name, rows: given, columns }: ReadFile,
  leftOut: ReadonlySet<number>,
): Promise<UploadPreview> {
  if (operation === null || (name !== 'students' && name !== 'guardians'))
    return { rows: [], total: 0 };
  const table = name === 'students' ? 'student' : 'guardian';
  const { rows } = await sql<Recorded>`
    select coalesce(s.student_id, '') as code, g.name, r.label, r.before, r.after
    from bulk_operation_row r
    left join student s on s.id = r.student_id
    left join guardian g on r.table_name = 'guardian' and g.id = r.row_key::bigint
    where r.operation_id = ${operation} and r.table_name = ${table} and r.after is not null`.execute(
    trx,
  );
  const keyOf = (code: string, of: string | null) => `${code} ${(of ?? '').toLowerCase()}`;
  const written = given.filter(({ line }) => !leftOut.has(line));
  const linesBy = (codeOf: (id: string) => string) =>
    new Map(
      written.map(({ line, row }) => {
        const { student_id, name: guardian } = row as { student_id: string; name?: string };
        return [keyOf(codeOf(student_id), guardian ?? null), line];
      }),
    );
  const lines = linesBy((id) => id);
  // A file whose IDs have lost their zeros is compared without them.
  const alike = linesBy(withoutZeros);
  const found = rows.map(({ code, name: guardian, label, before, after }) => ({
    line:
      lines.get(keyOf(code, guardian)) ?? alike.get(keyOf(withoutZeros(code), guardian)) ?? null,
    label,
    change: before === null ? ('added' as const) : ('changed' as const),
    fields: Object.keys(after).flatMap((column) => {
      const field = renamed[column] ?? column;
      if (!columns.includes(field)) return [];
      const [from, to] = [valueOf(column, before), valueOf(column, after)];
      return from === to ? [] : [{ field, from, to }];
    }),
  }));
  found.sort(
    (a, b) =>
      Number(a.change === 'added') - Number(b.change === 'added') ||
      (a.line ?? Infinity) - (b.line ?? Infinity),
  );
  return { rows: found.slice(0, limits.uploadPreview), total: found.length };
}

function valueOf(
  column: string,
  content: Record<string, unknown> | null,
): string | number | boolean | null {
  const value = content?.[column] ?? null;
  // That there is a consent, and not when it was given.
  if (column in renamed) return content === null ? null : value !== null;
  return typeof value === 'number' || typeof value === 'boolean' || value === null
    ? value
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
}
