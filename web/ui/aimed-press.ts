/** A person who presses within this time of a move, in milliseconds, has aimed before it. */
const aimedMs = 300;

/** The message for a press that does nothing because it was aimed before a list moved. */
export const movedText = 'The list has moved: tap again';

/** Moments by the clock of events; `-Infinity` for never. */
interface Press {
  pressedAt: number;
  /** When the rows or options moved last. */
  movedAt: number;
  /** When a mouse moved over them last. */
  mouseAt: number;
}

/**
 * Returns whether a press was aimed at what is below it (R-ROLL-28): it began well after the last move, or after a
 * mouse had moved since.
 */
export const wasAimed = ({ pressedAt, movedAt, mouseAt }: Press): boolean =>
  pressedAt - movedAt > aimedMs || (pressedAt >= movedAt && mouseAt > movedAt);
