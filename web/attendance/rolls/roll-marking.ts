import type { RollRow } from '#contract/marks.ts';
import type { Status } from '#contract/status.ts';

/** What is done by hand on a roll. */
export interface RollMarking {
  toggle: (row: RollRow, status: Status) => void;
  withdraw: (row: RollRow) => void;
  markPresent: (students: number[]) => void;
  /** Marks those present who have no mark by then: what another device marks meanwhile stays. */
  markRestPresent: (students: number[]) => void;
  /** Marks the rest absent and closes the roll. */
  closeRoll: () => void;
  /** Asks for the details of a mark. */
  openDetails: (row: RollRow, status: Status) => void;
  /** Undefined for users who may not write notes. */
  note?: (row: RollRow) => void;
}
