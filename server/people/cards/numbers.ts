import { sql } from 'kysely';
import { haveForm, storedCard, type CardTerms } from '#contract/card-number.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import { formerCard, isRevoked, revokedText } from '#server/school/former-cards.ts';
import { allCards, type KnownCard } from '#server/school/known-cards.ts';

interface CardOf {
  table: 'student' | 'teacher';
  field: 'rfid_number' | 'card_number' | 'number';
  /** The row before the change; a new row has none. */
  current: Record<string, unknown> | undefined;
  /** For the date of a card that was lost. */
  timeZone: string;
}

/**
 * A card's number in the form in which it is stored (R-CARD-1); a number that stays is not rewritten.
 * Others that were stored before in another form are the same card; what is equal as text, the keys of
 * the tables find.
 * @throws ApiError 400 at the field: too long, the card of somebody else, or one that another student
 * lost or replaced (R-CARD-4).
 */
export async function cardToStore(
  trx: Database,
  terms: CardTerms,
  given: unknown,
  of: CardOf,
): Promise<unknown> {
  const { table, field, current, timeZone } = of;
  if (typeof given !== 'string' || given === numberOf(of)) return given;
  const stored = !haveForm(terms) ? given : storedCard(given, terms);
  if (stored === '') return null;
  if (stored.length > limits.rfidLength) throw validationError(field, messages.rfidTooLong);
  const holder = await otherHolder(trx, terms, stored, { table, id: current?.id });
  if (holder) throw validationError(field, await takenText(trx, holder, table));
  const former = await formerCard(trx, stored, given);
  if (former && isRevoked(former) && !(table === 'student' && former.student === current?.id))
    throw validationError(
      field,
      table === 'student'
        ? revokedText(former, timeZone)
        : 'is a card that a student lost or replaced',
    );
  return stored;
}

const numberOf = ({ table, current }: CardOf) =>
  current?.[table === 'student' ? 'rfid_number' : 'card_number'];

/** Who else has the card, under a number that was stored in another form. */
async function otherHolder(
  database: Database,
  terms: CardTerms,
  stored: string,
  self: { table: 'student' | 'teacher'; id: unknown },
): Promise<KnownCard | undefined> {
  if (!haveForm(terms)) return undefined;
  return (await allCards(database)).find(
    (card) =>
      !(card.table === self.table && card.id === self.id) &&
      storedCard(card.number, terms) === stored,
  );
}

/** Whose card it is: who changes cards reads students, and who changes those of teachers both. */
async function takenText(
  database: Database,
  { table, id }: KnownCard,
  own: 'student' | 'teacher',
): Promise<string> {
  if (table === 'teacher' && own === 'student') return 'is the card of a teacher';
  const code = table === 'student' ? sql`' (' || student_id || ')'` : sql`''`;
  const { rows } = await sql<{ name: string }>`
    select person_name(first_name, last_name) || ${code} as name
    from ${sql.table(table)} where id = ${id}`.execute(database);
  return `is the card of ${rows[0]?.name ?? `another ${table}`}`;
}
