import { parse } from 'csv-parse/sync';
import { isDate } from '#contract/dates.ts';
import { limits } from '#contract/limits.ts';
import { plainText } from '../icalendar/plain.ts';
import type { Person } from '../icalendar/calendar-event.ts';
import type { NamedRecord } from '../icalendar/classes.ts';
import { groupText } from './group-text.ts';
import {
  ProgramError,
  programLimits,
  type Card,
  type Lesson,
  type Program,
  type ProgramProblem,
} from './program.ts';

/** The files of Untis that are read, by their numbers. */
export const gpuFiles = ['001', '002', '003', '004', '005', '006'] as const;
export type GpuFile = (typeof gpuFiles)[number];

interface Row {
  line: number;
  cells: string[];
}

/** The places of the fields that are used, from 0. */
const placed = {
  lesson: 0,
  class: 1,
  teacher: 2,
  subject: 3,
  room: 4,
  day: 5,
  period: 6,
  weeks: 8,
};
const ofLesson = { lesson: 0, weeks: 11, from: 14, to: 15 };
const ofTeacher = { short: 0, last: 1, first: 28, email: 32 };

/** Whether a text has the rows of `GPU001.TXT`: a lesson, four texts, a day and a period. */
export const isGpu001 = (text: string): boolean => delimiterOf(text) !== undefined;

const delimiters = [';', '\t', ','] as const;
type Delimiter = (typeof delimiters)[number];

/** Finds the separator of the fields of `GPU001.TXT`, with which one of the first rows has a day and a period. */
function delimiterOf(text: string): Delimiter | undefined {
  const lines = text
    .slice(0, 10_000)
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '');
  const first = lines.slice(0, 20).join('\n');
  return delimiters.find((delimiter) => {
    try {
      return rowsOf(first, delimiter).some(isPlaced);
    } catch {
      return false;
    }
  });
}

const isPlaced = ({ cells }: Row): boolean =>
  /^\d+$/.test(cells[placed.lesson] ?? '') &&
  /^[1-7]$/.test(cells[placed.day] ?? '') &&
  /^\d{1,2}$/.test(cells[placed.period] ?? '');

/**
 * Reads the files of an export of Untis: the timetable, and where they are there the lessons with their
 * weeks and dates, and the full names of teachers, rooms and subjects. Untis exports no times.
 * @throws ProgramError for what is no such file, or too large.
 */
export function readUntis(files: ReadonlyMap<GpuFile, string>): Program {
  const delimiter = delimiterOf(files.get('001') ?? '') ?? ',';
  const of = (file: GpuFile) => rowsOf(files.get(file) ?? '', delimiter);
  const problems: ProgramProblem[] = [];
  const rows = of('001').filter((row) => {
    if (isPlaced(row)) return true;
    const reason = 'has no lesson, day or period';
    problems.push({ line: row.line, level: 'skipped', column: 'GPU001', reason });
    return false;
  });
  if (rows.length > programLimits.cards)
    throw new ProgramError(`has more than ${programLimits.cards} lines`);
  const names: Names = {
    rooms: namesOf(of('005')),
    subjects: namesOf(of('006')),
    teachers: new Map(of('004').map((row) => [row.cells[ofTeacher.short] ?? '', row])),
    lessons: Map.groupBy(of('002'), ({ cells }) => cells[ofLesson.lesson] ?? ''),
  };
  const isNamed = (row: Row) => cell(row, placed.subject) !== '';
  for (const row of rows.filter((one) => !isNamed(one)))
    problems.push({
      line: row.line,
      level: 'skipped',
      column: 'GPU001',
      reason: `lesson ${cell(row, placed.lesson)} has no subject`,
    });
  const lessons = [
    ...Map.groupBy(
      rows.filter(isNamed),
      (row) => `${cell(row, placed.lesson)} ${cell(row, placed.subject)}`,
    ).values(),
  ].flatMap((some) => lessonsOf(some, names));
  const placedLessons = new Set(rows.map((row) => cell(row, placed.lesson)));
  for (const [lesson, [first]] of names.lessons)
    if (first && !placedLessons.has(lesson))
      problems.push({
        line: first.line,
        level: 'skipped',
        column: 'GPU002',
        reason: `Lesson ${lesson}, ${first.cells[6] || 'without a subject'}: has no place in the week`,
      });
  if (lessons.length > programLimits.lessons)
    throw new ProgramError(`has more than ${programLimits.lessons} lessons`);
  const periods = [...new Set(rows.map((row) => Number(cell(row, placed.period))))];
  return {
    name: 'Untis',
    periods: periods
      .toSorted((a, b) => a - b)
      .map((period) => ({ key: String(period), name: String(period), start: null, end: null })),
    firstDay: 1,
    weeks: [],
    terms: [],
    lessons,
    problems,
  };
}

const cell = ({ cells }: Row, at: number): string => cells[at] ?? '';

function rowsOf(text: string, delimiter: Delimiter): Row[] {
  try {
    const records: { record: string[]; info: { lines: number } }[] = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: maxRowLength,
    }) as never;
    return records.map(({ record, info }) => ({
      line: info.lines,
      cells: record.map((one) => plainText(one, maxCell)),
    }));
  } catch (error) {
    throw new ProgramError(`is not valid CSV: ${(error as Error).message}`);
  }
}

const maxRowLength = 100_000;
const maxCell = 200;

interface Names {
  rooms: Map<string, string>;
  subjects: Map<string, string>;
  teachers: Map<string, Row>;
  lessons: Map<string, Row[]>;
}

const namesOf = (rows: Row[]): Map<string, string> =>
  new Map(rows.map((row) => [cell(row, 0), cell(row, 1)]));

/**
 * The lessons of one number and subject. Untis has a line for each class, teacher and room: lines that share
 * their teacher or their room are one lesson, others are held side by side, such as groups of one year.
 */
function lessonsOf(rows: Row[], names: Names): Lesson[] {
  const parts: Row[][] = [];
  for (const row of rows) {
    const [first, ...others] = parts.filter((part) => part.some((one) => isTogether(one, row)));
    if (!first) {
      parts.push([row]);
      continue;
    }
    first.push(row, ...others.flat());
    for (const other of others) parts.splice(parts.indexOf(other), 1);
  }
  return parts.flatMap((part) => lessonOf(part, names));
}

function isTogether(one: Row, other: Row): boolean {
  const isSame = (at: number) => !isOpen(cell(one, at)) && cell(one, at) === cell(other, at);
  const isSameTime = isSame(placed.day) && isSame(placed.period);
  return isSame(placed.teacher) || (isSame(placed.room) && isSameTime) || isWithout(one, other);
}

/** Lines without a teacher and a room are of the same lesson. */
const isWithout = (...rows: Row[]): boolean =>
  rows.every((row) => isOpen(cell(row, placed.teacher)) && isOpen(cell(row, placed.room)));

function lessonOf(rows: Row[], names: Names): Lesson[] {
  const [first] = rows;
  if (!first) return [];
  const number = cell(first, placed.lesson);
  const subject = cell(first, placed.subject);
  const about = names.lessons.get(number)?.find((row) => cell(row, 6) === subject);
  const any = about ?? names.lessons.get(number)?.[0];
  const teachers = valuesOf(rows, placed.teacher);
  return [
    {
      uid: `untis ${number} ${subject}`,
      line: first.line,
      subject: recordOf(subject, names.subjects),
      group: groupText(valuesOf(rows, placed.class), limits.groupName),
      teachers: teachers.map((short) => personOf(short, names.teachers.get(short))),
      cards: [
        ...Map.groupBy(
          rows,
          (row) =>
            `${cell(row, placed.day)} ${cell(row, placed.period)} ${cell(row, placed.weeks)}`,
        ).values(),
      ].flatMap((some) => cardOf(some, any, names)),
    },
  ];
}

function cardOf(rows: Row[], lesson: Row | undefined, names: Names): Card[] {
  const [first] = rows;
  if (!first) return [];
  const weeks = cell(first, placed.weeks) || (lesson ? cell(lesson, ofLesson.weeks) : '');
  return [
    {
      line: first.line,
      day: Number(cell(first, placed.day)) - 1,
      period: String(Number(cell(first, placed.period))),
      rooms: valuesOf(rows, placed.room).map((short) => recordOf(short, names.rooms)),
      weeks: weeks === '' ? 'every' : { named: weeks },
      terms: '',
      from: lesson ? dateOf(cell(lesson, ofLesson.from)) : null,
      to: lesson ? dateOf(cell(lesson, ofLesson.to)) : null,
    },
  ];
}

/** Untis writes a question mark for a teacher or a room that is not chosen yet. */
const isOpen = (text: string): boolean => text === '' || text === '?';

const valuesOf = (rows: Row[], at: number): string[] => [
  ...new Set(rows.map((row) => cell(row, at)).filter((text) => !isOpen(text))),
];

const recordOf = (short: string, names: ReadonlyMap<string, string>): NamedRecord => ({
  short,
  name: names.get(short) || short,
});

function personOf(short: string, row: Row | undefined): Person {
  const name =
    row && [cell(row, ofTeacher.first), cell(row, ofTeacher.last)].filter(Boolean).join(' ');
  return { name: name || short, email: row ? cell(row, ofTeacher.email).toLowerCase() : '' };
}

/** `20260901`; null for none. */
function dateOf(text: string): string | null {
  const date = /^(\d{4})(\d\d)(\d\d)$/.exec(text)?.slice(1).join('-');
  return date !== undefined && isDate(date) ? date : null;
}
