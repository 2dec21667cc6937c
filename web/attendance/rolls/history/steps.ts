import type { RollRow } from '#contract/marks.ts';
import type { RollChange, RollEvent } from '#contract/attendance/roll-history.ts';
import { noMark } from '#web/school/roll.ts';

/** One step in the history of a roll: marks that changed together, a closing, a reopening. */
export interface Step {
  /** ISO instant. */
  at: string;
  /** Null for automatic steps, or an import on the command line. */
  by: string | null;
  changes: RollChange[];
  event: RollEvent | null;
}

/** The steps of a roll, oldest first: changes of one moment and one user are one step. */
export function stepsOf(changes: RollChange[], events: RollEvent[]): Step[] {
  const steps = new Map<string, Step>();
  const stepOf = (at: string, by: string | null) => {
    const key = `${at} ${by ?? ''}`;
    const step = steps.get(key) ?? { at, by, changes: [], event: null };
    steps.set(key, step);
    return step;
  };
  for (const change of changes) stepOf(change.changed_at, change.changed_by).changes.push(change);
  for (const event of events) stepOf(event.at, event.by).event = event;
  return [...steps.values()].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** The changes that are the latest of their student: they can be undone. */
export function latestChanges(changes: RollChange[]): Set<number> {
  return new Set(new Map(changes.map((change) => [change.student, change.id])).values());
}

/**
 * The roll at an instant: the same students, with their marks at that time. An excuse by a leave
 * is not part of the history: excused marks were excused by hand.
 */
export function rollAt(roll: RollRow[], changes: RollChange[], at: string): RollRow[] {
  const until = Date.parse(at);
  const latest = new Map(
    changes
      .filter((change) => Date.parse(change.changed_at) <= until)
      .map((change) => [change.student, change]),
  );
  return roll.map((row) => {
    const change = latest.get(row.student);
    if (!change?.to) return { ...row, ...noMark(row.student) };
    return {
      ...row,
      status: change.to,
      how: change.mark_how ?? change.how,
      marked_at: change.made_at ?? change.changed_at,
      late_minutes: change.late_minutes,
      left_early_minutes: change.left_early_minutes,
      excused: change.excused,
      arrived_at: null,
    };
  });
}
