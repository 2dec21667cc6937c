import { inAsciiDigits } from './card-number.ts';
import { notDate } from './fields.ts';
import { bare } from './file-values.ts';
import { keysOf } from './keys-of.ts';

/** The order of day, month and year in the dates of a file. */
export const dateOrders = {
  dmy: 'day/month/year',
  mdy: 'month/day/year',
  ymd: 'year/month/day',
} as const;
export type DateOrder = keyof typeof dateOrders;

/** A time that a spreadsheet or another system adds to a date: the beginning or the end of the day. */
const wholeDay =
  /[ T]((?:0?0:00(:00(\.0+)?)?|12:00(:00)? ?am)|23:59(:59(\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/i;
const numbersAlone = /^(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})$/;
/** The orders in which numbers of a date may stand, as places of day, month and year. */
const places: Record<DateOrder, [day: number, month: number, year: number]> = {
  dmy: [0, 1, 2],
  mdy: [1, 0, 2],
  ymd: [2, 1, 0],
};

/** Languages in which files name months. */
const languages =
  'en de fr es it pt nl sv da nb fi pl cs sk sl hr hu ro tr ru uk el et lv lt ca'.split(' ');

let months: Map<string, string> | undefined;

/** The names of months in all languages; those that mean another month in another language are left out. */
function namesOfMonths(): Map<string, string> {
  const found = new Map<string, Set<number>>();
  for (const language of languages)
    for (const month of ['long', 'short'] as const)
      // Some languages write the name of a month in another way beside a day.
      for (const options of [{ month }, { month, day: 'numeric' } as const]) {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
        for (let at = 0; at < 12; at += 1) {
          const parts = format.formatToParts(Date.UTC(2026, at, 15));
          const name = bare(parts.find(({ type }) => type === 'month')?.value ?? '');
          found.set(name, (found.get(name) ?? new Set()).add(at + 1));
        }
      }
  return new Map(
    [...found].flatMap(([name, [first, ...others]]): [string, string][] =>
      first === undefined || others.length > 0 ? [] : [[name, String(first)]],
    ),
  );
}

let weekdays: Set<string> | undefined;

/** Whether a word is the name of a weekday, long or short, in one of the languages. */
function isWeekday(word: string): boolean {
  weekdays ??= new Set(
    languages.flatMap((language) =>
      (['long', 'short'] as const).flatMap((weekday) => {
        const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
        return Array.from({ length: 7 }, (_, at) => bare(format.format(Date.UTC(2026, 0, at + 1))));
      }),
    ),
  );
  return weekdays.has(bare(word));
}

/** The number of a month by its name or the first letters of it, in the languages of many files. */
function monthOf(name: string): string | undefined {
  months ??= namesOfMonths();
  return months.get(bare(name));
}

/** A year of two digits: from 1936 to 2035. */
export const fullYear = (year: string): string =>
  year.length === 2 ? `${Number(year) <= 35 ? '20' : '19'}${year}` : year;

/** `20050423`, `2005年4月23日`, `2005년 4월 23일`. */
const yearFirst = /^((?:19|20)\d\d)(?:(\d\d)(\d\d)|[年년]\s*(\d{1,2})[月월]\s*(\d{1,2})[日일])$/;

/** The name of a month between two numbers of two digits. */
const isShortNamed = (plain: string): boolean =>
  /^\d\d[\s./-]+\p{L}[\p{L}\p{M}]+[\s./-]+\d\d$/u.test(plain);

/**
 * The parts of a date with the name of its month, which has one order alone, unless its year has two digits:
 * `23-APR-05`, `23. April 2005`, `April 23rd, 2005`, `Apr/23/2005`, `23 de abril de 2005`, `2005. április 23`.
 */
function namedParts(order: DateOrder, plain: string): (string | undefined)[] | null {
  const all = plain
    // `Sunday, 14 March 2010`.
    .replace(/^\p{L}{2,},\s+(?=.*\p{L})/u, '')
    .split(/[\s./,-]+/)
    .map((word) => word.replace(/^(\d{1,2})(?:st|nd|rd|th|er|º|ª|°)$/i, '$1'))
    .filter((word) => !/^(?:de|del|of|r|г)?$/i.test(word));
  // `lundi 3 février 2004`.
  const words = all.length === 4 && isWeekday(all[0] ?? '') ? all.slice(1) : all;
  const at = words.findIndex((word) => /^\p{L}/u.test(word));
  if (words.length !== 3 || at === -1) return null;
  const [one = '', other = ''] = words.filter((_, index) => index !== at);
  // Two digits are the year behind the month, or before it where the file writes it so: `04. febr. 14.`
  const isYearFirst = at === 1 && (one.length === 4 || (order === 'ymd' && isShortNamed(plain)));
  const [day, year] = isYearFirst ? [other, one] : [one, other];
  if (one.length === 4 && at === 2) return null;
  const isYear = /^\d{4}$/.test(year) || (at === 1 && /^\d\d$/.test(year));
  return isYear && /^\d{1,2}$/.test(day) ? [day, monthOf(words[at] ?? ''), fullYear(year)] : null;
}

/** Day, month and year of a date in an order; one with the name of its month has no other. */
function partsIn(order: DateOrder, plain: string): (string | undefined)[] {
  const named = namedParts(order, plain);
  if (named) return named;
  const first = yearFirst.exec(plain);
  if (first) return [first[3] ?? first[5], first[2] ?? first[4], first[1]];
  const found = numbersAlone.exec(plain);
  const numbers = [found?.[1], found?.[3], found?.[4]];
  const [day, month, year = ''] = places[order].map((place) => numbers[place]);
  // A year that stands first has two digits where day and month have, too.
  const isShort = order === 'ymd' ? /^\d\d\D\d\d\D\d\d$/.test(plain) : /\D\d\d$/.test(plain);
  return [day, month, isShort ? fullYear(year) : year];
}

const withoutTime = (text: string): string =>
  inAsciiDigits(
    text
      .replace(wholeDay, '')
      .trim()
      // Some countries write 23. 4. 2005 and 23.04.2005.
      .replaceAll(/\.\s+(?=\d)/g, '.')
      .replace(/\.$/, ''),
  );

/** The date `YYYY-MM-DD` in an order; null where it is none. */
function dateIn(order: DateOrder, text: string): string | null {
  const [day, month, year] = partsIn(order, withoutTime(text));
  if (year?.length !== 4 || !day || !month || day.length > 2) return null;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const read = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date) ? date : null;
}

/** Whether a date has a year of two digits that may stand first or last. */
const hasShortYear = (text: string): boolean => {
  const plain = withoutTime(text);
  return /^\d\d?([/.-])\d\d?\1\d\d$/.test(plain) || isShortNamed(plain);
};

/**
 * The date of a file as `YYYY-MM-DD`; one that begins with its year in four digits is read in every order. Texts that
 * are no date in the order stay as they are.
 */
export const dateOfFile = (text: string, order: DateOrder): string =>
  dateIn(order, text) ?? (hasShortYear(text) ? null : dateIn('ymd', text)) ?? text;

/** Headings that say the order of their dates: `Date of birth (dd/mm/yyyy)`, `Geburtsdatum (TT.MM.JJJJ)`. */
const orderInHeading = {
  dmy: /\b(?:dd?|tt|jj)\W?mm?\W?[yja]{2,4}\b/i,
  mdy: /\bmm?\W?dd?\W?y{2,4}\b/i,
  ymd: /\b[yja]{2,4}\W?mm?\W?(?:dd?|tt|jj)\b/i,
};

/**
 * The orders in which the dates of a file can be read, for the whole file and not row by row: several where all can be
 * read in them and no heading says which, else the one of most, and none where none has more. Texts that are no date in
 * the order are left to the check of their row.
 * @param headings of the columns of the dates.
 */
export function ordersOf(texts: readonly string[], headings: readonly string[] = []): DateOrder[] {
  const fits = (order: DateOrder, text: string) =>
    dateIn(order, text) !== null && (order !== 'ymd' || hasShortYear(text));
  const counts = keysOf<DateOrder>(dateOrders).map((order) => ({
    order,
    count: texts.filter((text) => fits(order, text)).length,
  }));
  const most = Math.max(...counts.map(({ count }) => count));
  if (most === 0) return ['ymd'];
  const best = counts.flatMap(({ order, count }) => (count === most ? [order] : []));
  const [first = 'ymd', ...others] = best;
  // The same dates in all: with the names of their months, or on the fourth of April.
  if (texts.every((text) => others.every((order) => dateIn(order, text) === dateIn(first, text))))
    return [first];
  if (texts.some((text) => others.some((order) => fits(order, text) !== fits(first, text))))
    return [];
  const named = best.filter((order) => headings.some((text) => orderInHeading[order].test(text)));
  return named.length === 1 ? named : best;
}

/** An example of a date in an order. */
export const dateExample = (order: DateOrder): string =>
  ({ dmy: '23/04/2005', mdy: '04/23/2005', ymd: '2005-04-23' })[order];

/**
 * Why a text of a file is no date, and what to do.
 * @param order of the other dates of the file; undefined where none fits.
 */
export function dateReason(text: string, order: DateOrder | undefined): string {
  if (/^\d{5}(\.\d+)?$/.test(text))
    return 'is a date as the number of a spreadsheet: format the column as a date and save again';
  if (/\p{L}/u.test(text))
    return `must be a date with its month as a number, such as ${dateExample('ymd')}`;
  if (order === 'ymd') return notDate;
  return order === undefined
    ? 'must be a date in the same order as the others of the file'
    : `must be a date, such as ${dateExample(order)}`;
}
