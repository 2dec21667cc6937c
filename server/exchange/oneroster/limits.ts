import { archiveLimits } from '../source.ts';

/** What an import of OneRoster files accepts (R-ROSTER-9). */
export const rosterLimits = {
  ...archiveLimits,
  entries: 100,
  /** Rows of a file, characters of a row, and columns. */
  rows: 2_000_000,
  /** Rows of the files that are compared in memory: orgs and sessions. */
  smallRows: 20_000,
  /** Orgs above another one: each is looked for from each. */
  orgLevels: 50,
  /** Rows of times.csv, of each class, and the enrolments that they may make. */
  times: 20_000,
  timesOfClass: 20,
  membersOfTimes: 2_000_000,
  /** Classes of a student on a weekday of a semester: more would be compared with each other for hours. */
  classesOfWeekday: 50,
  /**
   * Seconds that a statement of the import may take, waiting for others included; a check holds no locks
   * that others would wait for.
   */
  statementSeconds: 20 * 60,
  statementSecondsOfCheck: 5 * 60,
  rowLength: 64 * 1024,
  columns: 200,
} as const;
