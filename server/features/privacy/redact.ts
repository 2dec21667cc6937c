import { sql, type RawBuilder } from 'kysely';
import { likePattern } from '#server/platform/http/lists.ts';

/** Names and numbers that identify a student in free text. */
export interface StudentIdentifiers {
  first_name: string;
  last_name: string;
  /** ID, card, e-mail address, phone number. */
  numbers: string[];
  /** Ambiguous values: `12` may also be a number of chairs. */
  short: string[];
}

/** @param values ID, card, e-mail address, phone number. */
export function identifiersOf(
  first_name: string,
  last_name: string,
  values: (string | null)[],
): StudentIdentifiers {
  const present = values.filter((value) => value !== null).filter((value) => value !== '');
  const identifies = (value: string) =>
    value.length >= 5 || (/\p{L}/u.test(value) && /\d/.test(value));
  return {
    first_name,
    last_name,
    numbers: present.filter(identifies),
    short: present.filter((value) => !identifies(value)),
  };
}

/** Replaces names and numbers in redacted text. */
export const erasedText = '[erased]';

/** Matches the values as whole words, case-insensitively; longer values first. */
function patternOf(values: string[]): RegExp | null {
  const present = [...new Set(values.map((value) => value.trim()).filter(Boolean))].toSorted(
    (a, b) => b.length - a.length,
  );
  if (present.length === 0) return null;
  const any = present.map((value) => RegExp.escape(value)).join('|');
  return new RegExp(String.raw`(?<![\p{L}\p{N}\p{M}])(?:${any})(?![\p{L}\p{N}\p{M}])`, 'giu');
}

const has = (text: string, values: string[]): boolean => patternOf(values)?.test(text) ?? false;

/**
 * `names`: the text has a number of the student, or both names. `perhaps`: it has one of the names
 * or a short number, which may refer to someone else.
 */
export function findMention(
  text: string,
  { first_name, last_name, numbers, short }: StudentIdentifiers,
): 'names' | 'perhaps' | 'no' {
  const [first, last] = [has(text, [first_name]), has(text, [last_name])];
  if (has(text, numbers) || (first && last)) return 'names';
  return first || last || has(text, short) ? 'perhaps' : 'no';
}

/** Replaces the student's names and numbers in the text. */
export function redact(
  text: string,
  { first_name, last_name, numbers, short }: StudentIdentifiers,
): string {
  const words = patternOf([
    `${first_name} ${last_name}`,
    `${last_name} ${first_name}`,
    first_name,
    last_name,
    ...numbers,
    ...short,
  ]);
  return words ? text.replaceAll(words, erasedText) : text;
}

/** Before the words are compared: the text holds a number, or both names. */
export function mayMention(
  text: RawBuilder<unknown>,
  { first_name, last_name, numbers }: StudentIdentifiers,
): RawBuilder<boolean> {
  const contains = (part: string) => sql`lower(${text}) like ${likePattern(part)}`;
  const fullName = sql`(${contains(first_name)} and ${contains(last_name)})`;
  return sql<boolean>`(${sql.join([...numbers.map(contains), fullName], sql` or `)})`;
}
