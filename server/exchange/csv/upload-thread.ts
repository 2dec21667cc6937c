import { limits } from '#contract/limits.ts';
import type { CardTerms } from '#contract/card-number.ts';
import type { DateOrder } from '#contract/file-dates.ts';
import type { EmptyCells, OtherPeople, ZeroAnswer } from '#contract/file-values.ts';
import type { MeaningOfM } from '#contract/gender-letters.ts';
import type { Permission } from '#contract/permissions.ts';
import type { BulkUploadResult } from '#contract/student.ts';
import {
  createDatabase,
  createPool,
  type Connection,
  type Database,
} from '#server/platform/database/pool.ts';
import { answerMain } from '#server/platform/jobs/thread.ts';
import type { FileName } from './columns.ts';
import { recordOwnRefusal } from './own-refusal.ts';
import { readText } from './read.ts';
import { runImport } from './run.ts';
import type { ImportedBy } from './step.ts';

/** The file and its options. */
export interface UploadJob {
  connection: Connection;
  name: FileName;
  /** Those that may be uploaded. */
  columns: readonly string[];
  bytes: Uint8Array;
  /** Our column → the file's. */
  mapping?: Record<string, string> | undefined;
  /** By default the order in which all dates of the file can be read. */
  dateOrder?: DateOrder | undefined;
  /** What M means among the genders, where their letters do not tell. */
  meaningOfM?: MeaningOfM | undefined;
  /** What IDs are that differ from another one by zeros in front alone. */
  zeros?: ZeroAnswer | undefined;
  /** Whether a row whose ID has other names and another date of birth here is the same student; it is by default. */
  otherPeople?: OtherPeople | undefined;
  /** Whether an empty cell removes the stored value. It does by default. */
  emptyCells?: EmptyCells | undefined;
  mode: 'all' | 'valid';
  dryRun: boolean;
  today: string;
  by: ImportedBy;
  /** Addresses of administrators and accounts by the settings, in lower case. */
  staff: readonly string[];
  /** How the numbers of cards are stored. */
  cards: CardTerms;
  /** The fingerprint of a check. */
  checked?: string | undefined;
  /** Who may undo it. */
  rights: readonly Permission[];
}

// Runs in a worker thread: thousands of rows are validated and compared.
answerMain(async (job: UploadJob) => {
  const database = createDatabase(createPool(job.connection, 1, () => {}));
  try {
    return await upload(database, job);
  } finally {
    await database.destroy();
  }
});

async function upload(
  database: Database,
  {
    name,
    columns,
    bytes,
    mapping,
    dateOrder,
    meaningOfM,
    zeros,
    otherPeople,
    emptyCells,
    mode,
    dryRun,
    today,
    by,
    staff,
    cards,
    checked,
    rights,
  }: UploadJob,
): Promise<BulkUploadResult> {
  const file = readText(name, bytes, {
    mapping,
    dateOrder,
    meaningOfM,
    allowed: columns,
    maxRows: limits.uploadRows,
  });
  const report = await runImport(database, [{ ...file, leavesEmpty: emptyCells === 'leave' }], {
    dryRun,
    today,
    now: by.now,
    by,
    staff,
    cards,
    importValid: mode === 'valid',
    checked,
    zeros,
    otherPeople,
    operation: { kind: 'upload', about: name, rights },
    preview: dryRun,
  });
  if (!dryRun) await recordOwnRefusal(database, report, by);
  const {
    created,
    updated,
    unchanged,
    changes = [],
    emptyCells: empty = 0,
  } = report.files[0] ?? { created: 0, updated: 0, unchanged: 0 };
  const fail = report.bad
    .map(({ line, column, reason }) => ({ line, column, reason }))
    .sort((a, b) => a.line - b.line);
  return {
    created,
    updated,
    unchanged,
    // Nothing is written when all rows are skipped.
    written: report.written && created + updated + unchanged > 0,
    changes,
    fail: fail.slice(0, limits.uploadFaults),
    faults: fail.length,
    lost_zeros: report.bad.filter(({ asks }) => asks === 'zeros').length,
    other_people: report.bad.filter(({ asks }) => asks === 'other_people').length,
    empty_cells: empty,
    bad_rows: new Set(fail.map(({ line }) => line)).size,
    ...(file.found && {
      encoding: file.found.encoding,
      date_order: file.found.dateOrder,
      header_line: file.found.headerLine,
    }),
    ...(report.preview && { preview: report.preview }),
    ...(report.fingerprint && { fingerprint: report.fingerprint }),
    operation: report.operation,
  };
}
