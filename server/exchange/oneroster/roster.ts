import type { ImportCounts } from '#contract/exchange/import-run.ts';
import type { UploadPreview } from '#contract/student.ts';
import type { Weekday } from '#contract/weekdays.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { ImportedBy } from '../csv/step.ts';
import type { RosterFile, RosterVersion } from './format.ts';
import type { Problems } from '../runs/problems.ts';
import type { Questions } from '../runs/questions.ts';

export type Counts = Omit<ImportCounts, 'table'>;

/** What every step of an import works with. */
export interface Roster {
  trx: Database;
  /** The name of the other system, under which its sourcedIds are stored. */
  source: string;
  version: RosterVersion;
  /** Files that are there as `bulk`. */
  files: ReadonlySet<RosterFile>;
  today: string;
  /** ISO instant. */
  now: string;
  by: ImportedBy | null;
  problems: Problems;
  questions: Questions;
  counts: Map<string, Counts>;
  /** The first students that change, with old and new values. */
  changes: UploadPreview['rows'];
  /** Whether the system that wrote the file is an Attendance. */
  isOurs: boolean;
  /** Level of rows that break the format. */
  badRow: 'error' | 'skipped';
  /** What becomes of clashes of classes that get times (R-CLASH-4). */
  clashes: 'ask' | 'refuse';
  /** The institute's days with classes (R-SET-4). */
  weekdays: readonly Weekday[];
  /** Addresses of administrators and accounts by the settings, in lower case. */
  staff: readonly string[];
  /** Everything is taken back. */
  dryRun: boolean;
  /** @throws when the import was stopped. */
  phase: (name: string, done?: number, total?: number) => void;
}

export const noCounts: Counts = { created: 0, updated: 0, unchanged: 0, archived: 0, skipped: 0 };

/** Adds to the counts of a table. */
export function count({ counts }: Roster, table: string, added: Partial<Counts>): void {
  const sum = { ...noCounts, ...counts.get(table) };
  for (const [name, value] of Object.entries(added) as [keyof Counts, number][]) sum[name] += value;
  counts.set(table, sum);
}
