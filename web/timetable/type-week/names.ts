import { fold, foldedWords } from '#contract/fold.ts';
import { fullName, writtenNames } from '#contract/person-name.ts';
import { roomName } from '#contract/room-name.ts';

/** What a class is typed with, in the order of typing. */
export const parts = ['subject', 'classroom', 'teacher'] as const;
export type Part = (typeof parts)[number];

export const partTitles: Record<Part, string> = {
  subject: 'Subject',
  classroom: 'Room',
  teacher: 'Teacher',
};

/** A subject, a room or a teacher. */
export interface Named {
  id: number;
  /** In lists: `MAT1 Algebra`. */
  label: string;
  /** In a cell: `MAT1`. */
  short: string;
  /** What distinguishes it from another one of the same name. */
  apart?: string;
}

/** One that can be chosen, with what it may be called in full. */
export interface Choice extends Named {
  part: Part;
  /** Folded. */
  names: string[];
}
export type Choices = Record<Part, Choice[]>;

/** Compared as imports compare names. */
const plain = (text: string): string => fold(text).replaceAll(/\s+/g, ' ').trim();

export const subjectChoice = (row: {
  id: number;
  subject_code: string;
  subject_name: string;
}): Choice => ({
  part: 'subject',
  id: row.id,
  label: `${row.subject_code} ${row.subject_name}`,
  short: row.subject_code,
  names: [
    row.subject_code,
    row.subject_name,
    `${row.subject_code} ${row.subject_name}`,
    `${row.subject_name} ${row.subject_code}`,
  ].map(plain),
});

export const roomChoice = (row: { id: number; room_number: string; capacity: number }): Choice => ({
  part: 'classroom',
  id: row.id,
  label: row.capacity ? `${row.room_number} (${row.capacity} seats)` : row.room_number,
  short: row.room_number,
  names: [row.room_number, roomName(row.room_number)].map(plain),
});

export const teacherChoice = (row: {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
}): Choice => ({
  part: 'teacher',
  id: row.id,
  label: fullName(row),
  short: fullName(row),
  apart: row.email,
  names: writtenNames(row).map(plain),
});

/** Those that have every typed word (R-SEARCH-1); the ones that are called so, or begin so, come first. */
export function found(choices: readonly Choice[], text: string, limit = 20): Choice[] {
  const words = foldedWords(text);
  const typed = plain(text);
  const rank = ({ names }: Choice) =>
    names.includes(typed) ? 0 : names.some((name) => name.startsWith(typed)) ? 1 : 2;
  return choices
    .filter(({ label }) => {
      const folded = fold(label);
      return words.every((word) => folded.includes(word));
    })
    .map((choice) => ({ choice, rank: rank(choice) }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ choice }) => choice);
}

/** Those that are called exactly so. */
export function called(choices: Choices, text: string): Choice[] {
  const typed = plain(text);
  return typed === ''
    ? []
    : parts.flatMap((part) => choices[part].filter(({ names }) => names.includes(typed)));
}

/** What a text may mean that names none or several: a few of each kind. */
export function meant(choices: Choices, text: string): Choice[] {
  const exact = called(choices, text);
  return exact.length > 0 ? exact : parts.flatMap((part) => found(choices[part], text, 5));
}
