import { storedCard, type CardTerms } from '#contract/card-number.ts';
import type { CardNumbersPreview } from '#contract/admin/card-settings.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { mapInSlices } from '#server/platform/http/in-slices.ts';
import { allCards } from './numbers.ts';

/** What settings of card numbers would do to those that are stored (R-CARD-2). */
export async function previewOf(database: Database, terms: CardTerms): Promise<CardNumbersPreview> {
  const cards = await allCards(database);
  const stored = await mapInSlices(cards, ({ number }) => storedCard(number, terms));
  const times = new Map<string, number>();
  for (const number of stored) times.set(number, (times.get(number) ?? 0) + 1);
  return {
    total: cards.length,
    changed: stored.filter((number, at) => number !== cards[at]?.number).length,
    shared: stored.filter((number) => (times.get(number) ?? 0) > 1).length,
  };
}
