import { haveForm, storedCard } from '#contract/card-number.ts';
import type { AppContext } from '#server/app-context.ts';

/**
 * The text of a search for students. Where it is a student's card as a reader sends it, it is the number as it is
 * stored (R-CARD-1).
 */
export async function searchedCard(
  { database, settings }: Pick<AppContext, 'database' | 'settings'>,
  text: string,
): Promise<string> {
  const terms = settings.current();
  if (!haveForm(terms)) return text;
  const stored = storedCard(text, terms);
  if (stored === text || stored === '') return text;
  const holder = await database
    .selectFrom('student')
    .select('id')
    .where('rfid_number', '=', stored)
    .limit(1)
    .executeTakeFirst();
  return holder ? stored : text;
}
