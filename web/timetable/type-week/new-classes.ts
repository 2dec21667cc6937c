import type { ClassFault, ManyClasses } from '#contract/timetable/many-classes.ts';
import { clashText } from '#contract/clash-text.ts';
import { composed, identifierError } from '#contract/identifier.ts';
import type { ClassType, Weekday } from '#contract/weekdays.ts';
import { countOf, shortDay } from '#web/ui/format.ts';
import { isComplete, missingOf, type Grid, type NewClass } from './grid-state.ts';
import { partTitles } from './names.ts';

/** What all classes of the grid have in common. */
export interface Terms {
  semester_id: number | null;
  class_type: ClassType;
  weeks: string | undefined;
  group_name: string;
}

/** What is wrong with a group that was typed or pasted; null for nothing. */
export const groupError = (group: string): string | null => identifierError(composed(group), 'key');

/** The classes as the server takes them, and which of the grid each is. */
export interface Sent {
  keys: number[];
  classes: {
    semester_id: number;
    class_type: ClassType;
    day_of_week: Weekday;
    start_time: string;
    end_time: string;
    subject_id: number;
    classroom_id: number;
    teacher_id: number;
    weeks?: string;
    group_name?: string;
  }[];
}

/** The complete classes of the grid; null without one, or without a semester. */
export function sentOf(
  grid: Grid,
  { semester_id, class_type, weeks, group_name }: Terms,
): Sent | null {
  if (semester_id === null) return null;
  const times = new Map(grid.periods.map((period) => [period.key, period]));
  const complete = grid.classes.flatMap((one) => {
    const period = times.get(one.period);
    const { subject, classroom, teacher } = one;
    if (!period || !subject || !classroom || !teacher || !isComplete(one)) return [];
    const body = {
      semester_id,
      class_type,
      day_of_week: one.day,
      start_time: period.start,
      end_time: period.end,
      subject_id: subject.id,
      classroom_id: classroom.id,
      teacher_id: teacher.id,
      ...(weeks && { weeks }),
      ...(group_name.trim() && { group_name: group_name.trim() }),
    };
    return [{ key: one.key, body }];
  });
  if (complete.length === 0) return null;
  return { keys: complete.map(({ key }) => key), classes: complete.map(({ body }) => body) };
}

/** An answer about classes of the grid. */
export interface Judged {
  keys: number[];
  found: Pick<ManyClasses, 'fail' | 'never_held' | 'clash_count' | 'clashes' | 'dates'>;
}

const faultText = ({ field, status }: ClassFault): string =>
  `${field.replace(/_id$/, '').replaceAll('_', ' ')}: ${status}`;

/** "and 12 more", behind the first lines of a list; null where it has all. */
export const moreText = (count: number, listed: number): string | null =>
  count > listed ? `and ${countOf(count - listed)} more` : null;

/** A line below the grid that leads to a class of it. */
export interface Line {
  key: number;
  /** Another one for each line of a class. */
  id: string;
  text: string;
}

/**
 * What is wrong with the classes, by kind; a clash of two new classes is listed once.
 * @param typed the class whose fields are open: it is not complete yet.
 */
export function linesOf(grid: Grid, judged: Judged | undefined, typed: number | undefined) {
  const keys = new Set(grid.classes.map(({ key }) => key));
  const line = (place: number, id: string, text: string): Line[] => {
    const key = judged?.keys[place];
    return key !== undefined && keys.has(key) ? [{ key, id: `${key} ${id}`, text }] : [];
  };
  const { fail = [], never_held = [], clashes = [], clash_count = 0 } = judged?.found ?? {};
  return {
    /** The lines of clashes are the first of each class. */
    clashCount: clash_count,
    missing: grid.classes.flatMap((one): Line[] =>
      one.questions.length > 0 || isComplete(one) || one.key === typed
        ? []
        : [{ key: one.key, id: `${one.key}`, text: missingText(one) }],
    ),
    faults: fail.flatMap((one) => line(one.class, one.field, faultText(one))),
    never: never_held.flatMap((place) =>
      line(place, 'never', 'has no date to come in these weeks'),
    ),
    clashes: clashes.flatMap((one) =>
      one.confirmed || (one.with !== null && one.with < one.class)
        ? []
        : line(
            one.class,
            `${one.kind} ${one.other?.class_schedule ?? one.name}`,
            clashText(one, { day: shortDay }),
          ),
    ),
  };
}

const missingText = (one: NewClass): string =>
  `has no ${missingOf(one)
    .map((part) => partTitles[part].toLowerCase())
    .join(', no ')}`;

/** What each cell says of its classes: of the other one of a pair, too. */
export function problemsOf(judged: Judged | undefined): Map<number, string[]> {
  const problems = new Map<number, string[]>();
  const add = (place: number, text: string) => {
    const key = judged?.keys[place];
    if (key === undefined) return;
    const texts = problems.get(key) ?? [];
    if (!texts.includes(text)) problems.set(key, [...texts, text]);
  };
  const { fail = [], never_held = [], clashes = [] } = judged?.found ?? {};
  for (const one of fail) add(one.class, faultText(one));
  for (const place of never_held) add(place, 'No date to come');
  for (const one of clashes) if (!one.confirmed) add(one.class, clashTitles[one.kind]);
  return problems;
}

const clashTitles = {
  teacher: 'Teacher is taken',
  classroom: 'Room is taken',
  students: 'Students are taken',
  closed: 'Room is closed',
  seats: 'Too few seats',
  holiday: 'Holiday',
  outside: 'Outside the class dates',
  archived: 'Archived',
} as const;
