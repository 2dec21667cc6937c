import { keyForm } from '#contract/identifier.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { RowOf } from './columns.ts';
import type { RowResolver } from './references.ts';

interface Line {
  line: number;
  row: RowOf<'holidays'>;
}

/**
 * Rejects a holiday that begins on the day of another one with the same name (R-KEY-2). Holidays that are
 * there already, and the same holiday twice in a file, stay.
 */
export async function withNewHolidays(
  database: Database,
  lines: Line[],
  resolver: RowResolver,
): Promise<Line[]> {
  const rows = await database
    .selectFrom('holiday')
    .select(['name', 'date_from', 'date_to'])
    .where('archived_at', 'is', null)
    .execute();
  const wholeOf = ({ name, date_from, date_to }: RowOf<'holidays'>) =>
    `${date_from} ${date_to} ${name}`;
  const formOf = ({ name, date_from }: RowOf<'holidays'>) => `${date_from} ${keyForm(name)}`;
  const known = new Set(rows.map(wholeOf));
  const forms = new Set(rows.map(formOf));
  return lines.filter(({ line, row }) => {
    if (known.has(wholeOf(row))) return true;
    if (forms.has(formOf(row)))
      return resolver.reject(line, 'name', 'already exists for these dates');
    known.add(wholeOf(row));
    forms.add(formOf(row));
    return true;
  });
}
