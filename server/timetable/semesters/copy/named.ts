import type { NamedClasses } from '#contract/timetable/semester-copy.ts';
import { weeksText } from '#contract/weeks.ts';
import { nameOfDay } from '#server/school/when.ts';
import { isHeld } from './pattern.ts';
import { statesFrom, type SourceClass } from './plan.ts';

/** Classes that a list names; the others are counted. */
const maxNamed = 50;

export const inOrder = (numbers: Iterable<number>): number[] =>
  [...numbers].toSorted((a, b) => a - b);

/** Classes as they are on the day, by weekday and time. */
export function named(classes: readonly SourceClass[], asOf: string): NamedClasses {
  const shown = classes
    .map((of) => {
      const states = statesFrom(of, asOf);
      return { of, state: states.find(isHeld) ?? of.patterns.findLast(isHeld) };
    })
    .flatMap(({ of, state }) => (state ? [{ of, state }] : []))
    .toSorted(
      (a, b) =>
        a.state.day_of_week - b.state.day_of_week ||
        a.state.start_time.localeCompare(b.state.start_time) ||
        a.of.id - b.of.id,
    );
  return {
    count: classes.length,
    first: shown.slice(0, maxNamed).map(({ of, state }) => ({
      id: of.id,
      group_name: of.group_name,
      subject: { subject_name: of.subject_name, subject_code: of.subject_code },
      class_type: of.class_type as NamedClasses['first'][number]['class_type'],
      day_of_week: nameOfDay(state.day_of_week),
      start_time: state.start_time,
      end_time: state.end_time,
      weeks: state.weeks && weeksText(state.weeks),
    })),
  };
}
