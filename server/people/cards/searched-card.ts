import { haveForm, storedCard } from '#contract/card-number.ts';
import type { AppContext } from '#server/app-context.ts';
import { allCards } from '#server/school/known-cards.ts';

/** Replaces the text of a search by the stored number where it is a card as its reader sends it (R-CARD-1). */
export async function searchedCard(
  { database, settings }: Pick<AppContext, 'database' | 'settings'>,
  text: string,
): Promise<string> {
  const terms = settings.current();
  if (!haveForm(terms)) return text;
  const stored = storedCard(text, terms);
  if (stored === text || stored === '') return text;
  const [holder] = await allCards(database, stored);
  return holder?.number ?? text;
}
