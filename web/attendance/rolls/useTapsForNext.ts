import { modals } from '@mantine/modals';
import { useCallback, useEffect, useRef } from 'react';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import type { PendingMark } from '#web/platform/offline/storage.ts';
import type { ClassOnDate } from '#web/school/roll.ts';
import { confirm } from '#web/ui/confirm.ts';
import type { Decided, MarkQueue } from './queue/mark-queue.ts';
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

type Queue = MarkQueue<MarkAnswer>;
interface Switch {
  from: ClassOnDate;
  to: ClassOnDate;
}

/**
 * The first tap of a student of the next class asks whether to switch. Every such tap until the answer, and on this
 * page after it, is repeated there as it was made, also where the server answers it after the page was left.
 * @returns answers the question with *Switch* where it is open: whether it was.
 */
export function useTapsForNext({ of, next, date, open }: TapsForNext): () => boolean {
  const queue = useMarkQueue();
  const question = useRef<'none' | 'open' | 'switched' | 'declined'>('none');
  const taps = useRef<PendingMark[]>([]);
  /** Keys of taps that were under way when the user switched. */
  const underWay = useRef<ReadonlySet<string>>(new Set());
  const accept = useRef<(() => void) | null>(null);
  const nextId = next?.id;
  const title = next?.subject.subject_name;
  useEffect(() => {
    if (nextId === undefined) return;
    const both = { from: { id: of.id, date }, to: { id: nextId, date } };
    const ask = async (student: string) => {
      question.current = 'open';
      const isAccepted = new Promise<boolean>((resolve) => {
        accept.current = () => resolve(true);
      });
      const answer = confirm({
        title: 'Switch to the next class?',
        text: `${student} is in ${title}. The mark is entered there, with those of its other students who tap before you answer, and its roll opens.`,
        yes: 'Switch',
      });
      const isSwitched = await Promise.race([isAccepted, answer]);
      accept.current = null;
      question.current = isSwitched ? 'switched' : 'declined';
      if (!isSwitched) return;
      underWay.current = repeatWhenDecided(queue, both);
      for (const tap of taps.current) await queue.repeat(both.to, tap);
      open();
    };
    return queue.onDecidedOf(both.from, (decided) => {
      const { mark } = decided;
      if (decided.deferred || question.current === 'declined') return;
      const student = studentOfClass(decided, nextId);
      if (student === undefined || underWay.current.has(mark.key)) return;
      if (question.current === 'switched') return void queue.repeat(both.to, mark);
      taps.current.push(mark);
      if (question.current === 'none') void ask(student);
    });
  }, [of.id, nextId, title, date, queue, open]);
  return useCallback(() => {
    if (!accept.current) return false;
    accept.current();
    modals.closeAll();
    return true;
  }, []);
}

/** Repeats the taps of a roll that wait for the server, once it has refused them. @returns their keys. */
function repeatWhenDecided(queue: Queue, { from, to }: Switch): ReadonlySet<string> {
  const keys = queue
    .marks()
    .filter(({ class_schedule, date }) => class_schedule === from.id && date === from.date)
    .filter(({ refused, what }) => refused === null && tapOf(what) !== null)
    .map(({ key }) => key);
  const open = new Set(keys);
  if (open.size === 0) return open;
  const stop = queue.onDecidedOf(from, (decided) => {
    const { mark, deferred } = decided;
    if (!open.delete(mark.key)) return;
    if (open.size === 0) stop();
    if (studentOfClass(decided, to.id) === undefined) return;
    // One that has waited stays among the rejected ones.
    if (deferred) void queue.dismiss(mark.seq);
    void queue.repeat(to, mark);
  });
  return new Set(keys);
}

/** The name of the student whose tap was refused because the student is in the class. */
function studentOfClass(decided: Decided<MarkAnswer>, id: number): string | undefined {
  if (decided.type !== 'refused' || tapOf(decided.mark.what) === null) return;
  const [fail] = decided.error.body.fail ?? [];
  if (!fail?.class_schedules?.some((it) => it.id === id)) return;
  return fail.name ?? fail.student_id;
}
