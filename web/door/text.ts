import type { AnsweredTap } from '#contract/attendance/device.ts';
import { doneOutcomes } from '#contract/attendance/tap-outcomes.ts';

/** What the panel of the page shows. */
export interface Panel {
  colour: AnsweredTap['colour'] | 'grey';
  title: string;
  line: string;
  /** Whether a tap was taken; undefined where nothing was tapped. */
  isTaken?: boolean | undefined;
}

const taken = new Set<AnsweredTap['outcome']>([...doneOutcomes, 'held']);

export const idlePanel: Panel = { colour: 'grey', title: 'Tap your card', line: '' };

/** The key is not in use any more. */
export const refusedPanel: Panel = {
  colour: 'red',
  title: 'Not in use',
  line: 'Ask an administrator.',
  isTaken: false,
};

/** A tap that is on disk and not answered yet. */
export const savedPanel = (at: string): Panel => ({
  colour: 'green',
  title: 'Saved',
  line: `${at}. It is sent when the network is back.`,
  isTaken: true,
});

export const sendingPanel: Panel = { colour: 'grey', title: 'Please Wait', line: '' };

/** The panel of an answer: with the first name of who tapped. */
export const panelOf = ({ outcome, colour, title, line, name }: AnsweredTap): Panel => ({
  colour,
  // The answer does not say what the first of two taps did.
  isTaken: outcome === 'repeat' ? undefined : taken.has(outcome),
  title: name === null ? title : `${name}: ${title}`,
  line,
});

/** "3 taps wait for the network". */
export const waitingText = (count: number): string =>
  count === 1 ? '1 tap waits for the network' : `${count} taps wait for the network`;

/** The time of the institute, "09:05". */
export const timeText = (at: Date, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(at);
