import { sql } from 'kysely';
import { haveForm, storedCard, type CardTerms } from '#contract/card-number.ts';
import { keyForm } from '#contract/identifier.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { mapInSlices } from '#server/platform/http/in-slices.ts';
import { allCards, type KnownCard } from './known-cards.ts';

/** A card with its number in the form in which the institute stores numbers (R-CARD-1). */
interface FormedCard extends KnownCard {
  form: string;
}

/** The person who has a number: of a card, or as student ID. */
export type Holder = KnownCard;

/** Who has a number in the institute's form: by its key form, so that letters in other cases are one card. */
export class Holders {
  readonly #byForm = new Map<string, Holder[]>();

  add(form: string, holder: Holder): void {
    const key = keyForm(form);
    const known = this.#byForm.get(key) ?? [];
    // A student's card may be their own ID.
    if (!known.some((other) => isSamePerson(other, holder)))
      this.#byForm.set(key, [...known, holder]);
  }

  /** Whether somebody else has the number. */
  hasOther(form: string, self: Pick<Holder, 'table' | 'id'>): boolean {
    return (this.#byForm.get(keyForm(form)) ?? []).some((other) => !isSamePerson(other, self));
  }

  /** The people who have one number, with the number. */
  shared(): [string, Holder[]][] {
    return [...this.#byForm].filter(([, holders]) => holders.length > 1);
  }
}

const isSamePerson = (a: Pick<Holder, 'table' | 'id'>, b: Pick<Holder, 'table' | 'id'>): boolean =>
  a.table === b.table && a.id === b.id;

/** The institute's form of numbers; as they came, they stay as they are. */
export const formWith =
  (terms: CardTerms) =>
  (number: string): string =>
    haveForm(terms) ? storedCard(number, terms) : number;

/** The cards of all people in the institute's form, and who has each number then. */
export async function formedCards(
  database: Database,
  terms: CardTerms,
): Promise<{ cards: FormedCard[]; holders: Holders }> {
  const formOf = formWith(terms);
  const cards = await mapInSlices(await allCards(database), (card) => ({
    ...card,
    form: formOf(card.number),
  }));
  const holders = new Holders();
  for (const { form, ...card } of cards) holders.add(form, card);
  const changed = cards.filter(({ form, number }) => form !== number);
  await addStudentIds(
    database,
    holders,
    changed.map(({ form }) => form),
  );
  return { cards, holders };
}

/** A card that is another student's ID would mark that student (R-KEY-1). */
export async function addStudentIds(
  database: Database,
  holders: Holders,
  forms: string[],
): Promise<void> {
  if (forms.length === 0) return;
  const { rows } = await sql<{ id: number; number: string }>`
    select s.id, s.student_id as number from student s
    where lower(s.student_id) in (
      select lower(form) from unnest(${forms}::text[]) as given(form))`.execute(database);
  for (const row of rows) holders.add(row.number, { table: 'student', ...row });
}

/** Two people who have one card in the institute's form, each further one with the first (R-CARD-2). */
export async function sameCards(
  database: Database,
  terms: CardTerms,
): Promise<{ holder: Holder; other: Holder }[]> {
  const { holders } = await formedCards(database, terms);
  return holders
    .shared()
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...others]]) =>
      first ? others.map((holder) => ({ holder, other: first })) : [],
    );
}
