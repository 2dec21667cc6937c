import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';

const cards = [
  ['student', 'rfid_number'],
  ['teacher', 'card_number'],
] as const;

/** A chain of cards that were passed on is as long as the students who passed them on. */
const maxRounds = 50;

/**
 * Rows whose former card somebody else has, who does not give it up in the same undo. Whose row is refused
 * keeps their card, which may refuse another row.
 */
export async function refuseTakenCards(trx: Database): Promise<void> {
  for (const [table, column] of cards)
    for (let round = 0, found = 1; found > 0 && round < maxRounds; round++) {
      const { numAffectedRows } = await sql`
        update undoing u set refusal = 'its card is the card of another one by now'
        where u.table_name = ${table} and u.refusal is null and u.restore ->> ${column} is not null
          and exists (
            select from ${sql.table(table)} o
            where o.${sql.ref(column)} = u.restore ->> ${column} and o.id <> u.row_key::bigint
              and not exists (
                select from undoing g
                where g.table_name = u.table_name and g.row_key = o.id::text and g.refusal is null
                  and (g.restore ? ${column} or g.before is null)))`.execute(trx);
      found = Number(numAffectedRows ?? 0);
    }
}
