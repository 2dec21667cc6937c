import type { TapResult } from './tap-result.ts';

/** A tap and its result. */
export interface Tap {
  number: number;
  /** The student's name, or the card number or ID when it is unknown. */
  who: string;
  tone: TapResult['tone'];
  text: string;
  /** Epoch milliseconds. */
  at: number;
}

const maxTaps = 10;

export interface Taps {
  /** The latest taps, newest first. */
  last: Tap[];
  /** Rejected taps that were not dismissed, oldest first, one per student. */
  notTaken: Tap[];
}

export const noTaps: Taps = { last: [], notTaken: [] };

/** Adds a tap; a successful one removes the student's rejected tap. */
export function withTap({ last, notTaken }: Taps, tap: Tap): Taps {
  const otherTaps = notTaken.filter(({ who }) => who !== tap.who);
  return {
    last: [tap, ...last].slice(0, maxTaps),
    notTaken: tap.tone === 'bad' ? [...otherTaps, tap] : otherTaps,
  };
}
