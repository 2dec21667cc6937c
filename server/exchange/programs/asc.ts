import sax from 'sax';
import { limits } from '#contract/limits.ts';
import type { Person } from '../icalendar/calendar-event.ts';
import { plainText } from '../icalendar/plain.ts';
import { firstDayOf } from './first-day.ts';
import type { NamedRecord } from '../icalendar/classes.ts';
import { groupText } from './group-text.ts';
import {
  ProgramError,
  programLimits,
  type Card,
  type Lesson,
  type Period,
  type Program,
  type ProgramProblem,
  type WeeksOfCard,
} from './program.ts';

interface Row {
  line: number;
  of: Record<string, string>;
}

/** The elements that are read; students and their choices of subjects are not. */
const read = new Set(
  'period daysdef weeksdef termsdef subject teacher classroom class group lesson card'.split(' '),
);
const maxRows = 200_000;

/** Whether a text is a timetable of aSc Timetables: its root says so. */
export const isAsc = (text: string): boolean =>
  /^\uFEFF?\s*(<\?xml[^>]*\?>\s*)?(<!--[^]*?-->\s*)*<timetable[\s>]/.test(text.slice(0, 10_000));

/**
 * Reads an export *aSc Timetables 2012 XML*: lessons, and the cards that place them.
 * @throws ProgramError for what is not well-formed, or too large.
 */
export function readAsc(text: string): Program {
  const rows = rowsOf(text);
  const of = (name: string) => rows.get(name) ?? [];
  const problems: ProgramProblem[] = [];
  const byId = (name: string) => new Map(of(name).map((row) => [row.of['id'] ?? '', row]));
  const tables: Tables = {
    subjects: byId('subject'),
    teachers: byId('teacher'),
    classrooms: byId('classroom'),
    classes: byId('class'),
    groups: byId('group'),
    weeks: byId('weeksdef'),
    terms: byId('termsdef'),
  };
  const periods = periodsOf(of('period'));
  const cards = Map.groupBy(of('card'), ({ of: card }) => card['lessonid'] ?? '');
  if (of('lesson').length > programLimits.lessons)
    throw new ProgramError(`has more than ${programLimits.lessons} lessons`);
  if (of('card').length > programLimits.cards)
    throw new ProgramError(`has more than ${programLimits.cards} cards`);
  const width = daysOf(of('daysdef'), of('card'));
  const weeks = singlesOf(of('weeksdef'), 'weeks');
  const cycle = cycleOf(width, weeks);
  const lessons = of('lesson').flatMap((row) =>
    lessonOf(row, cards.get(row.of['id'] ?? '') ?? [], { tables, periods, cycle, problems }),
  );
  const known = new Set(of('lesson').map((row) => row.of['id'] ?? ''));
  const lost = of('card').filter(({ of: card }) => !known.has(card['lessonid'] ?? ''));
  for (const { line } of lost)
    problems.push({ line, level: 'skipped', column: 'lessonid', reason: 'names no lesson' });
  if (of('group').some(({ of: group }) => group['entireclass'] !== '1'))
    problems.push({
      line: null,
      level: 'note',
      column: 'groups',
      reason: 'Divisions become names of groups; who is in them is not read: enrol the students',
    });
  return {
    name: 'aSc Timetables',
    periods,
    firstDay: firstDayOf(
      singlesOf(of('daysdef'), 'days')
        .filter(({ at }) => at < cycle.days)
        .map(({ name, at }) => ({ name, day: at })),
    ),
    weeks: cycle.names,
    terms: namesOf(singlesOf(of('termsdef'), 'terms')),
    lessons,
    problems,
  };
}

function rowsOf(text: string): Map<string, Row[]> {
  const parser = sax.parser(true);
  const rows = new Map<string, Row[]>();
  let count = 0;
  parser.onerror = ({ message }) => {
    const [reason = ''] = message.split('\n');
    throw new ProgramError(`The XML is not well-formed: ${reason}`, parser.line + 1);
  };
  parser.onopentag = ({ name, attributes }) => {
    const key = name.toLowerCase();
    if (!read.has(key)) return;
    if (++count > maxRows) throw new ProgramError(`has more than ${maxRows} records`);
    const of: Record<string, string> = {};
    for (const [column, value] of Object.entries(attributes))
      of[column.toLowerCase()] = plainText(String(value).trim(), maxText);
    const same = rows.get(key);
    const row = { line: parser.line + 1, of };
    if (same) same.push(row);
    else rows.set(key, [row]);
  };
  parser.write(text).close();
  return rows;
}

/** A lesson of all classes names hundreds of ids. */
const maxText = 20_000;

interface Tables {
  subjects: Map<string, Row>;
  teachers: Map<string, Row>;
  classrooms: Map<string, Row>;
  classes: Map<string, Row>;
  groups: Map<string, Row>;
  weeks: Map<string, Row>;
  terms: Map<string, Row>;
}

interface Cycle {
  /** The days of a week. */
  days: number;
  /** The names of its weeks; empty: every week is the same. */
  names: string[];
  /** The weeks follow each other in the days: ten days are two weeks. */
  isInDays: boolean;
}

interface Reading {
  tables: Tables;
  periods: Period[];
  cycle: Cycle;
  problems: ProgramProblem[];
}

const idsOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);

function lessonOf(row: Row, cards: Row[], reading: Reading): Lesson[] {
  const { tables, problems } = reading;
  const { line, of } = row;
  const subject = tables.subjects.get(of['subjectid'] ?? '');
  const named = subject ? recordOf(subject) : null;
  const about = named?.name ?? 'a lesson without a subject';
  const skip = (column: string, reason: string) => {
    problems.push({ line, level: 'skipped', column, reason: `${about}: ${reason}` });
    return [];
  };
  if (!named) return skip('subjectid', 'names no subject of the file');
  if (cards.length === 0) return skip('lesson', 'has no place in the week');
  const span = spanOf(of, cards.length);
  return [
    {
      uid: of['id'] ?? '',
      line,
      subject: named,
      group: groupOf(of, tables),
      teachers: idsOf(of['teacherids']).flatMap((id) => {
        const teacher = tables.teachers.get(id);
        return teacher ? [personOf(teacher)] : [];
      }),
      cards: cards.flatMap((card) => cardsOf(card, row, reading, span)),
    },
  ];
}

/**
 * The periods of a card. Exports have one card for each period, also of double lessons; files that others
 * write for the program have one for all of them.
 */
function spanOf(of: Row['of'], cards: number): number {
  const [each, all] = [Number(of['periodspercard']), Number(of['periodsperweek'])];
  if (!Number.isInteger(each) || each < 2 || each > 20 || !(all > 0)) return 1;
  return cards * each <= all ? each : 1;
}

function cardsOf(card: Row, lesson: Row, reading: Reading, span: number): Card[] {
  const { tables, periods, cycle, problems } = reading;
  const { line, of } = card;
  const at = periods.findIndex(({ key }) => key === of['period']);
  if (at < 0) {
    problems.push({
      line,
      level: 'skipped',
      column: 'period',
      reason: `names the period ${of['period'] || '-'}, which the file does not have`,
    });
    return [];
  }
  const rooms = idsOf(of['classroomids']).flatMap((id) => {
    const room = tables.classrooms.get(id);
    return room ? [recordOf(room)] : [];
  });
  const weeks = of['weeks'] || tables.weeks.get(lesson.of['weeksdefid'] ?? '')?.of['weeks'] || '';
  const terms = of['terms'] || tables.terms.get(lesson.of['termsdefid'] ?? '')?.of['terms'] || '';
  return placesOf(of).flatMap((day) =>
    periods.slice(at, at + span).map(({ key }) => ({
      line,
      day: day % cycle.days,
      period: key,
      rooms,
      weeks: cycle.isInDays ? weekOfDay(day, cycle) : weeksOf(weeks),
      terms: isEvery(terms) ? '' : terms,
      from: null,
      to: null,
    })),
  );
}

const weekOfDay = (day: number, { days, names }: Cycle): WeeksOfCard => ({
  bits: names.map((_, week) => (Math.floor(day / days) === week ? '1' : '0')).join(''),
});

/** `10,01` is any week: the program may choose one, and has not. */
const isEvery = (bits: string): boolean => bits === '' || bits.includes(',') || !bits.includes('0');
const weeksOf = (bits: string): WeeksOfCard => (isEvery(bits) ? 'every' : { bits });

/** The places of `1` in `01000`; the number of older files counts from 0. */
function placesOf({ days, day }: Row['of']): number[] {
  if (days) return days.split('').flatMap((bit, index) => (bit === '1' ? [index] : []));
  return day !== undefined && /^\d$/.test(day) ? [Number(day)] : [];
}

function periodsOf(rows: Row[]): Period[] {
  return rows.map(({ of }) => ({
    key: of['period'] ?? '',
    name: of['name'] || of['short'] || of['period'] || '',
    start: timeOf(of['starttime']),
    end: timeOf(of['endtime']),
  }));
}

/** `7:40` as `07:40`. */
export function timeOf(text: string | undefined): string | null {
  const found = /^(\d{1,2})[:.](\d\d)(?::\d\d)?$/.exec(text?.trim() ?? '');
  const [, hours = '', minutes = ''] = found ?? [];
  return found && Number(hours) < 24 && Number(minutes) < 60
    ? `${hours.padStart(2, '0')}:${minutes}`
    : null;
}

interface Single {
  name: string;
  at: number;
}

/** The records that stand for one day, week or term, with their places. */
const singlesOf = (rows: Row[], column: string): Single[] =>
  rows.flatMap(({ of }) => {
    const bits = of[column] ?? '';
    const at = bits.indexOf('1');
    const isSingle =
      bits.length > 1 && !bits.includes(',') && at >= 0 && at === bits.lastIndexOf('1');
    return isSingle ? [{ name: of['name'] || of['short'] || '', at }] : [];
  });

function namesOf(singles: Single[]): string[] {
  const names: string[] = [];
  for (const { name, at } of singles) names[at] ??= name;
  return Array.from(names, (name, at) => name ?? String(at + 1));
}

/** The number of days that a mask has. */
const daysOf = (defs: Row[], cards: Row[]): number =>
  Math.max(
    ...defs.flatMap(({ of }) => (of['days'] ?? '').split(',').map(({ length }) => length)),
    ...cards.map(({ of }) => of['days']?.length ?? 0),
    1,
  );

function cycleOf(width: number, weeks: Single[]): Cycle {
  const isInDays = weeks.length === 0 && [10, 12, 14].includes(width);
  if (isInDays) return { days: width / 2, names: ['Week 1', 'Week 2'], isInDays };
  if (width > 7) throw new ProgramError(`has days with ${width} places: a week has at most 7`);
  return { days: 7, names: namesOf(weeks), isInDays };
}

const recordOf = ({ of }: Row): NamedRecord => {
  const name = plainText(of['name'] || of['short'] || '', maxName);
  return { short: plainText(of['short'] || name, maxName), name };
};
const maxName = 200;

function personOf({ of }: Row): Person {
  // Some files have the whole name in both fields.
  const parts = [...new Set([of['firstname'], of['lastname']].filter(Boolean))].join(' ');
  return {
    name: plainText(parts || of['name'] || of['short'] || '', maxName),
    email: plainText((of['email'] ?? '').toLowerCase(), maxName),
  };
}

/** `12A, 12B` of whole classes, `12A Group 1` of a division. */
function groupOf(of: Row['of'], { classes, groups }: Tables): string {
  const own = idsOf(of['groupids']).flatMap((id) => groups.get(id) ?? []);
  const labels = idsOf(of['classids']).flatMap((id) => {
    const found = classes.get(id);
    if (!found) return [];
    const { short } = recordOf(found);
    const parts = own.filter(
      ({ of: group }) => group['classid'] === id && group['entireclass'] !== '1',
    );
    return [
      [short, ...parts.map(({ of: group }) => group['name'] ?? '')].filter(Boolean).join(' '),
    ];
  });
  return groupText(labels, limits.groupName);
}
