import type { ImportChange } from '#contract/exchange/import-change.ts';
import type { ImportRunReport } from '#contract/exchange/import-run.ts';
import type { CardTerms } from '#contract/card-number.ts';
import type { Weekday } from '#contract/weekdays.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import type { ImportedBy } from '../csv/step.ts';

/** The institute at the moment of an import, as a worker thread needs it. */
export interface ImportMoment {
  /** The institute's date, and its local date and time without a zone. */
  today: string;
  localNow: string;
  /** ISO instant. */
  now: string;
  timeZone: string;
  /** The institute's setting of clashes (R-CLASH-4). */
  clashes: 'ask' | 'refuse';
  /** The institute's days with classes (R-SET-4). */
  weekdays: readonly Weekday[];
  /** How the numbers of cards are stored. */
  cards: CardTerms;
  /** Addresses of administrators and accounts by the configuration, in lower case. */
  staff: readonly string[];
  /** Null for the command line. */
  by: ImportedBy | null;
}

/** The report of an import, and each change that it makes or would make, where its kind lists them. */
export type ImportFound = ImportRunReport & { listed?: ImportChange[] };

/** One import: the file, the answers so far, and whether it is written. */
export interface ImportWork extends ImportMoment {
  database: Database;
  /** Where uploaded files are stored. */
  files: FileStore;
  fileName: string;
  /** The whole file; for large ones `path` instead. */
  bytes: () => Promise<Uint8Array>;
  /** The path of a private temporary copy of the file. */
  path: () => Promise<string>;
  answers: Readonly<Record<string, string>>;
  dryRun: boolean;
  /** The fingerprint of the check; undefined for a check. */
  checked: string | undefined;
  /** @param total null while it is not known. */
  progress: (phase: string, done: number, total: number | null) => void;
  /** Runs at the end of the transaction that writes; its error takes everything back. */
  beforeCommit: (trx: Database, report: ImportFound) => Promise<void>;
}

export interface ImportKindOptions {
  /** Heap limit of its thread, in megabytes. */
  maxHeapMb: number;
  timeoutMs: number;
  /** Its report has all problems: the caller shortens them. */
  run: (work: ImportWork) => Promise<ImportFound>;
}
