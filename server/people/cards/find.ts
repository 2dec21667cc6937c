import { haveForm, storedCard, type CardTerms } from '#contract/card-number.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import type { FoundCard } from '#contract/people/student-card.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import { formerCard } from '#server/school/former-cards.ts';
import { allCards, type KnownCard } from '#server/school/known-cards.ts';

/** @throws ApiError 400 at `number` when it is too long in its stored form. */
export function numberToStore(given: string, terms: CardTerms): string {
  const number = storedCard(given, terms);
  if (number.length > limits.rfidLength) throw validationError('number', messages.rfidTooLong);
  if (number === '') throw validationError('number', messages.required);
  return number;
}

/** Who has a card now, also under a number that was stored in another form. */
export async function holderOf(
  database: Database,
  number: string,
  terms: CardTerms,
): Promise<KnownCard | undefined> {
  const [exact] = await allCards(database, number);
  if (exact || !haveForm(terms)) return exact;
  return (await allCards(database)).find((card) => storedCard(card.number, terms) === number);
}

/** Whose card a number is, or was (R-CARD-4). */
export async function findHolder(
  database: Database,
  given: string,
  terms: CardTerms,
): Promise<FoundCard> {
  const number = numberToStore(given, terms);
  const holder = await holderOf(database, number, terms);
  if (holder?.table === 'teacher') return { number, holder: { kind: 'teacher' }, former: null };
  if (holder) {
    const student = await shortOf(database, holder.id);
    return { number, holder: { kind: 'student', ...student }, former: null };
  }
  const former = await formerCard(database, number, given);
  if (!former) return { number, holder: null, former: null };
  const { student_id, first_name, last_name, reason, ended_at } = former;
  return {
    number,
    holder: null,
    former: { id: former.student, student_id, first_name, last_name, reason, ended_at },
  };
}

interface ShortStudent {
  id: number;
  student_id: string;
  first_name: string;
  last_name: string;
}

const shortOf = (database: Database, id: number): Promise<ShortStudent> =>
  database
    .selectFrom('student')
    .select(['id', 'student_id', 'first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
