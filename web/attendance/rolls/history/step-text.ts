import { dateFormat } from '#contract/formats.ts';
import type { Way } from '#contract/marks.ts';
import type { RollChange, RollEvent } from '#contract/attendance/roll-history.ts';
import { statusText } from '#contract/status.ts';
import { fullName } from '#contract/person-name.ts';
import { detailTexts } from '../detail-text.ts';
import type { Step } from './steps.ts';

const eventTitles: Record<RollEvent['kind'], string> = {
  closed: 'Roll closed',
  reopened: 'Roll reopened',
  undone: 'Closing undone',
  covered: 'Teacher corrected',
  other_room: 'Room corrected',
};

const details = (change: RollChange) =>
  detailTexts({ ...change, arrived_at: null }, () => '')
    .map((text) => `, ${text}`)
    .join('');

const changeText = (change: RollChange) =>
  change.from === change.to
    ? `${statusText(change.to)}${details(change) || ', details removed'}`
    : `${statusText(change.from)} → ${statusText(change.to)}${details(change)}`;

/** "Ada Lee: Not taken → Present, 12 min late"; "Roll closed, 7 students: Not taken → Absent". */
export function titleOfStep({ changes, event }: Step): string {
  const [first] = changes;
  const marks = first && {
    who: changes.length === 1 ? fullName(first) : `${changes.length} students`,
    what:
      new Set(changes.map(changeText)).size === 1 ? changeText(first) : 'back to what they were',
  };
  return [
    ...(event ? [eventTitles[event.kind]] : []),
    ...(marks ? [`${marks.who}: ${marks.what}`] : []),
  ].join(', ');
}

/** How the marks of a step were made; null when the step already says it. */
export const wayOfStep = ({ changes, event }: Step): Way | null =>
  event ? null : (changes[0]?.how ?? null);

/** The local time of an instant, with seconds: `09:05:12`. */
export const secondsOf = (instant: string, timeZone: string): string =>
  dateFormat('en-GB', { timeStyle: 'medium', timeZone }).format(new Date(instant));
