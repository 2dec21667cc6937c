import { useCallback, useState, type Dispatch } from 'react';
import type { RollRow } from '#contract/marks.ts';
import type { MarkCommand } from '#web/platform/offline/storage.ts';
import type { ClassOnDate } from '#web/school/roll.ts';
import { pendingStatuses, rowOf, titleOf } from './pending-status.ts';
import { useMarkQueue } from './queue/MarkQueueProvider.tsx';
import { tapOf } from './tap-of.ts';
import type { TapResult } from './tap-result.ts';
import { undoOf } from './undo.ts';

/** The last command and the commands that undo it. */
interface Undoable {
  command: MarkCommand;
  /** A title for the screen: "Anna Lee: Absent". */
  title: string;
  /** The student ID of a tap, whose result the panel shows. */
  tapped?: string;
  commands: MarkCommand[];
}

const tappedStudent = (command: MarkCommand, roll: RollRow[]): string | undefined =>
  command.do === 'mark' && tapOf(command) !== null
    ? rowOf(command.student, roll)?.student_id
    : undefined;

/** Takes back the last command. */
export function useUndo({ id, date }: ClassOnDate, report: Dispatch<Omit<TapResult, 'number'>>) {
  const [undoable, setUndoable] = useState<Undoable | null>(null);
  const queue = useMarkQueue();

  /** Before a command is queued: it can be undone instead of the one before. */
  const prepareUndo = useCallback(
    (command: MarkCommand, roll: RollRow[]) => {
      const waiting = queue
        .marks()
        .filter(
          (mark) => mark.refused === null && mark.class_schedule === id && mark.date === date,
        );
      const commands = undoOf(roll, pendingStatuses(roll, waiting), command);
      const title = titleOf(command, roll);
      const tapped = tappedStudent(command, roll);
      setUndoable(commands.length ? { command, title, tapped, commands } : null);
    },
    [queue, id, date],
  );
  /** A command that was refused has nothing to undo. */
  const forgetUndo = useCallback((refused: MarkCommand) => {
    const text = JSON.stringify(refused);
    setUndoable((last) => (last && JSON.stringify(last.command) === text ? null : last));
  }, []);
  const undo = useCallback(() => {
    if (!undoable) return;
    setUndoable(null);
    const takesBack = crypto.randomUUID();
    for (const command of undoable.commands)
      void queue.add({ id, date }, { ...command, takesBack });
    report({ tone: 'known', text: `Taking back ${undoable.title}`, pending: takesBack });
  }, [queue, undoable, id, date, report]);
  /** After a closed roll was reopened its closing is not undone once more. */
  const onReopened = useCallback(() => {
    setUndoable((last) => (last?.command.do === 'close' ? null : last));
    report({ tone: 'known', text: 'The roll is open again' });
  }, [report]);

  return { undoable, prepareUndo, forgetUndo, undo, onReopened };
}
