/** A person who presses within this time of a move, in milliseconds, has aimed before it. */
const aimedMs = 300;

/** The same where a press itself takes its row away: the second of two slow taps is no other decision. */
export const afterDecisionMs = 600;

/** The same where a page shows something else by itself: it is looked at before it is understood. */
export const afterPageMs = 1500;

/** The message for a press that does nothing because it was aimed before a list moved. */
export const movedText = 'The list has moved: tap again';

/** The message for a press on what has only just come to its place. */
export const pageChangedText = 'This has just changed: press again';

/** Moments by the clock of events; `-Infinity` for never. */
interface Press {
  pressedAt: number;
  /** When the rows or options moved last. */
  movedAt: number;
  /** Whether a mouse has come to the place since. */
  hasCome?: boolean;
  /** By default 300. */
  withinMs?: number | undefined;
}

/**
 * Returns whether a press was aimed at what is below it (R-ROLL-28): it began well after the last move, or after a
 * mouse had come there since.
 */
export const wasAimed = ({
  pressedAt,
  movedAt,
  hasCome = false,
  withinMs = aimedMs,
}: Press): boolean => pressedAt - movedAt > withinMs || (pressedAt >= movedAt && hasCome);
