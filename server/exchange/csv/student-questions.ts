import { headingFinder, isAmbiguous, type Mapping } from '#contract/file-column.ts';
import { gendersOf, type CsvFile } from '#contract/csv-file.ts';
import { dateOfFile, dateOrders, ordersOf, type DateOrder } from '#contract/file-dates.ts';
import {
  emptyCellsAnswers,
  otherPeopleAnswers,
  type EmptyCells,
  valueFinder,
  zeroAnswers,
  type ZeroAnswer,
} from '#contract/file-values.ts';
import { cardStates } from '#contract/student.ts';
import { fold } from '#contract/fold.ts';
import { genderReader, meaningsOfM, type MeaningOfM } from '#contract/gender-letters.ts';
import { keysOf } from '#contract/keys-of.ts';
import { limits } from '#contract/limits.ts';
import { guessStudentColumns, studentFile } from '#contract/student-file.ts';
import { encodingChoices, type TextEncoding } from '#contract/text-encoding.ts';
import {
  areWholeNames,
  nameOrders,
  needsNameOrder,
  repeatFirstNames,
  textsOf,
  type NameOrder,
} from '#contract/whole-name.ts';
import type { Questions } from '../runs/questions.ts';
import { dateOrdersOf } from './read.ts';

/** The encoding of a file that nothing in it tells; undefined for others. */
export function askEncoding({ encoding }: CsvFile, questions: Questions): TextEncoding | undefined {
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

/** The answer for a column that the file does not have. */
const noColumn = '-';

/** Columns that a file need not have: of students who are here they stay, of new ones the names are required (R-IMPORT-14). */
const mayBeMissing = studentFile.map(({ name }) => name).filter((name) => name !== 'student_id');

/** The file's column of each of ours; first and last name may be the same column, of whole names. */
export function askColumns(csv: CsvFile, questions: Questions): Record<string, string> {
  const guessed = withWholeNames(guessOf(csv), csv);
  const read = new Set(Object.values(guessed));
  const unread = csv.columns.filter((column) => column !== '' && !read.has(column));
  const choices = [
    { value: noColumn, label: 'Not in the file' },
    ...csv.columns.filter(Boolean).map((name) => ({ value: name, label: name })),
  ];
  const mapping = new Map<string, string>();
  const taken = new Map<string, string>();
  for (const own of studentFile) {
    const { name, isRequired } = own;
    const question = `column:${name}`;
    const mayMiss = mayBeMissing.includes(name);
    const isOpen =
      isAmbiguous(own, csv.columns) ||
      (name === 'student_mail' && unread.some((column) => mayBe(name, csv, column))) ||
      (isRequired && (!mayMiss || unread.some((column) => mayBe(name, csv, column))));
    const column = questions.ask({
      name: question,
      label: `Column for ${own.label}`,
      help: helpOf(name, isRequired),
      found: guessed[name] ?? (isOpen ? null : noColumn),
      choices: mayMiss ? choices : choices.slice(1),
    });
    if (column === null || column === noColumn) continue;
    const other = taken.get(column);
    const isWholeName = name === 'last_name' && other === 'first_name';
    if (other !== undefined && !isWholeName)
      questions.reject(question, `is the column of ${other} too`);
    taken.set(column, name);
    mapping.set(name, column);
  }
  return Object.fromEntries(mapping);
}

/** The guess by the headings, of columns with values before those without; an ID is short. */
function guessOf(csv: CsvFile): Mapping {
  const isId = headingFinder(studentFile.filter(({ name }) => name === 'student_id'));
  const isState = headingFinder(studentFile.filter(({ name }) => name === 'card_print_status'));
  const stateOf = valueFinder(cardStates);
  const isLikely = (column: string) => {
    const texts = textsOf(csv, column).filter(Boolean);
    // The state of a card in a system of doors is another one: *Active*.
    const states = texts.filter((text) => cardStates.some((state) => state === stateOf(text)));
    if (isState(column) && 2 * states.length <= texts.length) return false;
    const short = texts.filter((text) => text.length <= limits.studentIdLength);
    return texts.length > 0 && (!isId(column) || 2 * short.length > texts.length);
  };
  const likely = guessStudentColumns(csv.columns.filter(isLikely));
  const used = new Set(Object.values(likely));
  const all = Object.entries(guessStudentColumns(csv.columns));
  return {
    ...likely,
    ...Object.fromEntries(
      all.filter(([name, column]) => likely[name] === null && column !== null && !used.has(column)),
    ),
  };
}

/** The guess by what the columns have: whole names beside first names are both, and single names are not both. */
function withWholeNames(guessed: Mapping, csv: CsvFile): Mapping {
  const { first_name: first, last_name: last } = guessed;
  if (!first || !last) return guessed;
  const lastNames = textsOf(csv, last);
  if (first !== last)
    return repeatFirstNames(textsOf(csv, first), lastNames)
      ? { ...guessed, first_name: last }
      : guessed;
  return areWholeNames(lastNames) ? guessed : { ...guessed, first_name: null, last_name: null };
}

function helpOf(name: string, isRequired: boolean): string {
  if (name === 'student_id') return 'Each student has it.';
  if (name === 'first_name' || name === 'last_name')
    return 'New students need it. Choose the same column for both names where it has whole names.';
  return isRequired
    ? 'Without it, students who are here keep theirs, and new ones have none.'
    : 'What the file has no column for stays as it is.';
}

/** Headings of dates that are no birthdays. */
const otherDates = /issue|print|expir|valid|creat|updat|modif|enrol|start|end|due|since|until/;

/** Headings of what is of somebody else. */
const ofOthers =
  /parent|mother|father|guardian|carer|eltern|mutter|vater|teacher|tutor|advis|counsel|emergency|manager|pere|mere|madre|padre/;

/** Headings of numbers that are no phones. */
const ofCards = /card|badge|rfid|karte|carte|tarjeta|tessera|kaart|\buid\b|birth|\bdob\b/;
const isLikePhone = (text: string): boolean =>
  /^[+(\d][\d ()/.+-]{5,}$/.test(text) && !/^\d{1,4}([/.-])\d{1,2}\1\d{1,4}$/.test(text);

/** Whether the values of a column may be those of a field that is not found by its heading. */
function mayBe(name: string, csv: CsvFile, column: string): boolean {
  const texts = textsOf(csv, column).filter((text) => text !== '');
  const most = (isOne: (text: string) => boolean) =>
    texts.length > 0 && texts.filter(isOne).length * 2 > texts.length;
  if (otherDates.test(fold(column))) return false;
  if (name === 'student_mail')
    return !ofOthers.test(fold(column)) && most((text) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text));
  if (name === 'phone_number') return !ofCards.test(fold(column)) && most(isLikePhone);
  if (name === 'date_of_birth') {
    const [order] = ordersOf(texts, [column]);
    return order !== undefined && most((text) => /^\d{4}-\d\d-\d\d$/.test(dateOfFile(text, order)));
  }
  // A state repeats in most rows, and names do not; few rows do not tell.
  const areDistinct = texts.length < 5 || new Set(texts).size * 2 > texts.length;
  return areDistinct && most((text) => /^\p{L}[\p{L}\p{M}\s.,'’-]*$/u.test(text));
}

/** Whether rows that a sheet hides are students. @param hidden their lines. */
export const askHiddenRows = (hidden: number[], questions: Questions) =>
  questions.ask({
    name: 'hidden_rows',
    label: 'Hidden rows',
    help: `The sheet hides ${hidden.length === 1 ? '1 row' : `${hidden.length} rows`}, the first in line ${hidden[0]}.`,
    found: null,
    choices: [
      { value: 'read', label: 'Read them, too' },
      { value: 'leave', label: 'Leave them out' },
    ],
    isOfFile: true,
  });

/** The table with the rows above its header, where they are students as well. */
export function askAbove(csv: CsvFile, questions: Questions): CsvFile {
  if (csv.above.length === 0) return csv;
  const [{ line: first } = { line: 1 }] = csv.above;
  const answer = questions.ask({
    name: 'above',
    label: 'Rows above the header',
    help: `${csv.above.length} rows above the header in line ${csv.headerLine} are as full as those below it, the first in line ${first}.`,
    // Who chooses another header has seen what stands above it.
    found: questions.answerTo('header') === undefined ? null : 'leave',
    choices: [
      { value: 'read', label: 'They are students: read them' },
      { value: 'leave', label: 'They are titles: leave them out' },
    ],
    isOfFile: true,
  });
  return { ...csv, rows: answer === 'read' ? [...csv.above, ...csv.rows] : csv.rows, above: [] };
}

const nameParts = {
  first_name: { name: 'given_parts', of: 'first names', one: 'a first name' },
  last_name: { name: 'name_parts', of: 'last names', one: 'a last name' },
};

/** Whether columns with further parts of a name belong to it. @param isMiddle they are middle names. */
export const askNameParts = (
  field: keyof typeof nameParts,
  { columns, isMiddle = false }: { columns: readonly string[]; isMiddle?: boolean },
  questions: Questions,
) =>
  questions.ask({
    name: nameParts[field].name,
    label: `Parts of ${nameParts[field].of}`,
    help: `The file writes ${nameParts[field].one} in several columns: ${columns.join(', ')}.`,
    found: isMiddle ? 'leave' : 'join',
    choices: [
      { value: 'join', label: 'Join them' },
      { value: 'leave', label: `Read the column for ${nameParts[field].of} alone` },
    ],
  });

/** How whole names are written; undefined where they tell, or while it has to be chosen. */
export function askNameOrder(
  csv: CsvFile,
  column: string,
  questions: Questions,
): NameOrder | undefined {
  if (!needsNameOrder(textsOf(csv, column))) return 'given_first';
  const answer = questions.ask({
    name: 'name_order',
    label: 'Whole names',
    help: `The column ${column} has whole names, which are split.`,
    found: null,
    choices: keysOf(nameOrders).map((value) => ({ value, label: nameOrders[value] })),
  });
  return keysOf(nameOrders).find((value) => value === answer);
}

/** The one order of the file's dates; undefined while it has to be chosen. */
export function askDateOrder(
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
export function askMeaningOfM(
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

export const askBadRows = (questions: Questions) =>
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

/** @param cells empty ones of students who have something there. */
export const askEmptyCells = (questions: Questions, cells: number) =>
  questions.ask({
    name: 'empty_cells',
    label: 'Empty cells',
    help: `${cells > 0 ? `${cells} cells are empty` : 'Some cells are empty'} of students who have a card, an e-mail address or another value there.`,
    found: 'leave',
    choices: keysOf<EmptyCells>(emptyCellsAnswers).map((value) => ({
      value,
      label: emptyCellsAnswers[value],
    })),
  });

/** @param rows those whose ID belongs to somebody of other names and another date of birth. */
export const askOtherPeople = (questions: Questions, rows: number) =>
  questions.ask({
    name: 'other_people',
    label: 'IDs of other people',
    help: `${rows === 1 ? '1 row has' : `${rows} rows have`} the ID of a student who has other names and another date of birth here.`,
    found: 'refuse',
    choices: [
      { value: 'refuse', label: 'Not known: their rows are errors' },
      { value: 'same', label: otherPeopleAnswers.same },
    ],
  });

/** @param lost rows whose IDs differ from another one by zeros in front alone. */
export const askZeros = (questions: Questions, lost: number) =>
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
