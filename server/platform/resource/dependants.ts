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

/** Rejects references to missing or archived rows; the others are locked against deletion. */
export async function checkReferences(
  database: Database,
  references: Record<string, keyof Tables>,
  body: Record<string, unknown>,
): Promise<void> {
  const given = Object.entries(references).filter(([field]) => typeof body[field] === 'number');
  if (given.length === 0) return;
  const columns = given.map(
    ([field, table]) =>
      sql`
        (select t.archived_at is not null from ${sql.table(table)} t
          where t.id = ${body[field]} for key share) as ${sql.ref(field)}`,
  );
  const states = oneRow(
    await sql<Record<string, boolean | null>>`select ${sql.join(columns)}`.execute(database),
  );
  const errors = Object.entries(states).flatMap(([field, archived]) =>
    archived === false
      ? []
      : [[field, [archived === null ? 'does not exist' : 'is archived']] as const],
  );
  if (errors.length) throw new ApiError(400, Object.fromEntries(errors));
}
