import type { RollRow } from '#contract/marks.ts';
import { statuses, type RollStatus, type Status } from '#contract/status.ts';
import type { MarkCommand } from '#web/platform/offline/storage.ts';
import { statusesAfter } from './pending-status.ts';

type UndoneRow = Pick<
  RollRow,
  'student' | 'student_id' | 'student_uuid' | 'rfid_number' | 'status'
>;

/**
 * The commands that undo a command. They name the statuses; the server brings minutes and excuses back.
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
    if (was === undefined) continue;
    if (was === after) {
      if (command.do === 'mark' && command.detail && after !== 'N/A')
        again.push({ do: 'mark', student, status: after, from: after });
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
