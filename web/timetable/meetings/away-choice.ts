import type { AwayMeeting } from '#contract/timetable/teacher-away.ts';

/** What happens with a class of an absent teacher: who covers, the other teachers do without, or null to cancel. */
export type AwayChoice = number | 'others' | null;

/** By meeting; others do not change. */
export type AwayChoices = ReadonlyMap<number, AwayChoice>;

/** Whether other teachers are there, and the absent one has not checked in. */
export const mayLeaveToOthers = ({ others, checked_in }: AwayMeeting): boolean =>
  others.length > 0 && !checked_in;

/** What is chosen before anybody chooses: where other teachers are there, they teach. */
export const proposedFor = (meeting: AwayMeeting): AwayChoice | undefined =>
  mayLeaveToOthers(meeting) ? 'others' : undefined;

interface Counts {
  lefts: number;
  covers: number;
  cancels: number;
}

export function countsOf(choices: AwayChoices): Counts {
  const all = [...choices.values()];
  const lefts = all.filter((choice) => choice === 'others').length;
  const cancels = all.filter((choice) => choice === null).length;
  return { lefts, covers: all.length - lefts - cancels, cancels };
}

/** @param choice undefined: the meeting stays as it is. */
export function withChoice(
  choices: AwayChoices,
  id: number,
  choice: AwayChoice | undefined,
): AwayChoices {
  const next = new Map(choices);
  if (choice === undefined) next.delete(id);
  else next.set(id, choice);
  return next;
}

const classesOf = (count: number) => (count === 1 ? '1 class' : `${count} classes`);

/** The button's text, such as `Cover 2 classes, cancel 1 class`. */
export const actionOf = ({ lefts, covers, cancels }: Counts): string =>
  [
    ...(lefts ? [`leave ${classesOf(lefts)} to the others`] : []),
    ...(covers ? [`cover ${classesOf(covers)}`] : []),
    ...(cancels ? [`cancel ${classesOf(cancels)}`] : []),
  ]
    .join(', ')
    .replace(/^./, (first) => first.toUpperCase());

/** The same when it is done. */
export const sentenceOf = ({ lefts, covers, cancels }: Counts): string =>
  [
    ...(lefts ? [`${classesOf(lefts)} left to the others`] : []),
    ...(covers ? [`${classesOf(covers)} covered`] : []),
    ...(cancels ? [`${classesOf(cancels)} cancelled`] : []),
  ].join(', ');
