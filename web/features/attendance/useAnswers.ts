import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type Dispatch } from 'react';
import type { ActionFailure, ConflictClass } from '../../../contract/attendance.ts';
import { messages } from '../../../contract/messages.ts';
import { Refusal } from '../../app/api.ts';
import type { KeptMark } from '../../app/offline/storage.ts';
import { fullName } from '../../ui/names.ts';
import { toast } from '../../ui/toasts.ts';
import type { Decided } from './queue/mark-queue.ts';
import { useMarkQueue } from './queue/MarkQueueProvider.tsx';
import type { MarkAnswer, Marked } from './queue/send.ts';
import { rollQuery, useShowRecord, type ClassOnDate } from './roll.ts';
import { playSound } from './sound.ts';
import type { TapResult } from './useMarking.ts';

interface Shown {
  tell: Dispatch<Omit<TapResult, 'number'>>;
  settle: (tapped: string, next: Omit<TapResult, 'number'>) => void;
  setConflicts: Dispatch<ConflictClass[]>;
}

type Done = Extract<Decided<MarkAnswer>, { is: 'done' }>;
type Refused = Extract<Decided<MarkAnswer>, { is: 'refused' }>;

/** Shows what the marks of a class on a date came to: on the roll, and to whoever has just made them. */
export function useAnswers({ id, date }: ClassOnDate, { tell, settle, setConflicts }: Shown): void {
  const queries = useQueryClient();
  const queue = useMarkQueue();
  const show = useShowRecord({ id, date });

  useEffect(() => {
    const again = () => void queries.invalidateQueries({ queryKey: rollQuery({ id, date }).queryKey });

    function done({ answer, late, mark }: Done): void {
      if ('bulk' in answer) again();
      else void show('withdrawn' in answer ? { student: answer.withdrawn } : answer.marked);
      setConflicts([]);
      const tapped = tappedIn(mark);
      if (!late) tellDone(answer, tapped === null, tell);
      else if (tapped !== null && 'marked' in answer) settle(tapped, taken(answer.marked));
    }

    function refused({ error, reason, late, mark }: Refused): void {
      again();
      playSound('bad');
      const tapped = tappedIn(mark);
      if (!late) setConflicts(tellRefused(error as Refusal, mark.what.do === 'mark' ? String(mark.what.student) : null, tell));
      // It stays on the screen with its reason as well.
      else if (tapped !== null) settle(tapped, { tone: 'bad', text: reason, tapped });
    }

    return queue.onDecided((it) => {
      if (it.mark.class_schedule !== id || it.mark.date !== date) return;
      if (it.is === 'done') done(it);
      else refused(it);
    });
  }, [queue, queries, id, date, show, tell, settle, setConflicts]);
}

/** @param chosen the student was chosen in the list, and not tapped or typed. */
function tellDone(answer: MarkAnswer, chosen: boolean, tell: Shown['tell']): void {
  if ('withdrawn' in answer) return toast('success', messages.deleted);
  if ('bulk' in answer) {
    toast('success', messages.bulkMarked);
    for (const { student_id, status } of answer.bulk.fail) toast('error', `${student_id}: ${status}`);
    return;
  }
  const record = answer.marked;
  if (chosen) return toast('success', record.status === 'Present' ? messages.markedPresent : messages.markedAbsent);
  const result = taken(record);
  tell(result);
  playSound(result.tone);
  toast(result.tone === 'known' ? 'information' : 'success', result.text);
}

function taken(record: Marked): Omit<TapResult, 'number'> {
  const text = record.results[0]?.status ?? messages.formSubmitted;
  return { tone: text.startsWith('already') ? 'known' : 'good', text, student: { ...record, name: fullName(record) } };
}

/** A card or an ID; null for a student who was chosen in the list. */
const tappedIn = ({ what }: KeptMark): string | null => (what.do === 'mark' && typeof what.student === 'string' ? what.student : null);

/** @returns the classes where the student is expected instead. */
function tellRefused(refusal: Refusal, tapped: string | null, tell: Shown['tell']): ConflictClass[] {
  const [fail] = (refusal.body.fail ?? []) as ActionFailure[];
  const elsewhere = fail?.class_schedules ?? [];
  if (tapped !== null) {
    const known = fail?.name ? { name: fail.name, student_id: fail.student_id, profile_image: fail.profile_image ?? null } : undefined;
    tell({ tone: 'bad', text: refusal.message, tapped, student: known });
  }
  if (elsewhere.length === 0) toast('error', refusal.message);
  return elsewhere;
}
