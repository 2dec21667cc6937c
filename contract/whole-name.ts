import type { CsvFile } from './csv-file.ts';
import { fold } from './fold.ts';
import { noLastName, type PersonName } from './person-name.ts';

/** How a column of whole names is written, where its names do not tell. */
export const nameOrders = {
  given_first: 'Given name first, such as Zoë O’Brien',
  family_first: 'Family name first, such as O’Brien Zoë',
};
export type NameOrder = keyof typeof nameOrders;

/** Words that belong to the family name behind them, and to the one in front of them. */
const particles = new Set(
  'van von vom der den de del della delle di da do dos das du la le el al bin binti bint ibn ben ter ten af av zu zur'.split(
    ' ',
  ),
);
const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);

const wordsOf = (text: string): string[] => text.trim().split(/\s+/).filter(Boolean);
const isParticle = (word: string | undefined): boolean =>
  word !== undefined && particles.has(fold(word));
const isSuffix = (word: string | undefined): boolean =>
  word !== undefined && suffixes.has(fold(word).replaceAll('.', ''));
/** Written in capitals, as many registers write family names. */
const isInCapitals = (word: string): boolean =>
  /\p{Lu}.*\p{Lu}/u.test(word) && word === word.toUpperCase() && !word.endsWith('.');

/** The names that a text tells apart by itself: `O’Brien, Zoë`, `O’BRIEN Zoë`; null for others. */
function namesShownBy(text: string): PersonName | null {
  const comma = /^([^,]+),\s*([^,]+)$/.exec(text);
  if (comma) return { first_name: comma[2]?.trim() ?? '', last_name: comma[1]?.trim() ?? '' };
  const words = wordsOf(text);
  if (words.length === 1) return { first_name: text.trim(), last_name: noLastName };
  const capitals = words.filter(isInCapitals);
  if (capitals.length === 0 || capitals.length === words.length) return null;
  // Particles of the family name are often written small: `van den BERG Jan`.
  const first = words.findIndex(isInCapitals);
  let from = first;
  while (isParticle(words[from - 1])) from--;
  const to = words.findLastIndex(isInCapitals) + 1;
  return {
    first_name: [...words.slice(0, from), ...words.slice(to)].join(' '),
    last_name: words.slice(from, to).join(' '),
  };
}

/** First and last name of a whole name. @param order of names that do not tell. */
export function splitName(text: string, order: NameOrder): PersonName {
  const known = namesShownBy(text);
  if (known && known.first_name !== '') return known;
  const words = wordsOf(text);
  const { length } = words;
  if (order === 'family_first') {
    let end = 1;
    while (end < length - 1 && isParticle(words[end - 1])) end++;
    return { first_name: words.slice(end).join(' '), last_name: words.slice(0, end).join(' ') };
  }
  let start = length - 1;
  while (start > 1 && isSuffix(words[start])) start--;
  while (start > 1 && isParticle(words[start - 1])) start--;
  return { first_name: words.slice(0, start).join(' '), last_name: words.slice(start).join(' ') };
}

/** Whether the order of some names has to be chosen. */
export const needsNameOrder = (texts: readonly string[]): boolean =>
  texts.some((text) => text.trim() !== '' && namesShownBy(text) === null);

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
  const rows = csv.rows.map(({ line, cells }) => {
    const text = cells[at] ?? '';
    const { first_name, last_name } =
      text.trim() === '' ? { first_name: '', last_name: '' } : splitName(text, order);
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
