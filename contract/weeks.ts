import { addDays, daysOf, mondayOf } from './dates.ts';
import { messages } from './texts.ts';

/** Words for every second week; week 1 is odd. */
export const weekWords = ['odd', 'even'] as const;
export type WeekWord = (typeof weekWords)[number];

/** The first and the last date with classes of a semester. */
export interface ClassDates {
  class_start_date: string;
  class_end_date: string;
}

/**
 * The number of a date's week in a semester: week 1 holds the first class date, weeks begin on Monday. The
 * same as `semester_week` in the database.
 */
export const semesterWeek = (date: string, { class_start_date }: ClassDates): number =>
  Math.floor((daysOf(mondayOf(class_start_date), date) - 1) / 7) + 1;

/** The weeks of a semester, with their Mondays. */
export const weeksOf = (dates: ClassDates): { number: number; monday: string }[] =>
  Array.from({ length: semesterWeek(dates.class_end_date, dates) }, (_, at) => ({
    number: at + 1,
    monday: addDays(mondayOf(dates.class_start_date), 7 * at),
  }));

export const isOfWord = (week: number, word: WeekWord): boolean =>
  (week % 2 !== 0) === (word === 'odd');

/** Weeks as text, `1-6,8`; those before the first week of the semester are left out. */
export function weeksText(weeks: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const week of weeks.filter((number) => number > 0).toSorted((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range && week <= range[1] + 1) range[1] = week;
    else ranges.push([week, week]);
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(',');
}

/**
 * Weeks for people: `weeks 1–6, 8`, `odd weeks 1–13`, or `week 5`; every week has no text.
 * @param text as `weeksText` writes it.
 */
export function weeksShown(text: string | null): string {
  const parsed = text === null || text === '' ? [] : parseWeeks(text);
  if (typeof parsed === 'string') return parsed;
  const [first, second] = parsed;
  const last = parsed.at(-1);
  if (first === undefined || last === undefined) return text === '' ? 'no week' : '';
  if (second === undefined) return `week ${first}`;
  if (parsed.length > 2 && parsed.every((week, at) => week === first + 2 * at))
    return `${first % 2 ? 'odd' : 'even'} weeks ${first}–${last}`;
  return `weeks ${weeksText(parsed).replaceAll('-', '–').replaceAll(',', ', ')}`;
}

const highestWeek = 999;
const range = /^(\d{1,4})(?:-(\d{1,4}))?$/;

/**
 * Weeks of a text: `1-6,8`, also `W1–6; W8`.
 * @returns sorted, each once; or what is wrong.
 */
export function parseWeeks(text: string): number[] | string {
  const weeks = new Set<number>();
  const plain = text
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(/\s*-\s*/g, '-')
    .replaceAll(/\bw(?:eeks?)?\s*(?=\d)/gi, '');
  for (const part of plain.split(/[,;\s]+/).filter(Boolean)) {
    const [, from, to = from] = range.exec(part) ?? [];
    if (from === undefined) return messages.weeksForm;
    const [first, last] = [Number(from), Number(to)];
    if (first < 1) return 'must be from week 1 on';
    if (last > highestWeek) return `has no week ${last}`;
    if (first > last) return `${part} ends before it begins`;
    for (let week = first; week <= last; week++) weeks.add(week);
  }
  return weeks.size === 0 ? messages.weeksForm : [...weeks].toSorted((a, b) => a - b);
}

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
/** The texts that spreadsheets make of `2-6` in a cell. */
const dateLike = new RegExp(String.raw`^\d{1,4}[/.]\d|^\d{4}-\d\d?-|\b(${months})[a-z]*\b`, 'i');
const wholeWord = /^(odd|even)( weeks?)?$/i;
/** A word that may be the institute's name of every second week. */
const otherName = /^(?:weeks? )?([\p{L}\d]*\p{L}[\p{L}\d]*)(?: weeks?)?$/iu;

/**
 * Weeks of a file: as in a form, a word, or empty for every week.
 * @returns null for every week; in an object a word that may be a name of the institute, or what is wrong.
 */
export function weeksOfFile(
  text: string,
): number[] | WeekWord | null | { name: string } | { error: string } {
  if (text === '' || /^(all|every|every week|all weeks)$/i.test(text)) return null;
  const [, word] = wholeWord.exec(text) ?? [];
  if (word) return /^odd$/i.test(word) ? 'odd' : 'even';
  if (dateLike.test(text))
    return { error: 'is a date, which a spreadsheet made of weeks: write W2-6 instead of 2-6' };
  const parsed = parseWeeks(text);
  if (typeof parsed !== 'string') return parsed;
  const [, name] = otherName.exec(text) ?? [];
  return name === undefined ? { error: parsed } : { name };
}

/** Weeks as files have them: no spreadsheet takes `W2-6` for a date. */
export const weeksForFile = (text: string | null): string => (text === null ? '' : `W${text}`);
