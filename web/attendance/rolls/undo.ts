import type { MarkDetail, RollRow } from '#contract/marks.ts';
import { hasAttended, statuses, type RollStatus, type Status } from '#contract/status.ts';
import type { MarkCommand } from '#web/platform/offline/storage.ts';
import { statusesAfter } from './pending-status.ts';

type UndoneRow = Pick<
  RollRow,
  | 'student'
  | 'student_id'
  | 'student_uuid'
  | 'rfid_number'
  | 'status'
  | 'late_minutes'
  | 'left_early_minutes'
  | 'excused'
  | 'on_leave'
>;

/** The previous values that a command with the same status changes; an excuse is only undone as a whole. */
function detailBefore(row: UndoneRow, command: MarkCommand): MarkDetail | null {
  if (command.do !== 'mark' || !command.detail) return null;
  const { late_minutes, left_early_minutes, excused } = row;
  if (hasAttended(row.status)) return { late_minutes, left_early_minutes };
  return excused || !command.detail.excuse ? null : { excuse: null };
}

/**
 * The commands that undo a command.
 * @param roll before the command; `pending` are the statuses after pending marks.
 * @returns an empty list when the command changes nothing.
 */
export function undoOf(
  roll: UndoneRow[],
  pending: ReadonlyMap<number, RollStatus>,
  command: MarkCommand,
): MarkCommand[] {
  if (command.do === 'close') return [{ do: 'reopen', students: command.students }];
  const before = new Map(roll.map((row) => [row.student, pending.get(row.student) ?? row.status]));
  const rows = new Map(roll.map((row) => [row.student, row]));
  const again: MarkCommand[] = [];
  const back = new Map<RollStatus, number[]>([
    ['N/A', []],
    ...statuses.map((status) => [status, []] as [RollStatus, number[]]),
  ]);
  let marked: Status = 'Present';
  // A command gives all its students the same status.
  let from: RollStatus = 'N/A';
  for (const [student, after] of statusesAfter(roll, [command])) {
    const was = before.get(student);
    const row = rows.get(student);
    if (was === undefined || !row) continue;
    const detail = detailBefore(row, command);
    if (was === after) {
      if (detail && after !== 'N/A') again.push({ do: 'mark', student, status: after, detail });
      continue;
    }
    const { late_minutes, left_early_minutes } = row;
    if (was !== 'N/A' && hasAttended(was) && (late_minutes || left_early_minutes)) {
      again.push({
        do: 'mark',
        student,
        status: was,
        detail: { late_minutes, left_early_minutes },
        from: after,
      });
      continue;
    }
    back.get(was)?.push(student);
    from = after;
    if (after !== 'N/A') marked = after;
  }
  return [
    ...again,
    ...[...back].flatMap(([status, students]): MarkCommand[] => {
      if (students.length === 0) return [];
      if (status === 'N/A') return [{ do: 'undo', students, status: marked, from }];
      // Without a status the command means Present.
      return [{ do: 'bulk', students, ...(status !== 'Present' && { status }), from }];
    }),
  ];
}
