import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ActionFailure, ConflictClass, Roll, RollRow, Status } from '../../../contract/attendance.ts';
import { messages } from '../../../contract/messages.ts';
import { Refusal } from '../../app/api.ts';
import { fullName } from '../../ui/names.ts';
import { toast } from '../../ui/toasts.ts';
import type { Decided } from './queue/mark-queue.ts';
import { useMarkQueue } from './queue/MarkQueueProvider.tsx';
import type { MarkAnswer } from './queue/send.ts';
import { rollQuery, useShowRecord, type ClassOnDate } from './roll.ts';
import { playSound } from './sound.ts';
import { studentOf } from './waiting.ts';

/** What the last tap came to, shown large. */
export interface TapResult {
  tone: 'good' | 'known' | 'bad';
  text: string;
  student?: { name: string; student_id: string; profile_image: string | null };
  /** What was tapped, when nobody is known by it. */
  tapped?: string;
  /** Grows with each tap, so that the same answer twice is shown as two. */
  number: number;
}

/** Marks of a class on a date: written down, sent in order until the server has answered, and told what they came to. */
export function useMarking(of: ClassOnDate) {
  const [result, setResult] = useState<TapResult | null>(null);
  const [conflicts, setConflicts] = useState<ConflictClass[]>([]);
  const queries = useQueryClient();
  const queue = useMarkQueue();
  const show = useShowRecord(of);
  const { id, date } = of;
  const tell = useCallback((next: Omit<TapResult, 'number'>) => setResult((last) => ({ ...next, number: (last?.number ?? 0) + 1 })), []);

  const decided = useRef<(it: Decided<MarkAnswer>) => void>(() => {});
  const lately = useRef(0);
  useEffect(() => {
    const again = () => void queries.invalidateQueries({ queryKey: rollQuery({ id, date }).queryKey });

    function done({ answer, late, mark }: Extract<Decided<MarkAnswer>, { is: 'done' }>): void {
      setConflicts([]);
      if ('bulk' in answer) {
        again();
        if (!late) toast('success', messages.bulkMarked);
        for (const { student_id, status } of answer.bulk.fail) toast('error', `${student_id}: ${status}`);
        return;
      }
      if ('withdrawn' in answer) {
        void show({ student: answer.withdrawn });
        if (!late) toast('success', messages.deleted);
        return;
      }
      const record = answer.marked;
      void show(record);
      if (late) return;
      const text = record.results[0]?.status ?? messages.formSubmitted;
      if (mark.what.do === 'mark' && typeof mark.what.student === 'number') {
        toast('success', record.status === 'Present' ? messages.markedPresent : messages.markedAbsent);
        return;
      }
      const already = text.startsWith('already');
      tell({ tone: already ? 'known' : 'good', text, student: { ...record, name: fullName(record) } });
      playSound(already ? 'known' : 'good');
      toast(already ? 'information' : 'success', text);
    }

    function refused({ error, late, mark }: Extract<Decided<MarkAnswer>, { is: 'refused' }>): void {
      again();
      playSound('bad');
      // It stays on the screen with its reason.
      if (late) return;
      const refusal = error as Refusal;
      const [fail] = (refusal.body.fail ?? []) as ActionFailure[];
      const elsewhere = fail?.class_schedules ?? [];
      setConflicts(elsewhere);
      if (mark.what.do === 'mark') {
        const known = fail?.name ? { name: fail.name, student_id: fail.student_id, profile_image: fail.profile_image ?? null } : undefined;
        tell({ tone: 'bad', text: refusal.message, tapped: String(mark.what.student), student: known });
      }
      if (elsewhere.length === 0) toast('error', refusal.message);
    }

    decided.current = (it) => {
      // What waited is told once, when all of it is through.
      if (it.late && it.is === 'done') lately.current++;
      const left = queue.marks().some((mark) => mark.refused === null);
      if (lately.current > 0 && !left) {
        toast('success', lately.current === 1 ? '1 mark that waited was sent' : `${lately.current} marks that waited were sent`);
        lately.current = 0;
      }
      if (it.mark.class_schedule !== id || it.mark.date !== date) return;
      if (it.is === 'done') done(it);
      else refused(it);
    };
  });
  useEffect(() => queue.onDecided((it) => decided.current(it)), [queue]);

  /** While the network is away a tap is answered from the roll that is open. */
  const tellKept = useCallback(
    (student: string | number) => {
      if (typeof student === 'number') return;
      const roll = queries.getQueryData<Roll>(rollQuery({ id, date }).queryKey)?.results ?? [];
      const row = studentOf(roll, student);
      const known = row && { name: fullName(row), student_id: row.student_id, profile_image: row.profile_image };
      tell({ tone: 'known', text: 'Kept, and sent when the network is back', tapped: student, student: known });
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
