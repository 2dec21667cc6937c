import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import { oneRow } from '../database/one-row.ts';
import { required } from '../required.ts';

/** A referencing column, and the singular and plural of its rows. */
export interface Reference {
  table: keyof Tables;
  column: string;
  names: readonly [string, string];
}

/** Counting stops here: the exact number of thousands of marks is not needed. */
const maxCounted = 1000;

/** References by id as text; without ids that nothing refers to. */
export async function dependantsOf(
  database: Database,
  references: Reference[],
  ids: number[],
): Promise<Map<number, string>> {
  if (references.length === 0 || ids.length === 0) return new Map();
  const counts = references.map(
    ({ table, column }, at) => sql`
      select requested.id, ${at}::int as place, (
        select count(*) from (
          select from ${sql.table(table)} where ${sql.ref(column)} = requested.id
          limit ${maxCounted}
        ) counted
      ) as count
      from unnest(${ids}::bigint[]) requested(id)`,
  );
  const { rows } = await sql<{ id: number; place: number; count: number }>`
    select * from (${sql.join(counts, sql` union all `)}) used where count > 0
    order by id, place`.execute(database);
  // By the name of what refers: two columns of one table are counted once.
  const textsById = new Map<number, Map<string, string>>();
  for (const { id, place, count } of rows) {
    const [one, several] = required(references[place], `Reference ${place}`).names;
    const text = `${count === maxCounted ? `${maxCounted} or more` : count} ${count === 1 ? one : several}`;
    const texts = textsById.get(id) ?? new Map<string, string>();
    if (!texts.has(several)) texts.set(several, text);
    textsById.set(id, texts);
  }
  return new Map([...textsById].map(([id, texts]) => [id, inWords([...texts.values()])]));
}

const inWords = (texts: string[]): string =>
  [texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter(Boolean).join(' and ');

/** The table that a column refers to; `sent` is the field of the body, where the column has another name. */
export type References = Record<string, keyof Tables | { table: keyof Tables; sent: string }>;

/**
 * Rejects references to missing or archived rows; the others are locked against deletion.
 * @throws ApiError 400 with every wrong reference, by the name that was sent.
 */
export async function checkReferences(
  database: Database,
  references: References,
  columns: Record<string, unknown>,
): Promise<void> {
  const errors = await wrongReferences(database, references, columns);
  if (Object.keys(errors).length) throw new ApiError(400, errors);
}

/** The body of a call in columns, as far as it names rows of the references. */
export const referencesSent = (
  references: References,
  body: Record<string, unknown>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(references).map(([column, to]) => [
      column,
      body[typeof to === 'string' ? column : to.sent],
    ]),
  );

/** The messages of wrong references by the name that was sent. */
export async function wrongReferences(
  database: Database,
  references: References,
  columns: Record<string, unknown>,
): Promise<Record<string, string[]>> {
  const given = Object.entries(references).filter(
    ([column]) => typeof columns[column] === 'number',
  );
  if (given.length === 0) return {};
  const states = given.map(([column, to]) => {
    const { table, sent } = typeof to === 'string' ? { table: to, sent: column } : to;
    return sql`
      (select t.archived_at is not null from ${sql.table(table)} t
        where t.id = ${columns[column]} for key share) as ${sql.ref(sent)}`;
  });
  const archivedBySent = oneRow(
    await sql<Record<string, boolean | null>>`select ${sql.join(states)}`.execute(database),
  );
  return Object.fromEntries(
    Object.entries(archivedBySent)
      .filter(([, archived]) => archived !== false)
      .map(([sent, archived]) => [sent, [archived === null ? 'does not exist' : 'is archived']]),
  );
}
