import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';

/** A column that refers to a table, and what its rows are called: one, several. */
export interface Used {
  table: keyof Tables;
  column: string;
  names: readonly [string, string];
}

/** Counting stops here: nobody needs to know how many thousand marks a student has. */
const mostCounted = 1000;

/** By id, what refers to it; ids that nothing refers to are left out. */
export async function dependantsOf(database: Database, usedBy: Used[], ids: number[]): Promise<Map<number, string>> {
  if (usedBy.length === 0 || ids.length === 0) return new Map();
  const counts = usedBy.map(
    ({ table, column }, at) => sql`
      select asked.id, ${at}::int as place, (
        select count(*) from (
          select from ${sql.table(table)} where ${sql.ref(column)} = asked.id limit ${mostCounted}
        ) counted
      ) as count
      from unnest(${ids}::bigint[]) asked(id)`,
  );
  const { rows } = await sql<{ id: number; place: number; count: number }>`
    select * from (${sql.join(counts, sql` union all `)}) used where count > 0 order by id, place`.execute(database);
  const said = new Map<number, string[]>();
  for (const { id, place, count } of rows) {
    const [one, several] = usedBy[place]!.names;
    const text = `${count === mostCounted ? `${mostCounted} or more` : count} ${count === 1 ? one : several}`;
    const texts = said.get(id) ?? [];
    if (!texts.some((other) => other.endsWith(several) || other.endsWith(one))) texts.push(text);
    said.set(id, texts);
  }
  return new Map([...said].map(([id, texts]) => [id, inWords(texts)]));
}

const inWords = (texts: string[]): string => (texts.length === 1 ? texts[0]! : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`);

/** Refuses what points to nothing, or to something that is archived. */
export async function checkReferences(database: Database, references: Record<string, keyof Tables>, body: Record<string, unknown>): Promise<void> {
  const given = Object.entries(references).filter(([field]) => typeof body[field] === 'number');
  if (given.length === 0) return;
  const columns = given.map(
    ([field, table]) => sql`(select t.archived_at is not null from ${sql.table(table)} t where t.id = ${body[field]}) as ${sql.ref(field)}`,
  );
  const { rows } = await sql<Record<string, boolean | null>>`select ${sql.join(columns)}`.execute(database);
  const faults = Object.entries(rows[0]!).flatMap(([field, archived]) =>
    archived === false ? [] : [[field, [archived === null ? 'does not exist' : 'is archived']] as const],
  );
  if (faults.length) throw new ApiError(400, Object.fromEntries(faults));
}
