import { useCallback, useState } from 'react';
import type { ConflictClass, RollRow } from '#contract/marks.ts';
import type { MarkDetail } from '#contract/mark-bodies.ts';
import type { RollStatus, Status } from '#contract/status.ts';
import type { MarkCommand } from '#web/platform/offline/storage.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import type { ClassOnDate } from '#web/school/roll.ts';
import { asOnRoll, onlyStudentOf, rowOf } from './pending-status.ts';
import type { ChosenStudent } from './tap-of.ts';
import { useMarkQueue } from './queue/MarkQueueProvider.tsx';
import { useCachedRoll } from './useCachedRoll.ts';
import { useMarkResults } from './useMarkResults.ts';
import { usePendingTaps } from './usePendingTaps.ts';
import { useTapFeedback } from './useTapFeedback.ts';
import { useUndo } from './useUndo.ts';

/** Marking a class on a date: commands are queued, sent in order, and their results shown. */
export function useMarking({ id, date }: ClassOnDate) {
  const [conflicts, setConflicts] = useState<ConflictClass[]>([]);
  const [hasMarked, setHasMarked] = useState(false);
  const { config } = useSession();
  const queue = useMarkQueue();
  const rollNow = useCachedRoll({ id, date });
  const feedback = useTapFeedback();
  const { result, taps, report, resolvePending, forgetUndone, dismissTaps: forgetTaps } = feedback;
  const { undoable, prepareUndo, forgetUndo, followMarked, limitUndo, undo, onReopened } = useUndo(
    { id, date },
    report,
  );
  useMarkResults(
    { id, date },
    { report, resolvePending, setConflicts, forgetUndo, followMarked, limitUndo },
  );
  const reportPending = usePendingTaps({ id, date }, { rollNow, report });

  /** Queues a command and prepares its undo. */
  const enqueue = useCallback(
    async (command: MarkCommand, name?: string) => {
      const roll = rollNow();
      prepareUndo(command, roll);
      forgetUndone();
      setHasMarked(true);
      await queue.add({ id, date }, command, { name: onlyStudentOf(command, roll) ?? name });
    },
    [queue, rollNow, prepareUndo, forgetUndone, id, date],
  );

  const cardOnRoll = useCallback(
    (tapped: string) => asOnRoll(rollNow(), tapped, config),
    [rollNow, config],
  );
  const mark = useCallback(
    (command: MarkCommand, name?: string) => {
      // Reported as saved only after it is stored.
      void enqueue(command, name).then(() => queue.isStalled() && reportPending(command, name));
    },
    [queue, enqueue, reportPending],
  );
  const send = useCallback(
    (student: string | number, status: Status = 'Present') => mark({ do: 'mark', student, status }),
    [mark],
  );
  const choose = useCallback(
    ({ student, name }: ChosenStudent) =>
      mark({ do: 'mark', student, status: 'Present', how: 'typed' }, name),
    [mark],
  );
  const toggle = useCallback((row: RollRow, status: Status) => send(row.student, status), [send]);
  const withdraw = useCallback(
    ({ student, id: shown, status }: RollRow) => {
      // What the question named: another status stays.
      const named = status === 'N/A' ? {} : { status };
      const record = shown ?? rowOf(student, rollNow())?.id ?? null;
      // A mark that is on its way has no record yet: it is taken back behind it.
      if (record === null && status !== 'N/A')
        void enqueue({ do: 'undo', students: [student], status });
      else if (record !== null) void enqueue({ do: 'withdraw', record, student, ...named });
    },
    [enqueue, rollNow],
  );
  const markPresent = useCallback(
    (students: number[]) => void enqueue({ do: 'bulk', students }),
    [enqueue],
  );
  const markRestPresent = useCallback(
    (students: number[]) => void enqueue({ do: 'bulk', students, seen: 'N/A' }),
    [enqueue],
  );
  const closeRoll = useCallback(
    (students: number[], confirm?: true) => void enqueue({ do: 'close', students, confirm }),
    [enqueue],
  );
  const setDetail = useCallback(
    (row: RollRow, status: Status, detail: MarkDetail, seen: RollStatus) =>
      void enqueue({ do: 'mark', student: row.student, status, detail, seen }),
    [enqueue],
  );

  const forgetConflicts = useCallback(() => setConflicts([]), []);
  const dismissTaps = useCallback(() => {
    forgetTaps();
    forgetConflicts();
  }, [forgetTaps, forgetConflicts]);

  return {
    send,
    choose,
    cardOnRoll,
    toggle,
    withdraw,
    markPresent,
    markRestPresent,
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
    forgetConflicts,
    hasMarked,
  };
}

/** Each function of it is stable between renders; the object is not. */
export type Marking = ReturnType<typeof useMarking>;
