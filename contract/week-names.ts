import { messages } from './texts.ts';
import { isOfWord, weeksOfFile, weeksShown, weekWords, type WeekWord } from './weeks.ts';

const pair = /^([\p{L}\d]{1,10})\/([\p{L}\d]{1,10})$/u;

/** The institute's names of odd and even weeks, from `A/B`; null where there are none. */
export function namesOfWeeks(text: string): [first: string, second: string] | null {
  const [, first, second] = pair.exec(text) ?? [];
  if (first === undefined || second === undefined) return null;
  // A name that files read otherwise would mean other weeks there: `W1`, `even`, `every`, `Jan`.
  const isName = (name: string) => {
    const read = weeksOfFile(name);
    return read !== null && typeof read === 'object' && 'name' in read;
  };
  const isOther = first.toLowerCase() !== second.toLowerCase();
  return isOther && isName(first) && isName(second) ? [first, second] : null;
}

/** The facts that decide the names of a semester's weeks. */
export interface WeekNaming {
  /** The setting `week_names`: `A/B`, or empty. */
  names: string;
  /** Which name the first week of the semester has: the first (`odd`) or the second. */
  first_week: WeekWord;
}

/** The name of the odd or the even weeks of a semester; null where the institute has no names. */
export function nameOfWord(word: WeekWord, { names, first_week }: WeekNaming): string | null {
  const found = namesOfWeeks(names);
  return found && found[(word === 'odd') === (first_week === 'odd') ? 0 : 1];
}

/** Weeks in words, `A weeks 1–19` where the institute has a name for odd or even weeks, else as `weeksShown`. */
export const weeksNamed = (text: string | null, naming: WeekNaming): string =>
  weeksShown(text).replace(
    /^(odd|even)(?= weeks)/,
    (word) => nameOfWord(word === 'odd' ? 'odd' : 'even', naming) ?? word,
  );

/**
 * The weeks that somebody types for a class: `1-6,8`, `W1-6`, odd, even, or the institute's name of them.
 * @param numbers the weeks of the semester.
 * @returns the weeks, null for every week, or what is wrong.
 */
export function typedWeeks(
  text: string,
  numbers: readonly number[],
  naming: WeekNaming,
): number[] | null | { error: string } {
  const read = weeksOfFile(text.trim());
  if (read === null || Array.isArray(read)) return read;
  if (typeof read === 'object' && 'error' in read) return read;
  const word = typeof read === 'string' ? read : wordOfName(read.name, naming);
  return word === null
    ? { error: messages.weeksForm }
    : numbers.filter((week) => isOfWord(week, word));
}

/** The weeks that a name of the institute means in a semester, without regard to case; null for other texts. */
export function wordOfName(text: string, naming: WeekNaming): WeekWord | null {
  const wanted = text.toLowerCase();
  return weekWords.find((word) => nameOfWord(word, naming)?.toLowerCase() === wanted) ?? null;
}
