import { sql, type RawBuilder } from 'kysely';
import { shownLastName } from '#contract/person-name.ts';
import { looksLikeEmail } from '#contract/email.ts';
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

/**
 * @param values ID, cards, e-mail address, phone number. An ID or a card without a digit is a word, which
 * texts use for other things.
 */
export function identifiersOf(
  first_name: string,
  last_name: string,
  values: (string | null)[],
): StudentIdentifiers {
  const present = values
    .filter((value) => value !== null)
    .filter((value) => /\d/.test(value) || looksLikeEmail(value));
  const identifies = (value: string) => value.length >= 5 || /\p{L}/u.test(value);
  return {
    first_name,
    // A dash stands in every second text.
    last_name: shownLastName({ last_name }),
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

/** The text with the placeholders of templates as blanks: `{{student_name}}` names no student. */
const withoutPlaceholders = (text: string): string =>
  text.replaceAll(/\{\{.*?\}\}/gs, (placeholder) => ' '.repeat(placeholder.length));

const has = (text: string, values: string[]): boolean => patternOf(values)?.test(text) ?? false;

/**
 * `names`: the text has a number of the student, or both names. `perhaps`: it has one of the names
 * or a short number, which may refer to someone else.
 */
export function findMention(
  written: string,
  { first_name, last_name, numbers, short }: StudentIdentifiers,
): 'names' | 'perhaps' | 'no' {
  const text = withoutPlaceholders(written);
  const [first, last] = [has(text, [first_name]), has(text, [last_name])];
  if (has(text, numbers) || (first && last)) return 'names';
  return first || last || has(text, short) ? 'perhaps' : 'no';
}

/** A place in a text, in UTF-16 code units. */
export interface Span {
  start: number;
  length: number;
}

/** Where the student's names and numbers stand in the text. */
export function spansOf(
  text: string,
  { first_name, last_name, numbers, short }: StudentIdentifiers,
): Span[] {
  const words = patternOf([
    [first_name, last_name].join(' '),
    [last_name, first_name].join(' '),
    first_name,
    last_name,
    ...numbers,
    ...short,
  ]);
  if (!words) return [];
  return [...withoutPlaceholders(text).matchAll(words)].map((match) => ({
    start: match.index,
    length: match[0].length,
  }));
}

/** Replaces these places, which do not overlap and ascend. */
export function redactSpans(text: string, spans: Span[]): string {
  let end = 0;
  const parts = spans.map(({ start, length }) => {
    const before = text.slice(end, start);
    end = start + length;
    return before + erasedText;
  });
  return parts.join('') + text.slice(end);
}

/** Replaces the student's names and numbers in the text. */
export const redact = (text: string, student: StudentIdentifiers): string =>
  redactSpans(text, spansOf(text, student));

/** Before the words are compared: the text holds a number, or both names. */
export function mayMention(
  text: RawBuilder<unknown>,
  { first_name, last_name, numbers }: StudentIdentifiers,
): RawBuilder<boolean> {
  const contains = (part: string) => sql`lower(${text}) like ${likePattern(part.toLowerCase())}`;
  const fullName = sql`(${contains(first_name)} and ${contains(last_name)})`;
  return sql<boolean>`(${sql.join([...numbers.map(contains), fullName], sql` or `)})`;
}
