import { sql, type RawBuilder } from 'kysely';
import { fold, foldedWords } from '#contract/fold.ts';
import { beginning, likePattern } from '#server/platform/http/lists.ts';

const maxWords = 6;

/** The words of a search, folded (R-SEARCH-1); all must match. */
export const wordsOf = (search: string): string[] => foldedWords(search).slice(0, maxWords);

const joined = (parts: RawBuilder<unknown>[]) => sql`concat_ws(' ', ${sql.join(parts)})`;

/** An address as it is searched: what stands behind its @ only by words with an @ (R-SEARCH-2). */
const addressFor = (word: string, address: RawBuilder<unknown>) =>
  word.includes('@') ? address : sql`split_part(${address}, '@', 1)`;

/** The columns and expressions in which a folded word may stand. */
interface Searched {
  texts: (string | RawBuilder<unknown>)[];
  addresses?: string[];
}

/** Whether a folded word stands in one of the columns. */
export const contains = (
  word: string,
  columns: Searched['texts'] | Searched,
): RawBuilder<unknown> => {
  const { texts, addresses = [] } = Array.isArray(columns) ? { texts: columns } : columns;
  const parts = [
    ...texts.map((text) => (typeof text === 'string' ? sql.ref(text) : text)),
    ...addresses.map((name) => addressFor(word, sql.ref(name))),
  ];
  return sql`fold(${joined(parts)}) like ${likePattern(word)}`;
};

/** Whether one of the expressions begins with the text, folded. */
export const beginsWith = (
  text: string,
  ...expressions: RawBuilder<unknown>[]
): RawBuilder<unknown> =>
  sql`(${sql.join(
    expressions.map((one) => sql`fold(${one}) like ${beginning(fold(text))}`),
    sql` or `,
  )})`;

/**
 * Whether a folded word stands in the student's ID, name, card number or address. The column has the address up
 * to its @.
 */
export function studentContains(word: string, student = 's'): RawBuilder<unknown> {
  const search = sql.ref(`${student}.search`);
  const at = word.indexOf('@');
  if (at < 0) return sql`${search} like ${likePattern(word)}`;
  return sql`(${search} like ${likePattern(word.slice(0, at + 1))}
    and fold(${sql.ref(`${student}.student_mail`)}) like ${likePattern(word)})`;
}
