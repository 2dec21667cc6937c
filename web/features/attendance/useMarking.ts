import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { ActionFailure, AttendanceRecord, ConflictClass, RollRow, Status } from '../../../contract/attendance.ts';
import { messages } from '../../../contract/messages.ts';
import { api, Refusal } from '../../app/api.ts';
import { toast } from '../../ui/toasts.ts';
import { rollQuery, useShowRecord, type ClassOnDate } from './roll.ts';
import { playSound } from './sound.ts';

/** One mark on its way; the key makes sending it again harmless. */
interface Mark {
  key: string;
  /** Text: card number or student id. Number: the student chosen in the list. */
  student: string | number;
  status: Status;
}

type Marked = AttendanceRecord & { results: { student_id: string; status: string }[] };

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

const waitingKey = ['mark'];

/** Marks go out one after another, each until the server has answered, however long that takes. */
export function useMarking(of: ClassOnDate) {
  const [result, setResult] = useState<TapResult | null>(null);
  const [conflicts, setConflicts] = useState<ConflictClass[]>([]);
  const queries = useQueryClient();
  const show = useShowRecord(of);
  const waiting = useMutationState({ filters: { mutationKey: waitingKey, status: 'pending' } }).length;

  const anyWaiting = waiting > 0;
  useEffect(() => {
    if (!anyWaiting) return;
    // Marks that wait for the network live in this page: closing it asks first.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [anyWaiting]);

  const tell = useCallback((next: Omit<TapResult, 'number'>) => setResult((last) => ({ ...next, number: (last?.number ?? 0) + 1 })), []);

  const mutation = useMutation({
    mutationKey: waitingKey,
    scope: { id: 'marks' },
    retry: (_count, error) => error instanceof Refusal && error.passing,
    retryDelay: (count) => Math.min(250 * 2 ** count, 4000),
    mutationFn: ({ key, student, status }: Mark) =>
      api.post<Marked>(
        'attendance/attendance/create/',
        { rfid_number: student, class_schedule: of.id, date: of.date, status },
        { headers: { 'idempotency-key': key } },
      ),
    onSuccess(record, { student }) {
      void show(record);
      setConflicts([]);
      const text = record.results[0]?.status ?? messages.formSubmitted;
      const already = text.startsWith('already');
      if (typeof student === 'number') {
        toast('success', record.status === 'Present' ? messages.markedPresent : messages.markedAbsent);
        return;
      }
      tell({ tone: already ? 'known' : 'good', text, student: { ...record, name: `${record.first_name} ${record.last_name}` } });
      playSound(already ? 'known' : 'good');
      toast(already ? 'information' : 'success', text);
    },
    onError(error, { student }) {
      const refusal = error instanceof Refusal ? error : new Refusal(0, {});
      const [fail] = (refusal.body.fail ?? []) as ActionFailure[];
      const elsewhere = fail?.class_schedules ?? [];
      setConflicts(elsewhere);
      playSound('bad');
      const known = fail?.name ? { name: fail.name, student_id: fail.student_id, profile_image: fail.profile_image ?? null } : undefined;
      tell({ tone: 'bad', text: refusal.message, tapped: String(student), student: known });
      if (elsewhere.length === 0) toast('error', refusal.message);
      void queries.invalidateQueries({ queryKey: rollQuery(of).queryKey });
    },
  });

  const { mutate } = mutation;
  const send = useCallback((student: string | number, status: Status = 'Present') => mutate({ key: crypto.randomUUID(), student, status }), [mutate]);

  return { send, result, conflicts, waiting };
}

/** Present ↔ Absent on a record that exists, N/A → either by a new one, and back to N/A. */
export function useToggle(of: ClassOnDate, send: (student: number, status: Status) => void) {
  const show = useShowRecord(of);
  const queries = useQueryClient();
  const again = useCallback(
    () => queries.invalidateQueries({ queryKey: rollQuery({ id: of.id, date: of.date }).queryKey }),
    [queries, of.id, of.date],
  );
  const options = {
    scope: { id: 'marks' },
    retry: (_count: number, error: Error) => error instanceof Refusal && error.passing,
    onError(error: Error) {
      toast('error', error.message);
      void again();
    },
  };
  const change = useMutation({
    ...options,
    mutationFn: ({ row, status }: { row: RollRow; status: Status }) => api.patch<Marked>(`attendance/attendance/${row.id}/`, { status }),
    onSuccess(record) {
      void show(record);
      toast('success', record.results[0]?.status ?? messages.edited);
    },
  });
  const withdraw = useMutation({
    ...options,
    mutationFn: (row: RollRow) => api.delete(`attendance/attendance/${row.id}/`),
    onSuccess(_answer, row) {
      void show({ student: row.student });
      toast('success', messages.deleted);
    },
  });
  const { mutate: changeTo } = change;
  const toggle = useCallback(
    (row: RollRow, status: Status) => (row.id === null ? send(row.student, status) : changeTo({ row, status })),
    [send, changeTo],
  );
  return { toggle, withdraw: withdraw.mutate };
}

/** Marks the selected students present in one go. */
export function useBulkPresent(of: ClassOnDate) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (students: number[]) =>
      api.post<{ results: { status: string }[]; fail: ActionFailure[] }>(
        'attendance/mark-student-attendance/',
        { student: students, class_schedule: of.id, date: of.date },
        { headers: { 'idempotency-key': crypto.randomUUID() } },
      ),
    onSuccess({ fail }) {
      toast('success', messages.bulkMarked);
      for (const { student_id, status } of fail) toast('error', `${student_id}: ${status}`);
    },
    onError: (error) => toast('error', error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: rollQuery(of).queryKey }),
  });
}
