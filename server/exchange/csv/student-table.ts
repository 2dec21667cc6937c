import { hasNoKnownHeading, headerChoices, readCsvFile, type CsvFile } from '#contract/csv-file.ts';
import type { ImportProblemLevel, ImportRunReport } from '#contract/exchange/import-run.ts';
import { headingFinder, unreadColumns } from '#contract/file-column.ts';
import { zeroAnswers, type ZeroAnswer } from '#contract/file-values.ts';
import { keysOf } from '#contract/keys-of.ts';
import { limits } from '#contract/limits.ts';
import { uploadStudents } from '#contract/people/students.endpoints.ts';
import { partsOfFirstName, partsOfLastName, withJoinedNames } from '#contract/name-parts.ts';
import { studentColumns } from '#contract/student-fields.ts';
import { guessStudentColumns, studentFile, wholeName } from '#contract/student-file.ts';
import { withSplitNames } from '#contract/whole-name.ts';
import {
  csvOfSheet,
  looksLikeWorkbook,
  openWorkbook,
  withoutLines,
  WorkbookError,
} from '#contract/workbook.ts';
import type { ImportWork } from '../runs/import-work.ts';
import { Problems } from '../runs/problems.ts';
import { Questions } from '../runs/questions.ts';
import { withoutOddIds } from './odd-ids.ts';
import { withoutOwnIds } from './own-ids.ts';
import { recordOwnRefusal } from './own-refusal.ts';
import { readTable, type ReadFile } from './read.ts';
import type { BadRow, ImportReport } from './report.ts';
import { withoutOtherRoles } from './roles.ts';
import { runImport } from './run.ts';
import {
  askAbove,
  askBadRows,
  askColumns,
  askDateOrder,
  askEmptyCells,
  askEncoding,
  askNameParts,
  askOtherPeople,
  askHiddenRows,
  askMeaningOfM,
  askNameOrder,
  askZeros,
} from './student-questions.ts';

/** A file that cannot be read, and where. */
class UnusableFile extends Error {
  readonly line: number;
  readonly column: string;

  constructor(reason: string, line = 1, column = '-') {
    super(reason);
    this.line = line;
    this.column = column;
  }
}

/**
 * Students from a CSV file or a sheet of a workbook (R-IMPORT-14): as the bulk upload reads them, with its choices
 * as questions.
 */
export async function importStudentTable(work: ImportWork): Promise<ImportRunReport> {
  const problems = new Problems();
  const questions = new Questions({ ...work.answers });
  work.progress('Reading the file', 0, null);
  try {
    const read = await readStudents(await work.bytes(), questions);
    rejectUnknown(questions, problems);
    if (!read || questions.open.length > 0 || questions.wrong.size > 0)
      return reportOf(work, { problems, questions });
    return await importStudents(work, read, { problems, questions });
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    problems.error(work.fileName, error.line, error.column, error.message);
    return { ...reportOf(work, { problems, questions }), unusable: true };
  }
}

interface Found {
  problems: Problems;
  questions: Questions;
}

interface ReadStudents {
  file: ReadFile;
  /** The columns of the file that are none of ours, and the line of their header. */
  unread: string[];
  headerLine: number;
}

/** @returns null while a question has to be answered before the rows can be read. */
async function readStudents(bytes: Uint8Array, questions: Questions): Promise<ReadStudents | null> {
  const text = looksLikeWorkbook(bytes) ? await sheetOf(bytes, questions) : bytes;
  if (text === null) return null;
  const read = askAbove(askHeader(text, questions), questions);
  if (questions.open.length > 0) return null;
  if (read.rows.length === 0) throw new UnusableFile('the file has no rows below its header');
  const chosen = askColumns(read, questions);
  const { first_name: whole, last_name: last } = chosen;
  const isWhole = whole !== undefined && whole === last;
  const csv = isWhole ? withoutOwnIds(read, whole, chosen.student_id) : read;
  const nameOrder = isWhole ? askNameOrder(csv, whole, questions) : undefined;
  const parts = last === undefined || isWhole ? null : partsOfLastName(csv, last);
  const joinedParts =
    parts && askNameParts('last_name', { columns: parts }, questions) === 'join' ? parts : null;
  const given =
    whole === undefined || isWhole ? null : partsOfFirstName(csv, whole, Object.values(chosen));
  const joinedGiven =
    given && askNameParts('first_name', given, questions) === 'join' ? given.columns : null;
  const dateOrder = askDateOrder(csv, chosen, questions);
  const meaningOfM = askMeaningOfM(csv, chosen, questions);
  askBadRows(questions);
  if (questions.open.length > 0 || questions.wrong.size > 0) return null;
  const split = isWhole && nameOrder ? withSplitNames(csv, whole, nameOrder) : { csv, names: {} };
  const joined = withJoined(split.csv, { first_name: joinedGiven, last_name: joinedParts });
  return {
    file: {
      ...withoutOddIds(
        withoutOtherRoles(
          readTable('students', joined.csv, {
            mapping: { ...chosen, ...split.names, ...joined.names },
            dateOrder,
            meaningOfM,
            allowed: studentColumns,
            mayOmit: true,
          }),
          csv,
        ),
      ),
      hasWholeNames: isWhole,
    },
    unread: unreadColumns(csv.columns, {
      ...chosen,
      ...Object.fromEntries(
        [...(joinedParts ?? []), ...(joinedGiven ?? [])].map((part) => [part, part]),
      ),
    }),
    headerLine: csv.headerLine,
  };
}

/** The table with the names that it has in several columns in one more column each. */
function withJoined(csv: CsvFile, parts: Record<'first_name' | 'last_name', string[] | null>) {
  const names: Record<string, string> = {};
  let joined = csv;
  for (const field of keysOf(parts)) {
    const columns = parts[field];
    if (!columns) continue;
    const made = withJoinedNames(joined, columns);
    joined = made.csv;
    names[field] = made.name;
  }
  return { csv: joined, names };
}

/** The table below its header, which is a question where it has not every column that a student needs. */
function askHeader(text: Uint8Array, questions: Questions): CsvFile {
  const options = {
    maxRows: limits.importTableRows,
    isHeading: headingFinder([...studentFile, wholeName]),
  };
  const found = readOrThrow(text, options);
  const encoding = askEncoding(found, questions);
  const csv = encoding ? readOrThrow(text, { ...options, encoding }) : found;
  const guessed = guessStudentColumns(csv.columns);
  if (['student_id', 'first_name', 'last_name'].every((name) => guessed[name])) return csv;
  // The first student of a file without a header would be taken for one.
  const isUnknown = hasNoKnownHeading(csv, options.isHeading);
  const answer = questions.ask({
    name: 'header',
    label: 'Header of the file',
    help: 'The line that has the names of the columns. Titles may stand above it.',
    found: isUnknown ? null : String(csv.headerLine),
    choices: [...headerChoices(csv), { value: '0', label: 'None: the first row is a student' }],
    isOfFile: true,
  });
  if (answer === null) return csv;
  const headerLine = Number(answer);
  return headerLine === csv.headerLine
    ? csv
    : readOrThrow(text, { ...options, headerLine, encoding });
}

function readOrThrow(text: Uint8Array, options: Parameters<typeof readCsvFile>[1]): CsvFile {
  const csv = readCsvFile(text, options);
  if (!('problem' in csv)) return csv;
  throw new UnusableFile(csv.problem.reason, csv.problem.line, csv.problem.column);
}

/** The chosen sheet of a workbook as CSV; null while none is chosen. */
async function sheetOf(bytes: Uint8Array, questions: Questions): Promise<Uint8Array | null> {
  try {
    const { sheets } = await openWorkbook(bytes);
    const [only, ...others] = sheets;
    const sheet =
      others.length === 0
        ? only
        : questions.ask({
            name: 'sheet',
            label: 'Sheet',
            help: 'The workbook has several sheets; one of them is read.',
            found: null,
            choices: sheets.map((name) => ({ value: name, label: name })),
          });
    if (sheet === undefined || sheet === null) return null;
    const { csv, hidden } = await csvOfSheet(bytes, sheet, limits.importTableRows + 50);
    const isWhole = hidden.length === 0 || askHiddenRows(hidden, questions) !== 'leave';
    return new TextEncoder().encode(isWhole ? csv : withoutLines(csv, hidden));
  } catch (error) {
    throw error instanceof WorkbookError ? new UnusableFile(error.message) : error;
  }
}

const placeOf = ({ line, column, reason, value }: BadRow) => ({
  line,
  column,
  reason,
  ...(value !== undefined && { value }),
});

const maxListed = 10;
const listed = (names: string[]): string =>
  names.length > maxListed
    ? `${names.slice(0, maxListed).join(', ')} and ${names.length - maxListed} more`
    : names.join(', ');

function rejectUnknown(questions: Questions, problems: Problems): void {
  for (const [name, reason] of questions.wrong)
    problems.error('-', 1, name, `the answer ${reason}`);
}

async function importStudents(
  work: ImportWork,
  { file, unread, headerLine }: ReadStudents,
  found: Found,
): Promise<ImportRunReport> {
  const { database, dryRun, today, now, by, cards, answers } = work;
  work.progress(dryRun ? 'Checking students' : 'Writing students', 0, null);
  const skips = answers.invalid_rows === 'skip';
  const zeros = keysOf<ZeroAnswer>(zeroAnswers).find((value) => value === answers.zeros?.trim());
  const resultOf = (report: ImportReport) => {
    const problems = new Problems();
    const level: ImportProblemLevel = skips ? 'skipped' : 'error';
    for (const bad of report.bad.toSorted((a, b) => a.line - b.line))
      problems.add({ ...placeOf(bad), file: work.fileName, level });
    if (unread.length > 0) problems.note(work.fileName, 'is not read', listed(unread), headerLine);
    const lost = report.bad.filter(({ asks }) => asks === 'zeros').length;
    if (lost > 0 || zeros !== undefined) askZeros(found.questions, lost);
    const others = report.bad.filter(({ asks }) => asks === 'other_people').length;
    if (others > 0 || answers.other_people !== undefined) askOtherPeople(found.questions, others);
    const empty = report.files[0]?.emptyCells ?? 0;
    if (empty > 0 || answers.empty_cells !== undefined) askEmptyCells(found.questions, empty);
    for (const left of report.skipped)
      problems.add({ ...placeOf(left), file: work.fileName, level: 'skipped' });
    return reportOf(work, { ...found, problems }, report);
  };
  const leavesEmpty = answers.empty_cells?.trim() !== 'remove';
  const report = await runImport(database, [{ ...file, leavesEmpty }], {
    dryRun,
    today,
    now,
    ...(by && { by }),
    cards,
    importValid: skips,
    zeros,
    otherPeople: answers.other_people?.trim() === 'same' ? 'same' : 'refuse',
    skipRemoved: true,
    operation: { kind: 'import', about: 'students', rights: uploadStudents.access },
    preview: dryRun,
    checked: work.checked,
    beforeCommit: (trx, written) => work.beforeCommit(trx, resultOf(written)),
  });
  if (!dryRun && by) await recordOwnRefusal(database, report, by);
  return resultOf(report);
}

function reportOf(
  { fileName }: Pick<ImportWork, 'fileName'>,
  { problems, questions }: Found,
  report?: ImportReport,
): ImportRunReport {
  const [counts] = report?.files ?? [];
  const leftOut = new Set(
    problems.all
      .filter(({ file, level }) => file === fileName && level !== 'note')
      .map(({ line }) => line),
  ).size;
  return {
    counts: counts
      ? [
          {
            table: 'student',
            created: counts.created,
            updated: counts.updated,
            unchanged: counts.unchanged,
            archived: 0,
            skipped: leftOut,
          },
        ]
      : [],
    questions: questions.put,
    problems: problems.all,
    totals: { ...problems.totals },
    ...(report?.preview && { changes: report.preview }),
    ...(report?.fingerprint && { fingerprint: report.fingerprint }),
    operation: report?.operation ?? null,
    written: report?.written ?? false,
  };
}
