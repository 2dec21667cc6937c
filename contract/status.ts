import { keysOf } from './keys-of.ts';

/** Facts about a status of a mark. */
interface StatusFacts {
  /**
   * The student was there: the mark counts as present, and may be late or end early. Other marks count as
   * absent, and may be excused.
   */
  attended: boolean;
  /** Stands for it where a student's days are listed. */
  sign: string;
  /** Keys that set it for the chosen row of a roll: at once, and with a question for its details. */
  keys: readonly [mark: string, detailed: string];
}

/**
 * The facts of each status. A new one is an entry here, the same answer of the function
 * `status_attended`, and its value in the checks of `attendance` and `held_mark` (CONTRIBUTING.md).
 */
export const statusFacts = {
  Present: { attended: true, sign: '✓', keys: ['p', 'l'] },
  Absent: { attended: false, sign: '✗', keys: ['a', 'e'] },
} as const satisfies Record<string, StatusFacts>;

/** Status of a student on the roll; N/A means not taken (R-ROLL-1). */
export type Status = keyof typeof statusFacts;
export type RollStatus = Status | 'N/A';
export const statuses = keysOf<Status>(statusFacts);
export const rollStatuses = [...statuses, 'N/A'] as const;

/** A status on screens: "Not taken" without a mark. */
export const statusText = (status: RollStatus | null): string =>
  status === null || status === 'N/A' ? 'Not taken' : status;

/** Whether a student with this mark was there; not without a mark. */
export const hasAttended = (status: RollStatus | null): boolean =>
  status !== null && status !== 'N/A' && statusFacts[status].attended;

/** Whether a student with this mark was missing; not without a mark. */
export const wasMissing = (status: RollStatus | null): boolean =>
  status !== null && status !== 'N/A' && !statusFacts[status].attended;

/** The colour of a status on screens; none without a mark. */
export const toneOf = (status: RollStatus): 'present' | 'absent' | undefined =>
  status === 'N/A' ? undefined : hasAttended(status) ? 'present' : 'absent';
