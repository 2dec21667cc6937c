import { gendersOf, headerChoices, readCsvFile, type CsvFile } from '#contract/csv-file.ts';
import type { ImportProblemLevel, ImportRunReport } from '#contract/exchange/import-run.ts';
import { guessMapping, headingFinder, unreadColumns } from '#contract/file-column.ts';
import { dateOrders, zeroAnswers, type DateOrder, type ZeroAnswer } from '#contract/file-values.ts';
import { genderReader, meaningsOfM, type MeaningOfM } from '#contract/gender-letters.ts';
import { keysOf } from '#contract/keys-of.ts';
import { limits } from '#contract/limits.ts';
import { uploadStudents } from '#contract/people/students.endpoints.ts';
import { studentColumns, studentFile } from '#contract/student-fields.ts';
import { encodingChoices, type TextEncoding } from '#contract/text-encoding.ts';
import { csvOfSheet, looksLikeWorkbook, openWorkbook, WorkbookError } from '#contract/workbook.ts';
import { Problems } from '../runs/problems.ts';
import { Questions } from '../runs/questions.ts';
import type { ImportWork } from '../runs/import-work.ts';
import { recordOwnRefusal } from './own-refusal.ts';
import { dateOrdersOf, readTable, type ReadFile } from './read.ts';
import type { BadRow, ImportReport } from './report.ts';
import { runImport } from './run.ts';

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
  const csv = askHeader(text, questions);
  if (csv.rows.length === 0) throw new UnusableFile('the file has no rows below its header');
  const mapping = askColumns(csv, questions);
  const dateOrder = askDateOrder(csv, mapping, questions);
  const meaningOfM = askMeaningOfM(csv, mapping, questions);
  askBadRows(questions);
  if (questions.open.length > 0) return null;
  return {
    file: readTable('students', csv, {
      mapping,
      dateOrder,
      meaningOfM,
      allowed: studentColumns,
    }),
    unread: unreadColumns(csv.columns, mapping),
    headerLine: csv.headerLine,
  };
}

/** The table below its header, which is a question where it has not every column that a student needs. */
function askHeader(text: Uint8Array, questions: Questions): CsvFile {
  const options = { maxRows: limits.importTableRows, isHeading: headingFinder(studentFile) };
  const found = readOrThrow(text, options);
  const encoding = askEncoding(found, questions);
  const csv = encoding ? readOrThrow(text, { ...options, encoding }) : found;
  const guessed = guessMapping(studentFile, csv.columns);
  if (studentFile.every(({ name, isRequired }) => !isRequired || guessed[name])) return csv;
  const answer = questions.ask({
    name: 'header',
    label: 'Header of the file',
    help: 'The line that has the names of the columns. Titles may stand above it.',
    found: String(csv.headerLine),
    choices: headerChoices(csv),
    isOfFile: true,
  });
  const headerLine = Number(answer);
  return headerLine === csv.headerLine
    ? csv
    : readOrThrow(text, { ...options, headerLine, encoding });
}

/** The encoding of a file that nothing in it tells; undefined for others. */
function askEncoding({ encoding }: CsvFile, questions: Questions): TextEncoding | undefined {
  if (!encodingChoices.some(({ value }) => value === encoding)) return undefined;
  const answer = questions.ask({
    name: 'encoding',
    label: 'Encoding',
    help: 'Look whether the letters of names are right with it.',
    found: encoding,
    choices: encodingChoices,
  });
  return encodingChoices.find(({ value }) => value === answer)?.value;
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
    return new TextEncoder().encode(await csvOfSheet(bytes, sheet, limits.importTableRows + 50));
  } catch (error) {
    throw error instanceof WorkbookError ? new UnusableFile(error.message) : error;
  }
}

const placeOf = ({ line, column, reason }: BadRow) => ({ line, column, reason });

const maxListed = 10;
const listed = (names: string[]): string =>
  names.length > maxListed
    ? `${names.slice(0, maxListed).join(', ')} and ${names.length - maxListed} more`
    : names.join(', ');

/** The answer for a column that the file does not have. */
const noColumn = '-';

/** The file's column of each of ours. */
function askColumns({ columns }: CsvFile, questions: Questions): Record<string, string> {
  const guessed = guessMapping(studentFile, columns);
  const choices = [
    { value: noColumn, label: 'Not in the file' },
    ...columns.filter(Boolean).map((name) => ({ value: name, label: name })),
  ];
  const mapping = new Map<string, string>();
  const taken = new Map<string, string>();
  for (const { name, isRequired } of studentFile) {
    const question = `column:${name}`;
    const column = questions.ask({
      name: question,
      label: `Column for ${name}`,
      help: isRequired ? 'Each student has it.' : 'What the file has no column for stays as it is.',
      found: guessed[name] ?? (isRequired ? null : noColumn),
      choices: isRequired ? choices.slice(1) : choices,
    });
    if (column === null || column === noColumn) continue;
    const other = taken.get(column);
    if (other !== undefined) questions.reject(question, `is the column of ${other} too`);
    taken.set(column, name);
    mapping.set(name, column);
  }
  return Object.fromEntries(mapping);
}

/** The one order of the file's dates; undefined while it has to be chosen. */
function askDateOrder(
  csv: CsvFile,
  mapping: Record<string, string>,
  questions: Questions,
): DateOrder | undefined {
  const [order, ...others] = dateOrdersOf('students', csv, mapping);
  if (others.length === 0) return order;
  const answer = questions.ask({
    name: 'date_order',
    label: 'Order of the dates',
    help: 'The dates of the file can be read in several orders; one of them holds for all.',
    found: null,
    choices: keysOf(dateOrders).map((value) => ({ value, label: dateOrders[value] })),
  });
  return keysOf(dateOrders).find((value) => value === answer);
}

/** What M means among the genders; undefined where their letters tell, or while it has to be chosen. */
function askMeaningOfM(
  csv: CsvFile,
  mapping: Record<string, string>,
  questions: Questions,
): MeaningOfM | undefined {
  if (genderReader(gendersOf(csv, mapping['gender']))) return undefined;
  const answer = questions.ask({
    name: 'm_is',
    label: 'Gender M',
    help: 'The letters of the file do not tell whether M is male or female.',
    found: null,
    choices: keysOf(meaningsOfM).map((value) => ({ value, label: meaningsOfM[value] })),
  });
  return keysOf(meaningsOfM).find((value) => value === answer);
}

const askBadRows = (questions: Questions) =>
  questions.ask({
    name: 'invalid_rows',
    label: 'Rows with errors',
    help: 'Either nothing is imported until they are fixed, or the other rows are.',
    found: 'refuse',
    choices: [
      { value: 'refuse', label: 'Import nothing' },
      { value: 'skip', label: 'Leave them out' },
    ],
  });

/** @param lost rows whose IDs differ from another one by zeros in front alone. */
const askZeros = (questions: Questions, lost: number) =>
  questions.ask({
    name: 'zeros',
    label: 'IDs without zeros in front',
    help:
      lost > 0
        ? `${lost} IDs are those of other students but for zeros in front, which spreadsheets take off.`
        : 'IDs that are those of other students but for zeros in front, which spreadsheets take off.',
    found: 'refuse',
    choices: [
      { value: 'refuse', label: 'Not known: their rows are errors' },
      ...keysOf<ZeroAnswer>(zeroAnswers).map((value) => ({ value, label: zeroAnswers[value] })),
    ],
  });

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
    for (const left of report.skipped)
      problems.add({ ...placeOf(left), file: work.fileName, level: 'skipped' });
    return reportOf(work, { ...found, problems }, report);
  };
  const report = await runImport(database, [file], {
    dryRun,
    today,
    now,
    ...(by && { by }),
    cards,
    importValid: skips,
    zeros,
    skipRemoved: true,
    operation: { kind: 'import', about: 'students', rights: uploadStudents.access },
    preview: dryRun,
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
    operation: report?.operation ?? null,
    written: report?.written ?? false,
  };
}
