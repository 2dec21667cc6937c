import { z } from 'zod';
import { addDays, mondayOf } from '#contract/dates.ts';
import { isOfWord, semesterWeek } from '#contract/weeks.ts';
import { weekdays } from '#contract/weekdays.ts';
import { nameOf, type CalendarClass } from '../icalendar/classes.ts';
import type { CalendarEvent, Notice } from '../icalendar/calendar-event.ts';
import type { Known } from '../icalendar/known.ts';
import type { CalendarQuestions } from '../icalendar/questions.ts';
import { ianaZone } from '../icalendar/zones.ts';
import { timeOfText } from '#contract/time-text.ts';
import { endOf } from './asc-periods.ts';
import type { Card, Lesson, Period, Program } from './program.ts';

type Semester = Known['semesters'][number];

interface Options {
  semester: Semester;
  holidays: ReadonlySet<string>;
  timeZone: string;
  questions: CalendarQuestions;
  notice: Notice;
}

/** A break within a lesson, in minutes: what follows after a longer one is another class. */
const longestBreak = 30;

/**
 * The weekly classes of a timetable program in a semester: each lesson is one for each of its places in the
 * week, and periods that follow each other are one class.
 * @returns null while a question about its days, weeks or times is open.
 */
export function classesOfProgram(program: Program, options: Options): CalendarClass[] | null {
  const { notice } = options;
  for (const { line, level, column, reason } of program.problems)
    notice(line, level, column, reason);
  const choices = choicesOf(program, options.semester, options.questions);
  if (choices === null) return null;
  return program.lessons.flatMap((lesson) =>
    slotsOf(lesson, choices).flatMap((slot) => classOf(lesson, slot, choices, options)),
  );
}

/** What the file does not say. */
interface Choices {
  firstDay: number;
  /** The week of the cycle that the first week of the semester is, from 0. */
  firstWeek: number;
  /** The number of the term, from 0; null: all of them. */
  term: number | null;
  times: Map<string, { start: string; end: string }>;
  words: Map<string, 'every' | 'odd' | 'even'>;
}

const everyWeek = { value: 'every', label: 'Every week' } as const;
const wordChoices = [
  everyWeek,
  { value: 'odd', label: 'Odd weeks' },
  { value: 'even', label: 'Even weeks' },
] as const;

function choicesOf(
  { firstDay, weeks, terms, periods, lessons }: Program,
  { first_week }: Semester,
  questions: CalendarQuestions,
): Choices | null {
  const numbered = (names: string[]) =>
    names.map((label, index) => ({ value: String(index), label }));
  const day =
    firstDay ??
    Number(
      questions.ask({
        name: 'first-day',
        label: 'First day of the week in the file',
        help: 'The names of its days are not those of weekdays.',
        choices: weekdays.map((label, index) => ({ value: String(index + 1), label })),
        found: '1',
      }),
    );
  const term =
    terms.length < 2
      ? 'all'
      : questions.ask({
          name: 'term',
          label: 'Term of the file',
          help: 'The lessons of this term are imported; those of the whole year as well.',
          choices: [...numbered(terms), { value: 'all', label: 'All of them' }],
          found: null,
          isOfFile: true,
        });
  const week =
    weeks.length < 2
      ? '0'
      : questions.ask({
          name: 'first-week',
          label: 'First week of the semester in the file',
          help: 'The weeks of the file follow each other from there; a week of holidays has its place among them.',
          choices: numbered(weeks),
          found: weeks.length === 2 && first_week === 'even' ? '1' : '0',
          isOfFile: true,
        });
  const words = new Map(
    namedWeeks(lessons).map((text) => [
      text,
      questions.ask({
        name: `weeks:${text.toLowerCase()}`,
        label: `Weeks of “${text}”`,
        help: 'The file has this name for the weeks of lessons, and does not say which ones they are.',
        choices: [...wordChoices],
        found: wordOf(text),
      }),
    ]),
  );
  const times = new Map(
    usedPeriods(periods, lessons).map((period) => [period.key, timesOf(period, questions)]),
  );
  const isOpen =
    term === null || week === null || [...words.values(), ...times.values()].includes(null);
  return isOpen
    ? null
    : {
        firstDay: day,
        firstWeek: Number(week),
        term: term === 'all' ? null : Number(term),
        words: words as Choices['words'],
        times: times as Choices['times'],
      };
}

const namedWeeks = (lessons: Lesson[]): string[] => [
  ...new Set(
    lessons.flatMap(({ cards }) =>
      cards.flatMap(({ weeks }) => (weeks !== 'every' && 'named' in weeks ? [weeks.named] : [])),
    ),
  ),
];

function wordOf(text: string): 'odd' | 'even' | null {
  if (/^(.*\b)?(a|odd|1|u|ungerade)$/i.test(text)) return 'odd';
  return /^(.*\b)?(b|even|2|g|gerade)$/i.test(text) ? 'even' : null;
}

function usedPeriods(periods: Period[], lessons: Lesson[]): Period[] {
  const used = new Set(lessons.flatMap(({ cards }) => cards.map(({ period }) => period)));
  return periods.filter(({ key }) => used.has(key));
}

const betweenTimes = /^(\d{1,2}[:.]\d\d)\s*(?:-|–|to)\s*(\d{1,2}[:.]\d\d)$/;
const periodTimes = z
  .string()
  .refine((text) => spanOf(text) !== null, 'must be times such as 08:00-08:45');

function spanOf(text: string): { start: string; end: string } | null {
  const found = betweenTimes.exec(text.trim());
  const [start, end] = [timeOfText(found?.[1]), endOf(found?.[2])];
  return start !== null && end !== null && start < end ? { start, end } : null;
}

function timesOf({ key, name, start, end }: Period, questions: CalendarQuestions) {
  if (start !== null && end !== null && start < end) return { start, end };
  const answer = questions.ask({
    name: `period:${key}`,
    label: `Times of period ${name}`,
    help: 'From and to, such as 08:00-08:45: the file does not have them.',
    found: null,
    rule: periodTimes,
  });
  return answer === null ? null : spanOf(answer);
}

/** A place of a lesson in the week. */
interface Slot {
  card: Card;
  start: string;
  end: string;
  isHeld: (week: number) => boolean;
}

function slotsOf({ cards }: Lesson, choices: Choices): Slot[] {
  const chosen = cards.filter(
    ({ terms }) => choices.term === null || terms === '' || terms[choices.term] === '1',
  );
  const placeOf = ({ day, rooms, from, to }: Card) =>
    JSON.stringify([day, rooms.map(({ short }) => short), from, to]);
  const merged = [...Map.groupBy(chosen, (card) => `${placeOf(card)} ${card.period}`).values()].map(
    allWeeks,
  );
  return [
    ...Map.groupBy(merged, (card) => `${placeOf(card)} ${JSON.stringify(card.weeks)}`).values(),
  ].flatMap((some) => runsOf(some, choices));
}

/** Cards at one time and place, of the terms and weeks of the file, are one. */
function allWeeks([first, ...others]: Card[]): Card {
  if (!first) throw new Error('A group has a card.');
  const weeks = others.reduce((all, card) => unionOf(all, card.weeks), first.weeks);
  return { ...first, weeks };
}

function unionOf(one: Card['weeks'], other: Card['weeks']): Card['weeks'] {
  if (one === 'every' || other === 'every') return 'every';
  if ('named' in one || 'named' in other)
    return 'named' in one && 'named' in other && one.named === other.named ? one : 'every';
  const bits = one.bits
    .split('')
    .map((bit, at) => (bit === '1' || other.bits[at] === '1' ? '1' : '0'));
  return bits.includes('0') ? { bits: bits.join('') } : 'every';
}

/** Periods that follow each other are one class. */
function runsOf(cards: Card[], choices: Choices): Slot[] {
  const timed = cards
    .flatMap((card) => {
      const times = choices.times.get(card.period);
      return times ? [{ card, ...times, isHeld: heldIn(card, choices) }] : [];
    })
    .toSorted((a, b) => a.start.localeCompare(b.start));
  const runs: Slot[] = [];
  for (const one of timed) {
    const last = runs.at(-1);
    const rest = last ? minutesOf(one.start) - minutesOf(last.end) : -1;
    if (last && rest >= 0 && rest <= longestBreak) last.end = one.end;
    else runs.push(one);
  }
  return runs;
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function heldIn({ weeks }: Card, { firstWeek, words }: Choices): Slot['isHeld'] {
  if (weeks === 'every') return () => true;
  if ('bits' in weeks) {
    const { bits } = weeks;
    return (week) => bits[(week - 1 + firstWeek) % bits.length] === '1';
  }
  const word = words.get(weeks.named) ?? 'every';
  return (week) => word === 'every' || isOfWord(week, word);
}

function classOf(
  lesson: Lesson,
  { card, start, end, isHeld }: Slot,
  { firstDay }: Choices,
  { semester, holidays, timeZone, notice }: Options,
): CalendarClass[] {
  const weekday = ((firstDay - 1 + card.day) % 7) + 1;
  const { short, name } = lesson.subject;
  const summary = short === name ? name : `${short} ${name}`;
  const dates = datesOf(weekday, semester).filter(
    (date) =>
      (card.from === null || date >= card.from) &&
      (card.to === null || date <= card.to) &&
      isHeld(
        semesterWeek(date, {
          class_start_date: semester.class_from,
          class_end_date: semester.class_to,
        }),
      ),
  );
  const [first] = dates;
  if (first === undefined) {
    notice(card.line, 'skipped', 'weeks', `${summary}: has no date in this semester`);
    return [];
  }
  const location = card.rooms[0]?.short ?? '';
  const event: CalendarEvent = {
    uid: lesson.uid,
    line: card.line,
    summary,
    location,
    about: '',
    attendees: lesson.teachers,
    organizer: null,
    zone: ianaZone(timeZone),
    start: Temporal.PlainDateTime.from(`${first}T${start}`),
    minutes: minutesOf(end) - minutesOf(start),
    isCancelled: false,
    sequence: 0,
    rule: null,
    added: [],
    removed: new Map(),
    removedDays: new Map(),
    recurrenceId: null,
    recurrenceDay: null,
    isFromThenOn: false,
  };
  const held = dates.filter((date) => !holidays.has(date));
  return [
    {
      name: nameOf(summary),
      event,
      uids: [lesson.uid],
      weekday,
      start,
      end,
      location,
      occurrences: new Map(
        held.map((date) => [
          date,
          { event, change: event, date, start, end, location, movedFrom: null, isFollowing: false },
        ]),
      ),
      // The file knows no holidays: a week of holidays is one of its weeks.
      cancelled: dates.filter((date) => holidays.has(date)),
      named: {
        subject: lesson.subject,
        teachers: lesson.teachers,
        rooms: card.rooms,
        group: lesson.group,
      },
    },
  ];
}

function datesOf(weekday: number, { class_from, class_to }: Semester): string[] {
  const dates: string[] = [];
  const first = addDays(mondayOf(class_from), weekday - 1);
  for (let date = first; date <= class_to; date = addDays(date, 7))
    if (date >= class_from) dates.push(date);
  return dates;
}
