import type { Weekday } from '#contract/weekdays.ts';
import { minutesOf, timeOfMinutes } from '#contract/dates.ts';
import { parts, type Choice, type Named, type Part } from './names.ts';

/** A row of the grid. */
export interface Period {
  key: number;
  /** `HH:mm`. */
  start: string;
  end: string;
}

/** A place in the grid: a row's key, and a column. */
export interface Place {
  period: number;
  day: Weekday;
}

/** A text of a cell that names none of the subjects, rooms and teachers, or several. */
export interface Question {
  text: string;
  /** The field in which it was typed; null for a pasted text. */
  part: Part | null;
  choices: Choice[];
}

/** A class that is typed. */
export interface NewClass extends Place, Record<Part, Named | null> {
  key: number;
  questions: Question[];
}

export interface Grid {
  periods: Period[];
  classes: NewClass[];
}

/** Keys of rows and classes: each is another one. */
let last = 0;
export const nextKey = (): number => (last += 1);

export const isAt = ({ period, day }: Place, other: Place): boolean =>
  period === other.period && day === other.day;

const isBlank = (one: NewClass): boolean =>
  parts.every((part) => one[part] === null) && one.questions.length === 0;

export const isComplete = (one: NewClass): boolean =>
  parts.every((part) => one[part] !== null) && one.questions.length === 0;

export const missingOf = (one: NewClass): Part[] => parts.filter((part) => one[part] === null);

export type Fixed = Partial<Record<Part, Named>>;

/** A class without a subject, with the room or the teacher whose week is typed. */
export const newClass = (place: Place, fixed: Fixed = {}): NewClass => ({
  key: nextKey(),
  period: place.period,
  day: place.day,
  subject: null,
  classroom: null,
  teacher: null,
  ...fixed,
  questions: [],
});

export const withClass = (grid: Grid, added: NewClass): Grid => ({
  ...grid,
  classes: [...grid.classes, added],
});

/** A part that is chosen answers the question of its field, or of a pasted text that may be it. */
export function withPart(grid: Grid, key: number, part: Part, value: Named | null): Grid {
  const before = grid.classes.find((one) => one.key === key);
  if (!before || before[part]?.id === value?.id) return grid;
  const answers = ({ part: field, choices }: Question) =>
    field === null
      ? before[part] === null &&
        (choices.length === 0 || choices.some((choice) => choice.part === part))
      : field === part;
  const open = value ? before.questions.find(answers) : undefined;
  const after = {
    ...before,
    [part]: value,
    questions: before.questions.filter((it) => it !== open),
  };
  return { ...grid, classes: grid.classes.map((one) => (one === before ? after : one)) };
}

export const withQuestion = (grid: Grid, key: number, question: Question): Grid => ({
  ...grid,
  classes: grid.classes.map((one) =>
    one.key === key ? { ...one, questions: [...one.questions, question] } : one,
  ),
});

export const withoutClass = (grid: Grid, key: number): Grid => ({
  ...grid,
  classes: grid.classes.filter((one) => one.key !== key),
});

/** Leaves out a class in which nothing was typed: what its week says of it is not typed. */
export function withoutUntyped(grid: Grid, key: number, fixed: Fixed): Grid {
  const one = grid.classes.find((it) => it.key === key);
  if (!one) return grid;
  const typed = Object.fromEntries(parts.filter((part) => fixed[part]).map((part) => [part, null]));
  return isBlank({ ...one, ...typed }) ? withoutClass(grid, key) : grid;
}

export const withoutCell = (grid: Grid, place: Place): Grid => ({
  ...grid,
  classes: grid.classes.filter((one) => !isAt(one, place)),
});

/**
 * Answers every question of a text, or takes its questions back. Where the class has that part already,
 * the choice is of the next class of its cell without one, else of a further class (R-MANY-4).
 */
export function answered(grid: Grid, text: string, choice: Choice | null): Grid {
  let classes = grid.classes;
  for (const { key } of grid.classes) {
    const at = classes.findIndex((one) => one.key === key);
    const one = classes[at];
    if (!one?.questions.some((question) => question.text === text)) continue;
    const rest = { ...one, questions: one.questions.filter((question) => question.text !== text) };
    classes = classes.with(at, rest);
    if (choice) classes = withChoice(classes, at, choice);
  }
  return { ...grid, classes: classes.filter((one) => !isBlank(one)) };
}

function withChoice(classes: NewClass[], at: number, choice: Choice): NewClass[] {
  const own = classes[at];
  if (!own) return classes;
  const open = classes.findIndex(
    (one, index) => index >= at && isAt(one, own) && one[choice.part] === null,
  );
  const target = classes[open];
  return target
    ? classes.with(open, { ...target, [choice.part]: choice })
    : classes.toSpliced(at + 1, 0, newClass(own, { [choice.part]: choice }));
}

export const withPeriod = (grid: Grid, changed: Period): Grid => ({
  ...grid,
  periods: grid.periods
    .map((one) => (one.key === changed.key ? changed : one))
    .toSorted((a, b) => a.start.localeCompare(b.start)),
});

export const withoutPeriod = (grid: Grid, key: number): Grid => ({
  periods: grid.periods.filter((one) => one.key !== key),
  classes: grid.classes.filter(({ period }) => period !== key),
});

const lastMinute = 24 * 60 - 1;
const usualMinutes = 60;

/** The row that would follow the others, as long as the last one; null where the day ends before it. */
function nextPeriod(grid: Grid): Period | null {
  const before = grid.periods.at(-1);
  const length = before ? minutesOf(before.end) - minutesOf(before.start) : usualMinutes;
  const start = before ? minutesOf(before.end) : 9 * usualMinutes;
  if (start + length > lastMinute) return null;
  return { key: nextKey(), start: timeOfMinutes(start), end: timeOfMinutes(start + length) };
}

export const hasNextPeriod = (grid: Grid): boolean => nextPeriod(grid) !== null;

/** A row below the others; the same grid where the day ends before it. */
export function withNextPeriod(grid: Grid): Grid {
  const added = nextPeriod(grid);
  return added ? { ...grid, periods: [...grid.periods, added] } : grid;
}
