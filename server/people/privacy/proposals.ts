import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { sharedSecret } from '#server/platform/database/secret.ts';
import { proposedTexts, rowKeyOf, type ProposedText } from './proposed-texts.ts';
import { findMention, mayMention, spansOf, type Span, type StudentIdentifiers } from './redact.ts';

/** Recognises a text that has not changed since, without storing it. */
export async function textHasher(database: Database): Promise<(text: string) => string> {
  const secret = await sharedSecret(database, 'erasures');
  return (text) => createHmac('sha256', secret).update(text).digest('hex');
}

/** Names a text of a row. */
export const cellOf = (table: string, key: string, column: string): string =>
  [table, key, column].join('\n');

/**
 * Records the texts that may name the student, for those who may edit the rows to decide. Decisions of
 * an earlier erasure of the same student stay.
 * @returns how many are new, and all texts that wait.
 */
export async function proposeTexts(
  trx: Database,
  student: number,
  identifiers: StudentIdentifiers,
  { createdAt, now }: { createdAt: string | null; now: string },
): Promise<{ added: number; cells: Set<string> }> {
  const hmacOf = await textHasher(trx);
  const found: { table: string; key: string; column: string; spans: number[]; hmac: string }[] = [];
  for (const text of proposedTexts)
    for (const { key, written } of await mentionsIn(trx, text, identifiers, createdAt))
      found.push({
        table: text.table,
        column: text.column,
        key,
        spans: flat(spansOf(written, identifiers)),
        hmac: hmacOf(written),
      });
  const { numAffectedRows } = await sql`
    insert into erasure_proposal (student_id, table_name, row_key, column_name, spans, text_hmac,
      found_at)
    select ${student}, f."table", f.key, f."column",
      array(select jsonb_array_elements_text(f.spans)::bigint), decode(f.hmac, 'hex'), ${now}
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      as f("table" text, key text, "column" text, spans jsonb, hmac text)
    on conflict do nothing`.execute(trx);
  const cells = new Set(found.map(({ table, key, column }) => cellOf(table, key, column)));
  return { added: Number(numAffectedRows ?? 0), cells };
}

const flat = (spans: Span[]): number[] => spans.flatMap(({ start, length }) => [start, length]);

/** Texts of a column that name the student and were not written before their row. */
async function mentionsIn(
  trx: Database,
  { table, column, written, isNumber }: ProposedText,
  identifiers: StudentIdentifiers,
  createdAt: string | null,
): Promise<{ key: string; written: string }[]> {
  const text = sql`t.${sql.ref(column)}`;
  const isOlder = written
    ? sql`coalesce(${written} < ${createdAt}::timestamptz, false)`
    : sql`false`;
  const { rows } = await sql<{ key: string; written: string }>`
    select ${rowKeyOf(table)} as key, ${text} as written from ${sql.table(table)} t
    where ${mayMention(text, identifiers)} and not ${isOlder}
    order by 1 for update`.execute(trx);
  const isChance = (value: string) => isNumber && identifiers.numbers.includes(value);
  return rows.filter(
    (row) => !isChance(row.written) && findMention(row.written, identifiers) === 'names',
  );
}
