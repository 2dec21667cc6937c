import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ConflictClass, MarkDetail, Roll, RollRow } from '#contract/marks.ts';
import type { Status } from '#contract/status.ts';
import type { MarkCommand } from '#web/platform/offline/storage.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { fullName } from '#web/ui/labels.ts';
import { useMarkQueue } from './queue/MarkQueueProvider.tsx';
import { rollQuery, type ClassOnDate } from '#web/school/roll.ts';
import { playSound } from '#web/platform/reader/sound.ts';
import { useMarkResults } from './useMarkResults.ts';
import { noTaps, withTap } from './taps.ts';
import { undoOf } from './undo.ts';
import { asOnRoll, onlyStudentOf, studentOf, titleOf, pendingStatuses } from './pending-status.ts';
import type { TapResult } from './tap-result.ts';

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
  command.do === 'mark' && typeof command.student === 'string'
    ? studentOf(roll, command.student)?.student_id
    : undefined;

/** Marking a class on a date: commands are queued, sent in order, and their results shown. */
export function useMarking({ id, date }: ClassOnDate) {
  const [result, setResult] = useState<TapResult | null>(null);
  const [taps, setTaps] = useState(noTaps);
  const [undoable, setUndoable] = useState<Undoable | null>(null);
  const [conflicts, setConflicts] = useState<ConflictClass[]>([]);
  const [hasMarked, setHasMarked] = useState(false);
  const number = useRef(0);
  const { config, now } = useSession();
  const clock = useRef(now);
  useEffect(() => {
    clock.current = now;
  });
  const queries = useQueryClient();
  const queue = useMarkQueue();
  const rollNow = useCallback(
    () => queries.getQueryData<Roll>(rollQuery({ id, date }).queryKey)?.results ?? [],
    [queries, id, date],
  );

  const report = useCallback((next: Omit<TapResult, 'number'>) => {
    const latest = { ...next, number: ++number.current };
    setResult(latest);
    const who = latest.student?.name ?? latest.tapped;
    if (who !== undefined && latest.pending === undefined)
      setTaps((before) =>
        withTap(before, {
          number: latest.number,
          who,
          tone: latest.tone,
          text: latest.text,
          at: clock.current().getTime(),
        }),
      );
  }, []);
  /** Replaces the pending result of a deferred tap, if it is still the last one. */
  const resolvePending = useCallback((tapped: string, next: Omit<TapResult, 'number'>) => {
    const latest = ++number.current;
    setResult((last) => (last?.pending === tapped ? { ...next, number: latest } : last));
  }, []);
  /** A command that was refused has nothing to undo. */
  const forgetUndo = useCallback((refused: MarkCommand) => {
    const text = JSON.stringify(refused);
    setUndoable((last) => (last && JSON.stringify(last.command) === text ? null : last));
  }, []);
  useMarkResults({ id, date }, { report, resolvePending, setConflicts, forgetUndo });

  /** Without the network a tap is answered from the cached roll. */
  const reportPending = useCallback(
    (student: string | number) => {
      if (typeof student === 'number') return;
      const row = studentOf(rollNow(), student);
      const known = row && {
        name: fullName(row),
        student_id: row.student_id,
        profile_image: row.profile_image,
      };
      report({
        tone: 'known',
        text: 'Saved here, sent when the network is back',
        tapped: student,
        pending: student,
        student: known,
      });
      playSound('known');
    },
    [rollNow, report],
  );
  // The tap whose sending failed first is reported as pending as well.
  useEffect(
    () =>
      queue.onStalled(({ class_schedule, date: day, what }) => {
        if (class_schedule === id && day === date && what.do === 'mark')
          reportPending(what.student);
      }),
    [queue, id, date, reportPending],
  );

  /** Queues a command and prepares its undo. */
  const enqueue = useCallback(
    async (command: MarkCommand) => {
      const roll = rollNow();
      const waiting = queue
        .marks()
        .filter(
          (mark) => mark.refused === null && mark.class_schedule === id && mark.date === date,
        );
      const commands = undoOf(roll, pendingStatuses(roll, waiting), command);
      const title = titleOf(command, roll);
      const tapped = tappedStudent(command, roll);
      setUndoable(commands.length ? { command, title, tapped, commands } : null);
      setHasMarked(true);
      await queue.add({ id, date }, command, onlyStudentOf(command, roll));
    },
    [queue, rollNow, id, date],
  );

  const cardOnRoll = useCallback(
    (tapped: string) => asOnRoll(rollNow(), tapped, config),
    [rollNow, config],
  );
  const send = useCallback(
    (student: string | number, status: Status = 'Present') => {
      // Reported as saved only after it is stored.
      void enqueue({ do: 'mark', student, status }).then(
        () => queue.isStalled() && reportPending(student),
      );
    },
    [queue, enqueue, reportPending],
  );
  const toggle = useCallback((row: RollRow, status: Status) => send(row.student, status), [send]);
  const withdraw = useCallback(
    (row: RollRow) =>
      row.id !== null && void enqueue({ do: 'withdraw', record: row.id, student: row.student }),
    [enqueue],
  );
  const markPresent = useCallback(
    (students: number[]) => void enqueue({ do: 'bulk', students }),
    [enqueue],
  );
  const closeRoll = useCallback(
    (students: number[], confirm?: true) => void enqueue({ do: 'close', students, confirm }),
    [enqueue],
  );
  const setDetail = useCallback(
    (row: RollRow, status: Status, detail: MarkDetail) =>
      void enqueue({ do: 'mark', student: row.student, status, detail }),
    [enqueue],
  );
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
  const dismissTaps = useCallback(() => setTaps((before) => ({ ...before, notTaken: [] })), []);

  return useMemo(
    () => ({
      send,
      cardOnRoll,
      toggle,
      withdraw,
      markPresent,
      closeRoll,
      setDetail,
      undo,
      undoable,
      onReopened,
      report,
      taps,
      dismissTaps,
      result,
      conflicts,
      hasMarked,
    }),
    [
      send,
      cardOnRoll,
      toggle,
      withdraw,
      markPresent,
      closeRoll,
      setDetail,
      undo,
      undoable,
      onReopened,
      report,
      taps,
      dismissTaps,
      result,
      conflicts,
      hasMarked,
    ],
  );
}
