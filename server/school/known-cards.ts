import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';

/** The card of a student or a teacher, with its number as it is stored. */
export interface KnownCard {
  table: 'student' | 'teacher';
  id: number;
  number: string;
}

/** The cards of all students and teachers, or those of a number, the same spelling first (R-KEY-2). */
export async function allCards(database: Database, number?: string): Promise<KnownCard[]> {
  const isWanted = (column: string) =>
    number === undefined
      ? sql`${sql.ref(column)} is not null`
      : sql`(${sql.ref(column)} = ${number} or key_form = key_form(${number}))`;
  const { rows } = await sql<KnownCard>`
    select 'student' as table, id, rfid_number as number from student where ${isWanted('rfid_number')}
    union all
    select 'teacher', id, card_number from teacher where ${isWanted('card_number')}`.execute(
    database,
  );
  const isExact = (card: KnownCard) => Number(card.number === number);
  return number === undefined ? rows : rows.toSorted((a, b) => isExact(b) - isExact(a));
}
