import type { CardTerms } from '#contract/card-number.ts';
import type { CardNumbersPreview } from '#contract/admin/card-settings.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { respellingOf } from './respelling.ts';

/** What settings of card numbers would do to those that are stored (R-CARD-2). */
export const previewOf = async (
  database: Database,
  terms: CardTerms,
): Promise<CardNumbersPreview> => (await respellingOf(database, terms)).counts;
