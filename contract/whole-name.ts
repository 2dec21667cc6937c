import type { CsvFile } from './csv-file.ts';
import { fold } from './fold.ts';
import { noLastName, type PersonName } from './person-name.ts';
import { furtherWholeNames } from './student-headings.ts';

/** How a column of whole names is written, where its names do not tell. */
export const nameOrders = {
  given_first: 'Given name first, such as Zoë O’Brien',
  family_first: 'Family name first, such as O’Brien Zoë',
};
export type NameOrder = keyof typeof nameOrders;

/** Words that belong to the family name behind them, as they are written in front of it. */
const particles = new Set(
  `van von vom der den de del della delle dell' degli dei di da do dos das du la le lo los las el al ul ud ur bin binte binti
    bint ibn ben ter ten 't 's ’t ’s in op im am aan bij onder over uit voor af av zu zur und s/o d/o w/o a/l a/p Mc Mac Ó Ní Nic
    Uí St. Ste.`.split(/\s+/),
);
/** The same with a capital. Others, such as *Van* and *Le*, are given names as well. */
const capitalParticles = new Set(
  'Da De Del Dela Della Di Dos Das Du Des Los Las Ter Ten Der Den Al El O Bin Binti'.split(' '),
);
/** Words between two family names: *dos Santos e Silva*. */
const connectors = new Set(['e', 'y', 'i']);
const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'phd', 'md', 'msc', 'ma', 'ba', 'bsc']);
const titles = new Set(['dr', 'prof', 'mr', 'mrs', 'ms', 'miss', 'herr', 'frau', 'ing', 'mag']);

/** Words; a text in brackets is one. */
const wordsOf = (text: string): string[] => text.match(/\([^)]*\)|\S+/g) ?? [];
const bare = (word: string | undefined): string => fold(word ?? '').replaceAll('.', '');
const isParticle = (word: string | undefined, next?: string): boolean =>
  word !== undefined &&
  (particles.has(word) ||
    capitalParticles.has(word) ||
    // `Van Der Berg`, and not the Vietnamese *Hong Van Tran*.
    (/^(?:Van|Von|La)$/.test(word) && next !== undefined && /^(?:De|Den|Der|Het)$/.test(next)) ||
    // `de Vries-van Dijk`.
    (word.includes('-') && particles.has(word.slice(word.lastIndexOf('-') + 1))));
const isConnector = (word: string | undefined): boolean =>
  word !== undefined && connectors.has(word);
const isSuffix = (word: string | undefined): boolean => suffixes.has(bare(word));
/** `J-P`, `J.P`. */
const isInitials = (word: string): boolean => /^\p{Lu}(?:[-.]\p{Lu})+$/u.test(word);
/** Written in capitals, as many registers write family names: `O’BRIEN`, `McDONALD`, `d’ARC`, `WEIß`. */
const isInCapitals = (word: string): boolean =>
  !isSuffix(word) &&
  !word.endsWith('.') &&
  !isInitials(word) &&
  /^(?:Mc|Mac|De|Di|Le|La|[dl]['’])?[\p{Lu}ß'’-]{2,}$/u.test(word) &&
  /\p{Lu}.*\p{Lu}/u.test(word);

/** A name without the titles in front of it, and what stands behind it: suffixes, degrees and texts in brackets. */
interface Core {
  titles: string[];
  words: string[];
  behind: string[];
}

function coreOf(text: string): Core {
  const words = wordsOf(text);
  let from = 0;
  while (from < words.length - 1 && titles.has(bare(words[from]))) from++;
  let to = words.length;
  while (to - from > 1 && (isSuffix(words[to - 1]) || /^\(.*\)$/.test(words[to - 1] ?? ''))) to--;
  // A number in brackets is an ID; it and pronouns are no part of the name.
  const behind = words.slice(to).filter((word) => !/\d|^\(\p{L}+\/\p{L}+/u.test(word));
  return { titles: words.slice(0, from), words: words.slice(from, to), behind };
}

const joined = (...parts: string[][]): string => parts.flat().join(' ');

/** The names that a text tells apart by itself: `O’Brien, Zoë`, `O’BRIEN Zoë`; null for others. */
function namesShownBy(given: string, hasCapitals: boolean): PersonName | null {
  const text = given.replace(/\s*\((?:[^)]*\d[^)]*|\p{L}+\/[\p{L}/]+)\)$/u, '');
  const [family = '', ...rest] = text.split(',').map((part) => part.trim());
  const names = rest.filter((part) => part !== '' && !wordsOf(part).every(isSuffix));
  const [first, ...further] = names;
  if (family !== '' && first !== undefined && further.length === 0) {
    const behind = rest.filter((part) => part !== first && part !== '');
    // `Berg, Jan van der`.
    const words = wordsOf(first);
    let end = words.length;
    // `Silva, Ana dos Santos e`.
    if (end > 2 && isConnector(words[end - 1])) end -= 2;
    while (end > 1 && isParticle(words[end - 1], words[end])) end--;
    return {
      first_name: joined(words.slice(0, end)),
      last_name: joined(words.slice(end), [family], behind),
    };
  }
  const { titles: before, words, behind } = coreOf(text.replaceAll(',', ' '));
  if (words.length === 1)
    return { first_name: joined(before, words, behind), last_name: noLastName };
  const capitals = hasCapitals ? words.filter(isInCapitals) : [];
  if (capitals.length === 0 || capitals.length === words.length) return null;
  // Particles of the family name are often written small: `van den BERG Jan`.
  let from = words.findIndex(isInCapitals);
  while (isParticle(words[from - 1])) from--;
  const to = words.findLastIndex(isInCapitals) + 1;
  return {
    first_name: joined(before, words.slice(0, from), words.slice(to)),
    last_name: joined(words.slice(from, to), behind),
  };
}

/** The share of names with capitals in a column that writes family names so; others have initials such as `AJ Brown`. */
const mostCapitals = 0.8;

/** Whether a column of whole names writes family names in capitals. */
export function writesCapitals(texts: readonly string[]): boolean {
  const several = texts.filter((text) => wordsOf(text).length > 1 && !text.includes(','));
  return several.filter((text) => namesShownBy(text, true)).length >= mostCapitals * several.length;
}

/**
 * First and last name of a whole name.
 * @param order of names that do not tell.
 * @param hasCapitals whether the column writes family names in capitals.
 */
export function splitName(text: string, order: NameOrder, hasCapitals = true): PersonName {
  const known = namesShownBy(text, hasCapitals);
  if (known && known.first_name !== '') return known;
  const { titles: before, words, behind } = coreOf(text.replaceAll(',', ' '));
  const { length } = words;
  if (order === 'family_first') {
    // `van der Berg Jan`, `García de la Torre Ana`.
    const isPart = (at: number) => isParticle(words[at], words[at + 1]);
    let end = isPart(0) || isPart(1) ? 2 : 1;
    while (end > 1 && isPart(end - 1)) end++;
    if (isConnector(words[end])) end += 2;
    end = Math.min(end, length - 1);
    return {
      first_name: joined(before, words.slice(end)),
      last_name: joined(words.slice(0, end), behind),
    };
  }
  let start = length - 1;
  if (start > 2 && isConnector(words[start - 1])) start -= 2;
  while (start > 1 && isParticle(words[start - 1], words[start])) start--;
  return {
    first_name: joined(before, words.slice(0, start)),
    last_name: joined(words.slice(start), behind),
  };
}

/** Whether two people's names are the same words, however they are divided into first and last name. */
export function isSameWholeName(one: PersonName, other: PersonName): boolean {
  const parts = ({ first_name, last_name }: PersonName) =>
    [first_name, last_name === noLastName ? '' : last_name].map(fold);
  const [first, last] = [parts(one), parts(other)];
  const words = (names: string[]) => names.flatMap(wordsOf).toSorted().join(' ');
  const letters = (names: string[]) =>
    [names, names.toReversed()].map((parts) => parts.join('').replaceAll(' ', '')).toSorted();
  return (
    words(first) === words(last) || letters(first).some((text) => letters(last).includes(text))
  );
}

/** Whether the order of some names has to be chosen. */
export function needsNameOrder(texts: readonly string[]): boolean {
  const hasCapitals = writesCapitals(texts);
  return texts.some((text) => text.trim() !== '' && namesShownBy(text, hasCapitals) === null);
}

/** Whether most texts of a column are several names: `Abel, Ann`, `Ann Abel`, 李小龍. */
export function areWholeNames(texts: readonly string[]): boolean {
  const filled = texts.filter((text) => text.trim() !== '');
  const isWhole = (text: string) =>
    wordsOf(text.replaceAll(',', ' ')).length > 1 ||
    /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]{2,}$/u.test(text);
  return 2 * filled.filter(isWhole).length > filled.length;
}

/** Whether a column of last names repeats the first names beside it: it has whole names. */
export const repeatFirstNames = (
  firstNames: readonly string[],
  lastNames: readonly string[],
): boolean => {
  const repeats = lastNames.filter((text, at) => {
    const words = wordsOf(fold(text.replaceAll(',', ' ')));
    const first = wordsOf(fold(firstNames[at] ?? ''));
    return (
      first.length > 0 && words.length > first.length && first.every((word) => words.includes(word))
    );
  });
  return 2 * repeats.length > lastNames.length;
};

const columnsOfNames = (whole: string) => ({
  first_name: `${whole} (first name)`,
  last_name: `${whole} (last name)`,
});

/** The cells of a column. */
export function textsOf({ columns, rows }: CsvFile, column: string): string[] {
  const at = columns.indexOf(column);
  return rows.map(({ cells }) => cells[at] ?? '');
}

/** The table with two more columns, of the first and last names in a column of whole names, and what they are called. */
export function withSplitNames(
  csv: CsvFile,
  column: string,
  order: NameOrder,
): { csv: CsvFile; names: Record<keyof PersonName, string> } {
  const at = csv.columns.indexOf(column);
  const names = columnsOfNames(column);
  const width = csv.columns.length;
  const hasCapitals = writesCapitals(textsOf(csv, column));
  const rows = csv.rows.map(({ line, cells }) => {
    const text = cells[at] ?? '';
    const { first_name, last_name } =
      text.trim() === '' ? { first_name: '', last_name: '' } : splitName(text, order, hasCapitals);
    const all = [...cells, ...Array.from({ length: Math.max(0, width - cells.length) }, () => '')];
    return { line, cells: [...all, first_name, last_name] };
  });
  return {
    csv: { ...csv, columns: [...csv.columns, names.first_name, names.last_name], rows },
    names,
  };
}

/** Headings of whole names: in lower case, letters without accents only. */
export const wholeNameHeadings: readonly string[] = [
  ...furtherWholeNames,
  'fullname',
  'studentname',
  'studentfullname',
  'nameofstudent',
  'pupilname',
  'learnername',
  'displayname',
  'name',
  'naam',
  'volledigenaam',
  'nomcomplet',
  'nometprenom',
  'nomprenom',
  'nomprenoms',
  'nomdeletudiant',
  'nomeleve',
  'eleve',
  'nombrecompleto',
  'nombreyapellidos',
  'apellidosynombre',
  'apellidosynombres',
  'alumno',
  'nominativo',
  'cognomenome',
  'cognomeenome',
  'nomeecognome',
  'nomecognome',
  'alunno',
  'nomecompleto',
  'aluno',
  'vollstandigername',
  'namevorname',
  'nachnamevorname',
  'vornamename',
  'vornamenachname',
  'schulername',
  'schuler',
  'navn',
  'fuldenavn',
  'fulltnavn',
  'namn',
  'elev',
  'imieinazwisko',
  'nazwiskoiimie',
  'uczen',
  'adsoyad',
  'adisoyadi',
  'nimi',
  'hoten',
  'hovaten',
];
