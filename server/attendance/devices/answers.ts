import { roomName } from '#contract/room-name.ts';
import type { AnsweredTap } from '#contract/attendance/device.ts';
import type { TapOutcome } from '#contract/attendance/tap-outcomes.ts';
import type { RecordedTap } from './queries.ts';

type Shown = Pick<AnsweredTap, 'outcome' | 'colour' | 'title' | 'line'>;

/** What small displays have room for. */
const longest = { title: 16, line: 40 };
const cut = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`;

const texts: Record<TapOutcome, readonly [AnsweredTap['colour'], string, string]> = {
  present: ['green', 'Present', ''],
  late: ['amber', 'Late', ''],
  absent: ['red', 'Too late', 'You are marked absent'],
  already: ['green', 'Already present', ''],
  superseded: ['green', 'Already marked', ''],
  elsewhere: ['amber', 'Other room', ''],
  nothing_now: ['amber', 'Nothing now', 'You have no class now'],
  unknown: ['red', 'Unknown card', 'Ask at the office'],
  archived: ['red', 'Not active', 'Ask at the office'],
  old_card: ['red', 'Old card', 'It was lost or replaced'],
  closed: ['red', 'Roll is closed', 'Tell your teacher'],
  teacher: ['green', 'Checked in', ''],
  not_checked_in: ['amber', 'Not checked in', 'See your screen'],
  repeat: ['green', 'Already present', ''],
  future: ['red', 'Wrong time', 'The clock of this device is wrong'],
  stale: ['red', 'Too old', 'Tell your teacher'],
  revoked: ['red', 'Not in use', 'This device takes no taps any more'],
  held: ['amber', 'Saved', 'An administrator decides'],
  dismissed: ['red', 'Not taken', ''],
  conflict: ['red', 'Not taken', 'Its number was another tap'],
};

/** What the facts of a tap add to its texts. */
function detailsOf(
  outcome: TapOutcome,
  { late_minutes, room, starts, happened, moved_to }: NonNullable<RecordedTap['facts']>,
): Partial<Omit<Shown, 'outcome'>> {
  if (outcome === 'late' && late_minutes !== undefined) return { line: `${late_minutes} min` };
  if (outcome === 'elsewhere' && room !== undefined)
    return {
      title: roomName(room),
      line: `Your class is in ${room}${starts === undefined ? '' : `, ${starts}`}`,
    };
  if (happened === 'cancelled')
    return { title: 'Cancelled', line: 'Your class does not take place' };
  if (happened === 'moved') return { title: 'Moved', line: `Your class is on ${moved_to}` };
  return {};
}

/** What a display shows for a tap (R-DOOR-5): a colour, at most 16 and at most 40 characters. */
export function shownFor({ outcome, facts }: Pick<RecordedTap, 'outcome' | 'facts'>): Shown {
  // A repetition shows what the first tap did.
  const of = outcome === 'repeat' ? (facts?.of ?? outcome) : outcome;
  const [colour, title, line] = texts[of];
  const shown = { colour, title, line, ...detailsOf(of, facts ?? {}) };
  return {
    outcome,
    colour: shown.colour,
    title: cut(shown.title, longest.title),
    line: cut(shown.line, longest.line),
  };
}

/** While somebody tries cards: the same for each (R-DOOR-6). */
export const pausedAnswer: Shown = { outcome: 'saved', colour: 'amber', title: 'Saved', line: '' };
