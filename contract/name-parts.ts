import type { CsvFile } from './csv-file.ts';
import { plainHeading } from './file-column.ts';
import { fold } from './fold.ts';
import { textsOf } from './whole-name.ts';

/** Headings of what stands in front of a last name: *van der* in Dutch files. */
const before =
  `Tussenvoegsel, Tussenvoegsels, Tussenv, Voorvoegsel, Voorvoegsels, Vorsatz, Namensvorsatz, Vorsatzwort,
  Last name prefix, Surname prefix`
    .split(',')
    .map(plainHeading);
/** Headings of second last names, and of what stands behind a last name. */
const behind =
  `Segundo apellido, Apellido materno, Maternal surname, Second surname, Second last name, Last name suffix,
  Surname suffix, Segon cognom`
    .split(',')
    .map(plainHeading);
/** Headings of further given names. Somebody chooses whether a middle name belongs to the first one. */
const furtherGiven =
  `Segundo nombre, Otros nombres, Second name, Third name, Second given name, Third given name, Second first name, Other given names, Other names,
  Deuxième prénom, Autres prénoms, Zweiter Vorname, Weitere Vornamen, Drugie imię, Secondo nome, Segundo nome`
    .split(',')
    .map(plainHeading);
const middle = 'Middle name, Middle names, Middlename, Mellomnavn, Mellannamn'
  .split(',')
  .map(plainHeading);
/** `Apellido 2` beside `Apellido 1`, `2. Vorname`. */
const isSecond = (heading: string): boolean => /(?:^|\D)[2-4]$|^[2-4]\D/.test(heading.trim());

/**
 * The columns of a last name that a file writes in several, in the order of the name; null where one has it.
 * @param last the column of last names.
 */
export function partsOfLastName(csv: CsvFile, last: string): string[] | null {
  const others = csv.columns.filter(
    (column) => column !== last && textsOf(csv, column).some(Boolean),
  );
  const first = others.filter((column) => before.includes(plainHeading(column)));
  const second = others.filter(
    (column) =>
      behind.includes(plainHeading(column)) ||
      (isSecond(column) && !isSecond(last) && plainHeading(column) === plainHeading(last)),
  );
  return first.length + second.length > 0 ? [...first, last, ...second] : null;
}

/** A part that the name beside it repeats, as `de` of `de Vries` and of `Vries, de`, is written once. */
function joinedOf(texts: string[]): string {
  const words = texts.map((text) =>
    fold(text)
      .split(/[\s,]+/)
      .filter(Boolean),
  );
  const isRepeated = (at: number) =>
    words.some(
      (other, place) =>
        place !== at &&
        other.length > (words[at]?.length ?? 0) &&
        words[at]?.every((word) => other.includes(word)),
    );
  return texts
    .filter((text, at) => text !== '' && !isRepeated(at))
    .map((text) => text.replace(/^(.+),\s*(\p{Ll}[\p{Ll}\s'’]*)$/u, '$2 $1'))
    .join(' ');
}

/**
 * The columns of a first name that a file writes in several, in the order of the name; null where one has it.
 * @param read the columns that are read already: a *Second name* may be the last name.
 */
export function partsOfFirstName(
  csv: CsvFile,
  first: string,
  read: readonly string[],
): { columns: string[]; isMiddle: boolean } | null {
  const others = csv.columns.filter(
    (column) => !read.includes(column) && textsOf(csv, column).some(Boolean),
  );
  const further = others.filter(
    (column) =>
      furtherGiven.includes(plainHeading(column)) ||
      (isSecond(column) && !isSecond(first) && plainHeading(column) === plainHeading(first)),
  );
  const middles = others.filter((column) => middle.includes(plainHeading(column)));
  return further.length + middles.length > 0
    ? { columns: [first, ...further, ...middles], isMiddle: further.length === 0 }
    : null;
}

/** The table with one more column, of names with their parts, and what it is called. */
export function withJoinedNames(
  csv: CsvFile,
  parts: readonly string[],
): { csv: CsvFile; name: string } {
  const name = parts.join(' + ');
  const places = parts.map((column) => csv.columns.indexOf(column));
  const rows = csv.rows.map(({ line, cells }) => ({
    line,
    cells: [
      ...csv.columns.map((_, at) => cells[at] ?? ''),
      joinedOf(places.map((at) => cells[at] ?? '')),
    ],
  }));
  return { csv: { ...csv, columns: [...csv.columns, name], rows }, name };
}
