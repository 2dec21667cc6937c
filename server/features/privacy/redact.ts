/** What names a student in free text. */
export interface Naming {
  first_name: string;
  last_name: string;
  /** The student's own ID, card, e-mail address, phone number. */
  numbers: string[];
  /** Those that may stand for something else as well: `12` is also a number of chairs. */
  short: string[];
}

/** @param values ID, card, e-mail address, phone number. */
export function namingOf(first_name: string, last_name: string, values: (string | null)[]): Naming {
  const given = values.filter((value) => value !== null && value !== '') as string[];
  const tells = (value: string) => value.length >= 5 || (/\p{L}/u.test(value) && /\d/.test(value));
  return { first_name, last_name, numbers: given.filter(tells), short: given.filter((value) => !tells(value)) };
}

/** What stands where a name stood. */
export const erasedText = '[erased]';

/** The values as whole words, in any case; longer ones first, so that none is cut in two. */
function wordsOf(values: string[]): RegExp | null {
  const given = [...new Set(values.map((value) => value.trim()).filter(Boolean))].toSorted((one, other) => other.length - one.length);
  if (given.length === 0) return null;
  return new RegExp(String.raw`(?<![\p{L}\p{N}\p{M}])(?:${given.map((value) => RegExp.escape(value)).join('|')})(?![\p{L}\p{N}\p{M}])`, 'giu');
}

const has = (text: string, values: string[]): boolean => wordsOf(values)?.test(text) ?? false;

/**
 * `names`: by a number of the student's, or by both names. `perhaps`: by one of the names or a short number, which may
 * be somebody else's.
 */
export function namingIn(text: string, { first_name, last_name, numbers, short }: Naming): 'names' | 'perhaps' | 'no' {
  const [first, last] = [has(text, [first_name]), has(text, [last_name])];
  if (has(text, numbers) || (first && last)) return 'names';
  return first || last || has(text, short) ? 'perhaps' : 'no';
}

/** The text without the student's names and numbers. */
export function redacted(text: string, { first_name, last_name, numbers, short }: Naming): string {
  const words = wordsOf([`${first_name} ${last_name}`, `${last_name} ${first_name}`, first_name, last_name, ...numbers, ...short]);
  return words ? text.replaceAll(words, erasedText) : text;
}
