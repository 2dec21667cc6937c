/** The names of a person, as rows have them. */
export interface PersonName {
  first_name: string;
  last_name: string;
}

/** The last name of a person who has one name only (R-NAME-1). It is stored and never printed. */
export const noLastName = '–';

/** Dashes that mean the same when they are typed alone. */
const anyDash = /^[-‐‑‒–—―−]$/u;

/** A last name as it is stored: a dash alone becomes the one dash that is never printed. */
export const storedLastName = (typed: string): string => (anyDash.test(typed) ? noLastName : typed);

/** The last name as it is shown in a column of its own. */
export const shownLastName = ({ last_name }: Pick<PersonName, 'last_name'>): string =>
  last_name === noLastName ? '' : last_name;

/** The name of a person (R-NAME-1); the same as the function `person_name` of the database. */
export const fullName = ({ first_name, last_name }: PersonName): string =>
  last_name === noLastName ? first_name : `${first_name} ${last_name}`;

/** The name with the last name first, as rolls on paper are read. */
export const lastNameFirst = ({ first_name, last_name }: PersonName): string =>
  last_name === noLastName ? first_name : `${last_name}, ${first_name}`;

/** The name by which lists in the order of last names sort a person; the same as `sort_name` of the database. */
export const sortName = ({ first_name, last_name }: PersonName): string =>
  last_name === noLastName ? first_name : last_name;

/** The ways in which people and files write a name: either part first. */
export const writtenNames = (of: PersonName): string[] => [
  ...new Set([fullName(of), lastNameFirst(of).replace(', ', ' '), lastNameFirst(of)]),
];
