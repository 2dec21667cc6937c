import { sql } from 'kysely';
import { storedCard, type CardTerms } from '#contract/card-number.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';

interface CardOf {
  table: 'student' | 'teacher';
  field: 'rfid_number' | 'card_number';
  /** The row before the change; a new row has none. */
  current: Record<string, unknown> | undefined;
}

interface KnownCard {
  table: 'student' | 'teacher';
  id: number;
  number: string;
}

/** The numbers of all students' and teachers' cards. */
export async function allCards(database: Database): Promise<KnownCard[]> {
  const { rows } = await sql<KnownCard>`
    select 'student' as table, id, rfid_number as number from student where rfid_number is not null
    union all
    select 'teacher', id, card_number from teacher where card_number is not null`.execute(database);
  return rows;
}

/**
 * A card's number in the form in which it is stored (R-CARD-1); a number that stays is not rewritten.
 * Others that were stored before in another form are the same card; what is equal as text, the keys of
 * the tables find.
 * @throws ApiError 400 at the field: too long, or the card of somebody else.
 */
export async function cardToStore(
  trx: Database,
  terms: CardTerms,
  given: unknown,
  { table, field, current }: CardOf,
): Promise<unknown> {
  if (typeof given !== 'string' || given === current?.[field]) return given;
  if (terms.card_format === 'as_sent') return given;
  const stored = storedCard(given, terms);
  if (stored === '') return null;
  if (stored.length > limits.rfidLength) throw validationError(field, messages.rfidTooLong);
  const holder = (await allCards(trx)).find(
    (card) =>
      !(card.table === table && card.id === current?.id) &&
      storedCard(card.number, terms) === stored,
  );
  if (holder)
    throw validationError(
      field,
      holder.table === table
        ? `is the card of another ${table}`
        : `is the card of a ${holder.table}`,
    );
  return stored;
}
