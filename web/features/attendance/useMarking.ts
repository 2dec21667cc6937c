import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ConflictClass, Roll, RollRow, Status } from '../../../contract/attendance.ts';
import { fullName } from '../../ui/names.ts';
import { useMarkQueue } from './queue/MarkQueueProvider.tsx';
import { rollQuery, type ClassOnDate } from './roll.ts';
import { playSound } from './sound.ts';
import { useAnswers } from './useAnswers.ts';
import { studentOf } from './waiting.ts';

/** What the last tap came to, shown large. */
export interface TapResult {
  tone: 'good' | 'known' | 'bad';
  text: string;
  student?: { name: string; student_id: string; profile_image: string | null };
  /** What was tapped, when nobody is known by it. */
  tapped?: string;
  /** What was tapped, while it waits for the network. */
  kept?: string;
  /** Grows with each tap, so that the same answer twice is shown as two. */
  number: number;
}

/** Marks of a class on a date: written down, sent in order until the server has answered, and told what they came to. */
export function useMarking({ id, date }: ClassOnDate) {
  const [result, setResult] = useState<TapResult | null>(null);
  const [conflicts, setConflicts] = useState<ConflictClass[]>([]);
  const queries = useQueryClient();
  const queue = useMarkQueue();
  const tell = useCallback((next: Omit<TapResult, 'number'>) => setResult((last) => ({ ...next, number: (last?.number ?? 0) + 1 })), []);
  /** What a tap that had to wait has come to, if it is still the last one. */
  const settle = useCallback(
    (tapped: string, next: Omit<TapResult, 'number'>) => setResult((last) => (last?.kept === tapped ? { ...next, number: last.number + 1 } : last)),
    [],
  );
  useAnswers({ id, date }, { tell, settle, setConflicts });

  /** While the network is away a tap is answered from the roll that is open. */
  const tellKept = useCallback(
    (student: string | number) => {
      if (typeof student === 'number') return;
      const roll = queries.getQueryData<Roll>(rollQuery({ id, date }).queryKey)?.results ?? [];
      const row = studentOf(roll, student);
      const known = row && { name: fullName(row), student_id: row.student_id, profile_image: row.profile_image };
      tell({ tone: 'known', text: 'Kept, and sent when the network is back', tapped: student, kept: student, student: known });
      playSound('known');
    },
    [queries, id, date, tell],
  );
  // The tap that found the network gone is told so as well.
  useEffect(
    () =>
      queue.onHeldUp(({ class_schedule, date: day, what }) => {
        if (class_schedule === id && day === date && what.do === 'mark') tellKept(what.student);
      }),
    [queue, id, date, tellKept],
  );

  const send = useCallback(
    (student: string | number, status: Status = 'Present') => {
      // Nothing is said to be kept before it is.
      void queue.add({ id, date }, { do: 'mark', student, status }).then(() => queue.isHeldUp() && tellKept(student));
    },
    [queue, id, date, tellKept],
  );
  const toggle = useCallback((row: RollRow, status: Status) => send(row.student, status), [send]);
  const withdraw = useCallback(
    (row: RollRow) => row.id !== null && void queue.add({ id, date }, { do: 'withdraw', record: row.id, student: row.student }),
    [queue, id, date],
  );
  const markPresent = useCallback((students: number[]) => void queue.add({ id, date }, { do: 'bulk', students }), [queue, id, date]);

  return useMemo(() => ({ send, toggle, withdraw, markPresent, result, conflicts }), [send, toggle, withdraw, markPresent, result, conflicts]);
}
