import { fold } from './fold.ts';

/** A column of a file that is uploaded, as the page of the upload shows it. */
export interface FileColumn {
  name: string;
  /** Its name on screen. */
  label: string;
  isRequired: boolean;
  /** It is in the template. */
  example: string;
  /** Alternative headings, also of other languages: in lower case, letters without accents only. */
  aliases: readonly string[];
  /** Other programs write it in an order of their own. */
  isDate?: true;
  /** It belongs to the person of the row, and not to a contact whom the row names as well. */
  isOfPerson?: true;
}

/** Our column → the file's, or null. */
export type Mapping = Record<string, string | null>;

/** Words in brackets that say how a column is written, or that it is the student's own. */
const hints = new Set(
  `d dd t tt j jj m mm a aa aaaa jjjj y yy yyyy yyyymmdd ddmmyyyy mmddyyyy iso w f h x e s male female required optional
  mandatory text string date number numeric no nr unique max characters chars hex decimal uid rfid mobile mobil cell home
  student students pupil learner own personal private legal pflichtfeld obligatoire`.split(/\s+/),
);

/**
 * A heading in lower case and letters without accents only, without what stands in brackets where it says how the column
 * is written, such as `(dd/mm/yyyy)` or `[Required]`, unless it is all. `(Mother)` says whose it is.
 */
export const plainHeading = (name: string): string => {
  const letters = (text: string) => fold(text).replaceAll(/[^\p{L}]/gu, '');
  const isHint = (text: string) =>
    fold(text)
      .split(/[^\p{L}]+/u)
      .every((word) => word === '' || hints.has(word));
  const without = name.replaceAll(/[([（]([^)\]）]*)[)\]）]/g, (all, text: string) =>
    isHint(text) ? '' : all,
  );
  return letters(without) || letters(name);
};

/** Finds texts that are a heading of one of our columns. */
export function headingFinder(own: readonly FileColumn[]): (text: string) => boolean {
  const names = new Set(own.flatMap(({ name, aliases }) => [plainHeading(name), ...aliases]));
  return (text) => names.has(plainHeading(text));
}

/** The columns of the file that are none of ours. */
export const unreadColumns = (columns: readonly string[], mapping: Mapping): string[] => {
  const read = new Set(Object.values(mapping));
  return columns.filter((column) => column !== '' && !read.has(column));
};

/** Whether the file has further columns of this name, which are numbered: one has to be chosen. */
const isRepeated = (column: string, columns: readonly string[]): boolean =>
  columns.includes(`${column} (2)`);

/** Whether several columns of a file have one name that may be that of ours. */
export const isAmbiguous = (own: FileColumn, columns: readonly string[]): boolean =>
  columns.some((column) => isRepeated(column, columns) && headingFinder([own])(column));

/** Headings of somebody else whom to contact. */
const contact =
  /^(?:contact(?:person|full|first)?name|contactperson|(?:emergency|ice)(?:contact)?|nextofkin|ansprechpartner|erziehungsberechtigte|responsable|personneacontacter|contactpersoon|kontaktperson|parent|guardian|mother|father|mum|dad|carer|tutor|apoderado|tuteur|voogd|vormund|doctor|sponsor|employer|homestay|hostfamily|agent|agency|payer|mutter|vater|eltern|namede[rs](?:mutter|vaters|eltern)|representantlegal|moeder|vader|madre|padre|genitore|matka|ojciec|vardnadshavare|(?:mere|pere|mae|pai)$|母[亲親]|父[亲親])(?!.*(?:tongue|sprache|access|portal|group|code|class|form|language)$)/;
/** Headings of what belongs to the contact in front of it. */
const ofContact =
  /^(?:contact|relation|phone|mobile|tel|handy|cell|e?mail|courriel|correo|movil|portable)/;
const birth = /^(?:dob|dateofbirth|birthdate)$/;
const address = /(?:phone|mobile|tel|telephone|number|e?mail|address)$/;

/** The columns without those of contacts: *Contact name*, and *Relationship, Phone, Email* behind it. */
function withoutContacts(columns: string[]): string[] {
  const hasContact = columns.some((column) => contact.test(plainHeading(column)));
  let isBehind = false;
  return columns.filter((column, at) => {
    const heading = plainHeading(column);
    const before = plainHeading(columns[at - 1] ?? '');
    // *Mother name, DOB*: a date behind an address is the student's.
    const isTheirs =
      ofContact.test(heading) ||
      (birth.test(heading) && contact.test(before) && !address.test(before));
    if (contact.test(heading)) isBehind = true;
    else if (isBehind && !isTheirs) isBehind = false;
    return !isBehind && !(hasContact && heading.startsWith('contact'));
  });
}

/**
 * Guesses the file's column for each of ours, by our own names first, then by the others in their order; each column is
 * used once.
 */
export function guessMapping(own: readonly FileColumn[], columns: string[]): Mapping {
  const left = new Map<string, string[]>();
  const isOfPerson = own.some((column) => column.isOfPerson);
  for (const column of isOfPerson ? withoutContacts(columns) : columns) {
    const heading = plainHeading(column);
    left.set(heading, [...(left.get(heading) ?? []), column]);
  }
  const found = new Map<string, string | null>();
  const take = (name: string, heading: string) => {
    const column = found.has(name) ? undefined : left.get(heading)?.shift();
    if (column !== undefined) found.set(name, isRepeated(column, columns) ? null : column);
  };
  for (const { name } of own) take(name, plainHeading(name));
  for (const { name, aliases } of own) for (const heading of aliases) take(name, heading);
  return Object.fromEntries(own.map(({ name }) => [name, found.get(name) ?? null]));
}
