import type { ImportProblemLevel } from '#contract/exchange/import-run.ts';
import type { Person } from '../icalendar/calendar-event.ts';
import type { NamedRecord } from '../icalendar/classes.ts';

/** The weeks in which a lesson is held. */
export type WeeksOfCard =
  | 'every'
  /** One character for each week of a cycle, `1` where it is held: `10` are odd weeks. */
  | { bits: string }
  /** A name for a group of weeks, which the file does not explain. */
  | { named: string };

/** A lesson at one period of one day. */
export interface Card {
  line: number;
  /** 0 is the first day of the program's week. */
  day: number;
  /** The key of a period. */
  period: string;
  rooms: NamedRecord[];
  weeks: WeeksOfCard;
  /** One character for each term; empty: all of them. */
  terms: string;
  /** The dates between which it is held, `YYYY-MM-DD`, inclusive; null: no limit. */
  from: string | null;
  to: string | null;
}

/** A lesson of a timetable program, with its places in the week. */
export interface Lesson {
  /** The next file finds the classes of the lesson by it; parts that are held side by side share it. */
  uid: string;
  line: number;
  subject: NamedRecord;
  /** The classes and divisions that attend it, `12A, 12B`; empty where the program names none. */
  group: string;
  /** In the order of the program. */
  teachers: Person[];
  cards: Card[];
}

/** A period of the day. */
export interface Period {
  key: string;
  name: string;
  /** `HH:MM`; null where the file does not know it. */
  start: string | null;
  end: string | null;
}

/** A timetable as a program of others has written it: without dates. */
export interface Program {
  /** The name of the program, which becomes the name of the source. */
  name: string;
  /** In the order of the day. */
  periods: Period[];
  /** The ISO weekday of the first day of its week; null where the file does not say it. */
  firstDay: number | null;
  /** The weeks of its cycle, in order; empty: every week is the same. */
  weeks: string[];
  /** The terms of its year, in order; empty: it has one. */
  terms: string[];
  lessons: Lesson[];
  /** What is left out, and why. */
  problems: ProgramProblem[];
}

export interface ProgramProblem {
  line: number | null;
  level: ImportProblemLevel;
  column: string;
  reason: string;
}

/** A file that is no timetable of the program, or too large. */
export class ProgramError extends Error {
  readonly line: number | null;
  constructor(reason: string, line: number | null = null) {
    super(reason);
    this.line = line;
  }
}

/** Lessons and cards of a file. */
export const programLimits = { lessons: 10_000, cards: 50_000 } as const;
