export interface CsvRow {
  /** The last line of the row in the file, from 1. */
  line: number;
  /** The cells of the row, possibly more or fewer than the header's; trimmed. */
  cells: string[];
}

/**
 * Finds a column name that occurs more than once in a CSV header: only one of the columns could be read.
 * @returns the message for the first such name, with the positions of its columns; null when there is none.
 */
export function repeatedColumn(names: readonly string[]): { name: string; message: string } | null {
  const name = names.find((each, position) => each !== '' && names.indexOf(each) < position);
  if (name === undefined) return null;
  const positions = names.flatMap((each, position) => (each === name ? [position + 1] : []));
  const last = positions.pop();
  return {
    name,
    message: `columns ${positions.join(', ')} and ${last} have the same name: rename or remove one`,
  };
}

/** Whether most of a row's values are headings: a second list follows. */
export function isAnotherHeader(
  { cells }: CsvRow,
  columns: string[],
  isHeading: (text: string) => boolean,
): boolean {
  const filled = cells.filter(Boolean);
  const isLongHeading = (text: string) => text.length > 5 && isHeading(text);
  // A row with a number is somebody, also where names such as Ho and Pol are headings in other languages.
  if (filled.length < 2 || filled.some((cell) => /\d/.test(cell) && !isHeading(cell))) return false;
  const known = filled.filter(isHeading).length;
  // Names of people are headings in some language: *Ho*, *Pol*. A header has one in its first column as well, or long ones.
  const isHeader = isHeading(filled[0] ?? '') || filled.filter(isLongHeading).length > 1;
  return known > 1 && 2 * known > filled.length && isHeader && String(cells) !== String(columns);
}

/** Words of lines such as `VARCHAR(10)`, `Required` and `Text, max 50`. */
const rules = new Set(
  `char varchar nchar nvarchar text string int integer number numeric decimal date datetime bool boolean enum required optional
  mandatory conditional pflichtfeld obligatoire obligatorio`.split(/\s+/),
);
const furtherWords = new Set(
  'max maximum min length characters chars field unique only yyyy mm dd not null'.split(' '),
);

/** Marks that say which columns have to be filled: `*`, M for mandatory, O for optional, `PK`. */
const ruleMarks = /^(?:\*+|[MORCXYN]|yes|no|req|opt|[pf]k|(?:not )?null|pk, ?not null)$/i;

/** Whether a text is the type or the rule of a column. */
function isRuleOfColumn(text: string): boolean {
  const [first = '', ...others] = text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  return rules.has(first) && others.every((word) => rules.has(word) || furtherWords.has(word));
}

/**
 * Whether a row below a header tells about the columns: their numbers, where other rows have words, or the types and rules
 * of their values.
 */
export function isAboutColumns({ cells }: CsvRow, others: CsvRow[]): boolean {
  const filled = cells.filter(Boolean);
  if (filled.length < 2) return false;
  if (filled.length > 2 && cells.every((cell, at) => cell === String(at + 1)))
    return others.some((row) => row.cells.slice(1).some((cell) => /\p{L}/u.test(cell)));
  if (filled.every(isRuleOfColumn)) return true;
  const isMark = (cell: string) => ruleMarks.test(cell);
  const isLetter = (cell: string, at: number) => cell === String.fromCodePoint(65 + at);
  return (
    filled.length > 2 &&
    (cells.every((cell) => cell === '' || isMark(cell)) || cells.every(isLetter)) &&
    others.some((row) => row.cells.some((cell) => /\d/.test(cell)) && !row.cells.every(isMark))
  );
}

/** A text as letters and digits: `S1000` is A9. */
const shapeOf = (text: string): string =>
  text.replaceAll(/\p{L}+/gu, 'A').replaceAll(/\p{N}+/gu, '9');

/**
 * Finds rows that look like those below the header: as full, or with a key of the same form in the first column that has
 * another value with digits in each row.
 */
export function rowsLike(below: CsvRow[], columns: string[]): (row: CsvRow) => boolean {
  const named = columns.flatMap((column, at) => (column ? [at] : []));
  const key = named.find((at) => {
    const values = below.map(({ cells }) => cells[at] ?? '');
    return values.every((text) => /\d/.test(text)) && new Set(values).size === values.length;
  });
  const shapes = new Set(
    key === undefined ? [] : below.map(({ cells }) => shapeOf(cells[key] ?? '')),
  );
  return ({ cells }) => {
    const filled = named.filter((at) => cells[at]).length;
    const hasKey = key !== undefined && shapes.has(shapeOf(cells[key] ?? ''));
    return (named.length > 2 && filled > 0.6 * named.length) || (hasKey && filled > 1);
  };
}

/** The names of columns without a header: their numbers, with the first value of each. */
export function namesWithout(rows: CsvRow[]): string[] {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, at) => {
    const value = rows.find(({ cells }) => cells[at])?.cells[at] ?? '';
    return `Column ${at + 1}${value ? `, such as ${value.slice(0, 40)}` : ''}`;
  });
}

/** Headings of which a further one has its number: each names one column. */
export function distinct(headings: string[]): string[] {
  const taken = new Set(headings);
  const seen = new Set<string>();
  return headings.map((heading) => {
    if (heading === '' || !seen.has(heading)) {
      seen.add(heading);
      return heading;
    }
    let number = 2;
    while (taken.has(`${heading} (${number})`)) number++;
    taken.add(`${heading} (${number})`);
    return `${heading} (${number})`;
  });
}

/**
 * The place of the header: the first of the rows with most headings; where none has several, the first one that
 * has more than half as many values as the fullest. Titles have fewer.
 */
export function headerAt(
  rows: CsvRow[],
  isHeading: ((text: string) => boolean) | undefined,
): number {
  const headings = rows.map(({ cells }) => (isHeading ? new Set(cells.filter(isHeading)).size : 0));
  const most = Math.max(...headings, 0);
  if (most > 1) return headings.indexOf(most);
  const values = rows.map(({ cells }) => cells.filter(Boolean).length);
  const half = Math.max(...values, 0) / 2;
  return Math.max(
    values.findIndex((count) => count > half),
    0,
  );
}
