import { useCallback, useState, type Dispatch } from 'react';
import type { ActionFailure, RollRow } from '#contract/marks.ts';
import type { RollStatus } from '#contract/status.ts';
import type { MarkCommand } from '#web/platform/offline/storage.ts';
import type { ClassOnDate } from '#web/school/roll.ts';
import { pendingStatuses, rowOf, titleOf } from './pending-status.ts';
import type { Marked } from './queue/send.ts';
import { useMarkQueue } from './queue/MarkQueueProvider.tsx';
import { isUnchanged } from './superseded.ts';
import { tapOf } from './tap-of.ts';
import type { TapResult } from './tap-result.ts';
import { undoOf } from './undo.ts';

/** The roll, and the statuses after pending marks, when a command was given. */
interface Before {
  roll: RollRow[];
  pending: ReadonlyMap<number, RollStatus>;
}

/** The last command and the commands that undo it. */
interface Undoable {
  command: MarkCommand;
  before: Before;
  /** A title for the screen: "Anna Lee: Absent". */
  title: string;
  /** The student ID of a tap, whose result the panel shows. */
  tapped?: string;
  /** None when it changes nothing. */
  commands: MarkCommand[];
}

/** @param about the command as it is undone: of the student whom the server marked. */
function undoableOf(command: MarkCommand, before: Before, about = command): Undoable {
  const { roll, pending } = before;
  return {
    command,
    before,
    title: titleOf(about, roll),
    tapped: tapOf(command) === null ? undefined : tappedStudent(about, roll),
    commands: undoOf(roll, pending, about),
  };
}

const isSame = (one: MarkCommand, other: MarkCommand): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const tappedStudent = (command: MarkCommand, roll: RollRow[]): string | undefined =>
  command.do === 'mark' ? rowOf(command.student, roll)?.student_id : undefined;

/** Takes back the last command. */
export function useUndo({ id, date }: ClassOnDate, report: Dispatch<Omit<TapResult, 'number'>>) {
  const [undoable, setUndoable] = useState<Undoable | null>(null);
  const queue = useMarkQueue();

  const waitingMarks = useCallback(
    () =>
      queue
        .marks()
        .filter(
          (mark) => mark.refused === null && mark.class_schedule === id && mark.date === date,
        ),
    [queue, id, date],
  );
  /** Before a command is queued: it can be undone instead of the one before. */
  const prepareUndo = useCallback(
    (command: MarkCommand, roll: RollRow[]) => {
      const pending = pendingStatuses(roll, waitingMarks());
      setUndoable(undoableOf(command, { roll, pending }));
    },
    [waitingMarks],
  );
  /** A command that was refused has nothing to undo. */
  const forgetUndo = useCallback((refused: MarkCommand) => {
    setUndoable((last) => (last && isSame(last.command, refused) ? null : last));
  }, []);
  /** The server knows whose card or ID it was: the undo is about that student. */
  const followMarked = useCallback((command: MarkCommand, marked: Marked) => {
    setUndoable((last) => {
      if (!last || command.do !== 'mark' || !isSame(last.command, command)) return last;
      if (isUnchanged(marked)) return null;
      const { student, status } = marked;
      return undoableOf(last.command, last.before, { ...command, student, status });
    });
  }, []);
  /** A command for several students was sent: its undo is about those who were marked. */
  const limitUndo = useCallback((sent: MarkCommand, fail: ActionFailure[]) => {
    setUndoable((last) => {
      if (!last || !isSame(last.command, sent) || sent.do !== 'bulk' || fail.length === 0)
        return last;
      const failed = new Set(fail.map(({ student_id }) => student_id));
      const { roll } = last.before;
      const students = sent.students.filter(
        (student) => !failed.has(rowOf(student, roll)?.student_id ?? ''),
      );
      return students.length === 0
        ? null
        : { ...undoableOf(sent, last.before, { ...sent, students }), command: last.command };
    });
  }, []);
  const undo = useCallback(() => {
    if (!undoable?.commands.length) return;
    setUndoable(null);
    const takesBack = crypto.randomUUID();
    const undoes = waitingMarks().findLast(({ what }) => isSame(what, undoable.command))?.key;
    for (const command of undoable.commands)
      void queue.add({ id, date }, { ...command, takesBack }, { undoes });
    report({
      tone: 'known',
      text: `Taking back ${undoable.title}`,
      pending: takesBack,
      isUndo: true,
    });
  }, [queue, waitingMarks, undoable, id, date, report]);
  /** After a closed roll was reopened its closing is not undone once more. */
  const onReopened = useCallback(() => {
    setUndoable((last) => (last?.command.do === 'close' ? null : last));
    report({ tone: 'known', text: 'The roll is open again' });
  }, [report]);

  return {
    undoable: undoable?.commands.length ? undoable : null,
    prepareUndo,
    forgetUndo,
    followMarked,
    limitUndo,
    undo,
    onReopened,
  };
}
