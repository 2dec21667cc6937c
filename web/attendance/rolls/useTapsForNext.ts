import { useEffect, useRef } from 'react';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import type { PendingMark } from '#web/platform/offline/storage.ts';
import { confirm } from '#web/ui/confirm.ts';
import type { Decided } from './queue/mark-queue.ts';
import { useMarkQueue } from './queue/MarkQueueProvider.tsx';
import type { MarkAnswer } from './queue/send.ts';
import { tapOf } from './tap-of.ts';

interface TapsForNext {
  of: ClassSchedule;
  next: ClassSchedule | undefined;
  date: string;
  /** Opens the roll of the next class. */
  open: () => void;
}

/**
 * The first tap of a student of the next class asks whether to switch. Every such tap until the answer,
 * and on this page after it, is repeated there as it was made.
 */
export function useTapsForNext({ of, next, date, open }: TapsForNext): void {
  const queue = useMarkQueue();
  const question = useRef<'none' | 'open' | 'switched' | 'declined'>('none');
  const taps = useRef<PendingMark[]>([]);
  const nextId = next?.id;
  const title = next?.subject.subject_name;
  useEffect(() => {
    if (nextId === undefined) return;
    const repeat = ({ what, name }: PendingMark) => queue.add({ id: nextId, date }, what, { name });
    const ask = async (student: string) => {
      question.current = 'open';
      const isSwitched = await confirm({
        title: 'Switch to the next class?',
        text: `${student} is in ${title}. The mark is entered there, with those of its other students who tap before you answer, and its roll opens.`,
        yes: 'Switch',
      });
      question.current = isSwitched ? 'switched' : 'declined';
      if (!isSwitched) return;
      for (const tap of taps.current) await repeat(tap);
      open();
    };
    return queue.onDecidedOf({ id: of.id, date }, (decided) => {
      const student = studentOfClass(decided, nextId);
      if (student === undefined || question.current === 'declined') return;
      if (question.current === 'switched') return void repeat(decided.mark);
      taps.current.push(decided.mark);
      if (question.current === 'none') void ask(student);
    });
  }, [of.id, nextId, title, date, queue, open]);
}

/** The name of the student whose tap was refused because the student is in the class. */
function studentOfClass(decided: Decided<MarkAnswer>, id: number): string | undefined {
  if (decided.type !== 'refused' || decided.deferred || tapOf(decided.mark.what) === null) return;
  const [fail] = decided.error.body.fail ?? [];
  if (!fail?.class_schedules?.some((it) => it.id === id)) return;
  return fail.name ?? fail.student_id;
}
