import { inAsciiDigits } from './card-number.ts';
import { notDate } from './fields.ts';
import { fold } from './fold.ts';

/** The order of day, month and year in the dates of a file. */
export const dateOrders = {
  dmy: 'day/month/year',
  mdy: 'month/day/year',
  ymd: 'year/month/day',
} as const;
export type DateOrder = keyof typeof dateOrders;

/** Whether a text is the one that our lists, or a database exports for a cell without a value. */
export const isNoValue = (text: string): boolean =>
  /^(?:n\/a|\(?null\)?|\\n|<na>|nan|nil|none|undefined)$/i.test(text);

const wordsOf = (text: string): string[] => text.split(/\s+/);

/** Letters and digits alone, as values of an enumeration are compared. */
const bare = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Finds the value of an enumeration: without regard to case, spaces and accents, by a short form, or by a
 * beginning of at least three letters that only one value has. Other texts stay as they are.
 * @param short other texts of a value, in lower case.
 */
export function valueFinder<Value extends string>(
  values: readonly Value[],
  short: Partial<Record<Value, readonly string[]>> = {},
): (text: string) => string {
  const known = new Map<string, Value>();
  for (const value of values)
    for (const text of [value, ...(short[value] ?? [])]) known.set(bare(text), value);
  return (text) => {
    const wanted = bare(text);
    const exact = known.get(wanted);
    if (exact !== undefined || wanted.length < 3) return exact ?? text;
    const [first, ...others] = new Set(values.filter((value) => bare(value).startsWith(wanted)));
    return first !== undefined && others.length === 0 ? first : text;
  };
}

/** The short forms of genders in files, and those of other languages; letters by what stands beside them: `genderReader`. */
export const shortGenders = {
  male: wordsOf(`m boy mr männlich herr homme masculin garçon hombre varón masculino maschio uomo man mand
    mann gutt junge pojke dreng jongen poika erkek mężczyzna muž férfi mies mees мужской муж чоловік άνδρας άρρεν 男性
    남성 남자 ذكر זכר nam laki-laki lakilaki home noi muški muškarac moški мушки cismale`),
  female:
    wordsOf(`f w girl mrs ms miss mme mlle weiblich frau femme féminin fille mujer femenino femmina donna feminino vrouw kvinna
    kvinne kvinde jente mädchen flicka pige meisje tyttö kadın kız kobieta žena nő nainen naine женский жен жінка γυναίκα
    θήλυ 女性 여성 여자 أنثى נקבה nữ perempuan dona noia ženski ženska женски cisfemale`),
  other: wordsOf(
    'x d o divers autre otro altro outro anders inne annat nonbinary non-binary genderx diverse genderqueer',
  ),
};

/** Texts with which a file says that it has no gender. */
const noGenders = new Set(
  `unknown, unspecified, undisclosed, not specified, not stated, not disclosed, not known, prefer not to say, keine angabe,
  unbekannt, nicht angegeben, non spécifié, non précisé, no especificado, não informado, non specificato, niet opgegeven, -, ?`
    .split(',')
    .map((text) => fold(text.trim())),
);
export const isNoGender = (text: string): boolean => noGenders.has(fold(text.trim()));

/** Texts with which a file says that somebody has no card. */
const noCards = new Set(
  '-, –, 0, no card, no, lost, missing, not issued, keine, keine karte, aucune, sans carte, sin tarjeta, nessuna, geen'
    .split(',')
    .map((text) => fold(text.trim())),
);
export const isNoCard = (text: string): boolean => noCards.has(fold(text.trim()));

/** Yes and no in files of other systems, in the languages whose genders are read. */
export const yesAndNo = {
  yes: ['y', 'true', '1', 'ja', 'j', 'oui', 'sí', 'sim', 'evet'],
  no: ['n', 'false', '0', 'nein', 'nee', 'non', 'não', 'hayır'],
} as const;

/** A time that a spreadsheet or another system adds to a date: the beginning or the end of the day. */
const wholeDay =
  /[ T]((?:0?0:00(:00(\.0+)?)?|12:00(:00)? ?am)|23:59(:59(\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/i;
const parts = /^(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})$/;
/** The orders in which numbers of a date may stand, as places of day, month and year. */
const places: Record<DateOrder, [day: number, month: number, year: number]> = {
  dmy: [0, 1, 2],
  mdy: [1, 0, 2],
  ymd: [2, 1, 0],
};

/** `23-APR-2005`, `23-Apr-05`, `23. April 2005`, `April 23, 2005`. */
const dayAndName = /^(\d{1,2})[\s./-]+(?:de )?(\p{L}{3,})\.?[\s./-]+(?:de )?(\d{4}|\d\d)$/u;
const nameAndDay = /^(\p{L}{3,})\.?\s+(\d{1,2}),?\s+(\d{4})$/u;

let months: Map<string, string> | undefined;

/** The number of a month by its name or the first letters of it, in the languages of many files. */
function monthOf(name: string): string | undefined {
  months ??= new Map(
    ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'].flatMap((language) =>
      (['long', 'short'] as const).flatMap((style) => {
        const format = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' });
        return Array.from({ length: 12 }, (_, at): [string, string] => [
          bare(format.format(Date.UTC(2026, at, 15))),
          String(at + 1),
        ]);
      }),
    ),
  );
  return months.get(bare(name));
}

/** A year of two digits, as some databases write it beside the name of a month: from 1936 to 2035. */
const fullYear = (year: string): string =>
  year.length === 2 ? `${Number(year) <= 35 ? '20' : '19'}${year}` : year;

/** `20050423`, `2005年4月23日`. */
const yearFirst = /^((?:19|20)\d\d)(?:(\d\d)(\d\d)|年(\d{1,2})月(\d{1,2})日)$/;

/** Day, month and year of a date in an order; one with the name of its month has no other. */
function partsIn(order: DateOrder, plain: string): (string | undefined)[] {
  const named = dayAndName.exec(plain);
  if (named) return [named[1], monthOf(named[2] ?? ''), fullYear(named[3] ?? '')];
  const american = nameAndDay.exec(plain);
  if (american) return [american[2], monthOf(american[1] ?? ''), american[3]];
  const first = yearFirst.exec(plain);
  if (first) return [first[3] ?? first[5], first[2] ?? first[4], first[1]];
  const found = parts.exec(plain);
  const numbers = [found?.[1], found?.[3], found?.[4]];
  return places[order].map((place) => numbers[place]);
}

/** The date `YYYY-MM-DD` in an order; null where it is none. */
function dateIn(order: DateOrder, text: string): string | null {
  // Some countries write 23. 4. 2005 and 23.04.2005.
  const plain = text
    .replace(wholeDay, '')
    .trim()
    .replaceAll(/\.\s+(?=\d)/g, '.')
    .replace(/\.$/, '');
  const [day, month, year] = partsIn(order, inAsciiDigits(plain));
  if (year?.length !== 4 || !day || !month || day.length > 2) return null;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const read = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date) ? date : null;
}

/**
 * The date of a file as `YYYY-MM-DD`; one that begins with its year is read in every order. Texts that are no date
 * in the order stay as they are.
 */
export const dateOfFile = (text: string, order: DateOrder): string =>
  dateIn(order, text) ?? dateIn('ymd', text) ?? text;

/** Headings that say the order of their dates: `Date of birth (dd/mm/yyyy)`, `Geburtsdatum (TT.MM.JJJJ)`. */
const orderInHeading = {
  dmy: /\b(?:dd?|tt|jj)\W?mm?\W?[yja]{2,4}\b/i,
  mdy: /\bmm?\W?dd?\W?y{2,4}\b/i,
};

/**
 * The orders in which the dates of a file can be read, for the whole file and not row by row: both where all can be
 * read in both and no heading says which, else the one of most, and none where neither has more. Texts that are no
 * date in the order are left to the check of their row.
 * @param headings of the columns of the dates.
 */
export function ordersOf(texts: readonly string[], headings: readonly string[] = []): DateOrder[] {
  const count = (order: DateOrder) => texts.filter((text) => dateIn(order, text) !== null).length;
  const [dmy, mdy] = [count('dmy'), count('mdy')];
  if (dmy !== mdy) return [dmy > mdy ? 'dmy' : 'mdy'];
  if (dmy === 0) return ['ymd'];
  // The same dates in both: with the names of their months, or on the fourth of April.
  if (texts.every((text) => dateIn('dmy', text) === dateIn('mdy', text))) return ['dmy'];
  const isOne = texts.some(
    (text) => (dateIn('dmy', text) === null) !== (dateIn('mdy', text) === null),
  );
  if (isOne) return [];
  const both = ['dmy', 'mdy'] as const;
  const named = both.filter((order) => headings.some((text) => orderInHeading[order].test(text)));
  return named.length === 1 ? named : [...both];
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
  if (/^\d{1,2}([/.-])\s?\d{1,2}\1\s?\d\d$/.test(text)) return 'must have the year in four digits';
  if (/\p{L}/u.test(text))
    return `must be a date with its month as a number, such as ${dateExample('ymd')}`;
  if (order === 'ymd') return notDate;
  return order === undefined
    ? 'must be a date in the same order as the others of the file'
    : `must be a date, such as ${dateExample(order)}`;
}

/** Whether a spreadsheet has changed a number: `7.0001E+09`, `1234567.0`. */
export const isChangedNumber = (text: string): boolean =>
  /^-?\d+([.,]\d+)?E[+-]\d+$/i.test(text) || /^\d+[.,]0+$/.test(text);

/** Whether a text is what spreadsheets show for a value that they could not find: `#N/A`, `#REF!`, `#WERT!`. */
export const isSheetError = (text: string): boolean =>
  /^#(N\/[AVD]|NV|\p{Lu}[\p{Lu}\d/]{1,11}[!?])$/u.test(text);

/** What IDs of a file are that differ from another one by zeros in front alone, which a spreadsheet takes off. */
export const zeroAnswers = {
  same: 'The students with the zeros',
  other: 'Other students',
} as const;
export type ZeroAnswer = keyof typeof zeroAnswers;

/** An ID without the zeros in front that a spreadsheet takes off; IDs with letters keep theirs. */
export const withoutZeros = (id: string): string =>
  /^0+\d+$/.test(id) ? id.replace(/^0+(?=\d)/, '') : id;
