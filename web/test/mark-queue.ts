import { expect } from 'vitest';
import { ApiError } from '#web/platform/api.ts';
import type { PendingMark, MarkCommand } from '#web/platform/offline/storage.ts';
import {
  createMarkQueue,
  type Decided,
  type MarkQueue,
  type MarkStore,
  type Outcome,
} from '#web/attendance/rolls/queue/mark-queue.ts';
import { createMemoryStore } from '#web/attendance/rolls/queue/mark-store.ts';

/** The roll of the marks. */
export const of = { id: 7, date: '2026-03-02' };
export const tap = (student: string): MarkCommand => ({ do: 'mark', student, status: 'Present' });
export const studentOf = ({ what }: Pick<PendingMark, 'what'>) =>
  what.do === 'mark' ? String(what.student) : what.do;

/** The delays of a database: microtasks, and sometimes a task. */
function* repeated(): Generator<number> {
  for (;;) yield* [2, 0, 5, 1, 6, 3, 4];
}

/** Databases answer at any time; 6 is a task. */
function slow(store: MarkStore, delays: Iterator<number>): MarkStore {
  const later =
    <Given extends unknown[], Answer>(work: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      const answer = await work(...given);
      const turns = delays.next().value as number;
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      if (turns === 6) await new Promise((resolve) => void setTimeout(resolve));
      return answer;
    };
  return {
    add: later(store.add),
    put: later(store.put),
    get: later(store.get),
    delete: later(store.delete),
    all: later(store.all),
  };
}

/** A server that stores its responses by the key of a mark, and a network that the test interrupts. */
export function createHarness(
  cuts: () => 'none' | 'before' | 'after' = () => 'none',
  disk: MarkStore = createMemoryStore(),
  delays: Iterator<number> = repeated(),
) {
  const store = slow(disk, delays);
  const taken: string[] = [];
  const keys = new Set<string>();
  const refuses = new Set<string>();
  /** Commands that are answered by a question until they are confirmed. */
  const asks = new Set<string>();
  let lastTask: Promise<unknown> = Promise.resolve();
  const pages: MarkQueue<string>[] = [];
  const decided: Decided<string>[] = [];

  async function send(mark: PendingMark): Promise<Outcome<string>> {
    await Promise.resolve();
    const cut = cuts();
    if (cut === 'before') return { type: 'later' };
    const student = studentOf(mark);
    if (asks.has(student) && !('confirm' in mark.what && mark.what.confirm)) {
      const reason = 'begins at 19:30';
      return { type: 'refused', reason, error: new ApiError(409, { confirm: [reason] }) };
    }
    if (refuses.has(student))
      return cut === 'after'
        ? { type: 'later' }
        : {
            type: 'refused',
            reason: 'is not enrolled in this class',
            error: new ApiError(400, {
              fail: [{ student_id: student, name: 'Sam Stranger', status: 'is not enrolled' }],
            }),
          };
    if (!keys.has(mark.key)) taken.push(student);
    keys.add(mark.key);
    const except = student === 'half of them' ? 'Bo: is not enrolled in this class' : undefined;
    return cut === 'after' ? { type: 'later' } : { type: 'done', answer: student, except };
  }

  function page(user = 'grace'): MarkQueue<string> {
    const queue = createMarkQueue<string>({
      user,
      store,
      send,
      withLock: (work) => {
        const result = lastTask.then(work);
        lastTask = result.catch(() => {});
        return result;
      },
      broadcast: () => pages.forEach((it) => it !== queue && void it.wake()),
      delay: () => new Promise((resolve) => void setTimeout(resolve)),
    });
    queue.onDecided((it) => decided.push(it));
    pages.push(queue);
    return queue;
  }
  const settled = async (...queues: MarkQueue<string>[]) => {
    await expect
      .poll(() => queues.every((queue) => queue.marks().every((mark) => mark.refused !== null)), {
        interval: 1,
      })
      .toBe(true);
  };
  return { store, taken, refuses, asks, page, pages, settled, decided };
}
