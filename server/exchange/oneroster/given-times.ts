import type { Place } from '../csv/places.ts';

/** The weekly times of a waiting class. */
export interface GivenTimes {
  waiting_class: number;
  /** Where they are from: rows of clashes and enrolments that are refused are named by it. */
  place: Place;
  patterns: Pattern[];
}

/** A class schedule of a waiting class. */
export interface Time extends Pattern {
  waiting_class: number;
  class_schedule: number;
  archived: boolean;
  /** The title of the waiting class. */
  title: string;
  /** The facts that the last file had; null where no file of this system gave the class its times. */
  reported: ReportedTime | null;
}

/** The facts of a weekly time in a file, as they are compared; weeks only where the file has them. */
export type ReportedTime = Partial<Record<'teacher' | 'room' | 'time' | 'weeks', string>>;

/** A weekly time with its room and teacher. */
export interface Pattern {
  /** ISO: Monday is 1. */
  weekday: number;
  /** `HH:MM` in the institute's time zone. */
  start: string;
  end: string;
  classroom_id: number;
  teacher_id: number;
  /** The weeks of the semester; null: every week. Without it a class keeps those that it has. */
  weeks?: number[] | null;
}
