import type { RollRow } from '#contract/marks.ts';
import type { ClassOnDate } from '#web/school/roll.ts';
import { pendingStatuses } from './pending-status.ts';
import { countMarks } from './queue/count-marks.ts';
import { usePendingMarks } from './queue/MarkQueueProvider.tsx';

const nothing: ReturnType<typeof pendingStatuses> = new Map();

/** The marks of a roll that wait or were refused, and the statuses after the waiting ones are sent. */
export function usePendingOfRoll({ id, date }: ClassOnDate, roll: RollRow[]) {
  const { waiting, refused, stalled } = usePendingMarks();
  const ofThis = (marks: typeof waiting) =>
    marks.filter((mark) => mark.class_schedule === id && mark.date === date);
  const coming = pendingStatuses(roll, ofThis(waiting));
  return {
    /** How many marks wait, of all rolls. */
    waiting: countMarks(waiting),
    refused: ofThis(refused),
    /** What the next click or key changes: also before a mark that is under way is shown as one that waits. */
    coming,
    statuses: stalled ? coming : nothing,
  };
}
