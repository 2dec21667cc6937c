import { limits } from '#contract/limits.ts';
import type { Person } from '../icalendar/calendar-event.ts';
import { plainText } from '../icalendar/plain.ts';
import { firstDayOf } from './first-day.ts';
import type { NamedRecord } from '../icalendar/classes.ts';
import { periodsOf } from './asc-periods.ts';
import { idsOf, rowsOf, type Row } from './asc-rows.ts';
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
  const periods = periodsOf(of('period'), of('card'), problems);
  const cards = Map.groupBy(of('card'), ({ of: card }) => card['lessonid'] ?? '');
  if (of('lesson').length > programLimits.lessons)
    throw new ProgramError(`has more than ${programLimits.lessons} lessons`);
  if (of('card').length > programLimits.cards)
    throw new ProgramError(`has more than ${programLimits.cards} cards`);
  const width = daysOf(of('daysdef'), of('card'));
  const weeks = singlesOf(of('weeksdef'), 'weeks');
  const cycle = cycleOf(width, weeks);
  const known = new Set<string>();
  const lessons = of('lesson').flatMap((row) => {
    const id = row.of['id'] ?? '';
    if (known.has(id)) {
      problems.push({
        line: row.line,
        level: 'skipped',
        column: 'lesson',
        reason: `has the id ${id || '-'} of another lesson`,
      });
      return [];
    }
    known.add(id);
    return lessonOf(row, cards.get(id) ?? [], { tables, periods, cycle, problems });
  });
  const lost = of('card').filter(({ of: card }) => !known.has(card['lessonid'] ?? ''));
  for (const { line } of lost)
    problems.push({ line, level: 'skipped', column: 'lessonid', reason: 'names no lesson' });
  problems.push(...sameNames(of('teacher')));
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
      group: groupOf(row, tables, problems),
      teachers: namedBy(row, 'teacherids', tables.teachers, problems).map(personOf),
      cards: cards.flatMap((card) => cardsOf(card, row, reading, span)),
    },
  ];
}

/** The records that an attribute names; an id that the file does not have is a problem. */
function namedBy(
  { line, of }: Row,
  column: string,
  table: ReadonlyMap<string, Row>,
  problems: ProgramProblem[],
): Row[] {
  return idsOf(of[column]).flatMap((id) => {
    const found = table.get(id);
    if (found) return [found];
    problems.push({
      line,
      level: 'note',
      column,
      reason: `names ${id}, which the file does not have`,
    });
    return [];
  });
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
  const days = placesOf(of);
  if (days.length === 0)
    problems.push({
      line,
      level: 'skipped',
      column: 'days',
      reason: `is on no day of the week: ${of['days'] || of['day'] || '-'}`,
    });
  if (at + span > periods.length)
    problems.push({
      line,
      level: 'note',
      column: 'period',
      reason: `is a lesson of ${span} periods, of which the day has ${periods.length - at}`,
    });
  const rooms = namedBy(card, 'classroomids', tables.classrooms, problems).map(recordOf);
  const weeks = of['weeks'] || tables.weeks.get(lesson.of['weeksdefid'] ?? '')?.of['weeks'] || '';
  const terms = of['terms'] || tables.terms.get(lesson.of['termsdefid'] ?? '')?.of['terms'] || '';
  return days.flatMap((day) =>
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

/**
 * The places of `1` in `01000`; the number of older files counts from 0. A card of several masks, such as
 * `10,01`, is on any of these days: the program has not chosen one.
 */
function placesOf({ days, day }: Row['of']): number[] {
  if (days)
    return isMask(days) ? days.split('').flatMap((bit, at) => (bit === '1' ? [at] : [])) : [];
  return day !== undefined && /^\d$/.test(day) ? [Number(day)] : [];
}

const isMask = (text: string): boolean => /^[01]+$/.test(text);

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
    ...cards.map(({ of }) => (isMask(of['days'] ?? '') ? (of['days']?.length ?? 0) : 0)),
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

/** Teachers whom neither a name nor an address tells apart would become one. */
function sameNames(teachers: Row[]): ProgramProblem[] {
  const keyOf = (row: Row) => {
    const { name, email } = personOf(row);
    return `${name.toLowerCase()} ${email}`;
  };
  return [...Map.groupBy(teachers, keyOf).values()].flatMap(([first, second]) =>
    first && second
      ? [
          {
            line: second.line,
            level: 'note' as const,
            column: 'teachers',
            reason: `several teachers are called ${personOf(first).name}, and become one: give them other names`,
          },
        ]
      : [],
  );
}

/** `12A, 12B` of whole classes, `12A Group 1` of a division. */
function groupOf(row: Row, { classes, groups }: Tables, problems: ProgramProblem[]): string {
  const own = namedBy(row, 'groupids', groups, problems);
  const labels = namedBy(row, 'classids', classes, problems).map((found) => {
    const parts = own.filter(
      ({ of: group }) => group['classid'] === found.of['id'] && group['entireclass'] !== '1',
    );
    const { short } = recordOf(found);
    return [short, ...parts.map(({ of: group }) => group['name'] ?? '')].filter(Boolean).join(' ');
  });
  return groupText(labels, limits.groupName);
}
