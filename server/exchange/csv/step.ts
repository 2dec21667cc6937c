import type { CardTerms } from '#contract/card-number.ts';
import type { OtherPeople, ZeroAnswer } from '#contract/file-values.ts';
import type { Weekday } from '#contract/weekdays.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { FileName } from './columns.ts';
import type { ReadFile } from './read.ts';
import type { RowResolver } from './references.ts';
import type { FileReport } from './report.ts';
import type { Existing } from './upsert.ts';

type Counts = Omit<FileReport, 'file'>;

export type Step<Name extends FileName> = (
  database: Database,
  rows: ReadFile<Name>['rows'],
  resolver: RowResolver,
  context: StepContext,
) => Promise<Counts>;

/** The user who uploads a file; an import by command has none. */
export interface ImportedBy {
  user: number;
  /** Their address, in lower case. */
  email: string;
  role: string | null;
  now: string;
}

export interface StepContext {
  columns: string[];
  today: string;
  /** ISO instant. */
  now: string;
  by: ImportedBy | null;
  /** Addresses of administrators and accounts by the settings, in lower case. */
  staff: readonly string[];
  /** Addresses of people who are student and teacher by the same file, in lower case (R-ME-7). */
  ofBothRoles?: ReadonlySet<string>;
  /** How the numbers of cards are stored. */
  cards: CardTerms;
  weekdays: readonly Weekday[];
  /** New students need not have a phone number and a date of birth. */
  mayOmit: boolean;
  /** First and last names were split from whole names: the same name is no change. */
  hasWholeNames: boolean;
  /** An empty cell of a student leaves what is here; otherwise it removes it. */
  leavesEmpty: boolean;
  /** What IDs are that differ from another one by zeros in front alone; null until somebody answers. */
  zeros: ZeroAnswer | null;
  /** Whether a row whose ID has other names and another date of birth here is the same student. */
  otherPeople: OtherPeople;
  /** Everything is taken back: no erasure waits for it. */
  dryRun: boolean;
  /** People before the import; a preview shows what the database has written. */
  existing: Existing;
}
