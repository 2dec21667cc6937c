import type { AwayMeeting } from '#contract/timetable/teacher-away.ts';
import { sentenceOf } from './sentence.ts';
import type { Choices } from './useChoices.ts';

/** What happens with a class of an absent teacher: who covers, the other teachers do without, or null to cancel. */
export type AwayChoice = number | 'others' | null;

/** Whether other teachers are there, and the absent one has not checked in. */
export const mayLeaveToOthers = ({ others, checked_in }: AwayMeeting): boolean =>
  others.length > 0 && !checked_in;

/** What is chosen before anybody chooses: where other teachers are there, they teach. */
export const proposedFor = (meeting: AwayMeeting): AwayChoice | undefined =>
  mayLeaveToOthers(meeting) ? 'others' : undefined;

export const cancelsAny = (choices: Choices<unknown>): boolean =>
  [...choices.values()].includes(null);

function countsOf(choices: Choices<AwayChoice>) {
  const all = [...choices.values()];
  const lefts = all.filter((choice) => choice === 'others').length;
  const cancels = all.filter((choice) => choice === null).length;
  return { lefts, covers: all.length - lefts - cancels, cancels };
}

/** The button's text, such as `Cover 2 classes, cancel 1 class`. */
export function actionOf(choices: Choices<AwayChoice>): string {
  const { lefts, covers, cancels } = countsOf(choices);
  return sentenceOf([
    [lefts, (classes) => `leave ${classes} to the others`],
    [covers, (classes) => `cover ${classes}`],
    [cancels, (classes) => `cancel ${classes}`],
  ]);
}

/** The same when it is done. */
export function doneText(choices: Choices<AwayChoice>): string {
  const { lefts, covers, cancels } = countsOf(choices);
  return sentenceOf([
    [lefts, (classes) => `${classes} left to the others`],
    [covers, (classes) => `${classes} covered`],
    [cancels, (classes) => `${classes} cancelled`],
  ]);
}
