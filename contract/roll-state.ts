/** The states of the roll of a class with students (R-ROLL-11). */
export const rollStates = ['not_taken', 'in_progress', 'taken', 'closed'] as const;
export type RollState = (typeof rollStates)[number];

/** What decides the state of a roll. */
export interface RollCounts {
  /** Students who are enrolled on the date. */
  students: number;
  /** How many of them are Present or Absent. */
  marked: number;
  isClosed: boolean;
}

/**
 * Whether nothing more is entered in a roll: somebody closed it, or its class was archived after it was begun
 * (R-MEETING-2). `roll-state.ts` of the server states the same in SQL.
 */
export const isRollClosed = ({
  isClosed,
  isArchived,
  marked,
}: {
  isClosed: boolean;
  isArchived: boolean;
  marked: number;
}): boolean => isClosed || (isArchived && marked > 0);

/** The state of a roll; null without students. `roll-state.ts` of the server states the same in SQL. */
export function rollStateOf({ students, marked, isClosed }: RollCounts): RollState | null {
  if (students === 0) return null;
  if (isClosed) return 'closed';
  if (marked === 0) return 'not_taken';
  return marked < students ? 'in_progress' : 'taken';
}
