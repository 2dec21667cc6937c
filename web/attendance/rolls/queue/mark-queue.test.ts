import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/platform/api.ts';
import type { PendingMark, MarkCommand } from '#web/platform/offline/storage.ts';
import {
  createMarkQueue,
  type Decided,
  type MarkQueue,
  type MarkStore,
  type Outcome,
} from './mark-queue.ts';
import { createMemoryStore, withMemoryFallback } from './mark-store.ts';

const of = { id: 7, date: '2026-03-02' };
const tap = (student: string): MarkCommand => ({ do: 'mark', student, status: 'Present' });
const studentOf = ({ what }: Pick<PendingMark, 'what'>) =>
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
function createHarness(
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

describe('pending marks', () => {
  it('are neither lost, doubled nor reordered, however the network is interrupted and the page is reloaded', async () => {
    const cut = fc.constantFrom<'none' | 'before' | 'after'>('none', 'none', 'before', 'after');
    const step = fc.oneof(
      { weight: 9, arbitrary: fc.constant('tap' as const) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('reload' as const, 'second page' as const, 'rest' as const),
      },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 60 }),
        fc.infiniteStream(cut),
        fc.infiniteStream(fc.integer({ min: 0, max: 6 })),
        async (steps, cuts, delays) => {
          const { taken, page, settled, pages } = createHarness(
            () => cuts.next().value as 'none',
            createMemoryStore(),
            delays,
          );
          let here = page();
          const tapped: string[] = [];
          for (const [number, what] of steps.entries()) {
            if (what === 'tap') {
              tapped.push(String(number));
              await here.add(of, tap(String(number)));
            } else if (what === 'reload') {
              here.stop();
              pages.length = 0;
              here = page();
              await here.wake();
            } else if (what === 'second page') {
              await page().wake();
            } else await new Promise((resolve) => void setTimeout(resolve));
          }
          await settled(...pages);
          expect(taken).toEqual(tapped);
          pages.forEach((queue) => queue.stop());
        },
      ),
      { numRuns: 60 },
    );
  });

  it('an immediate rejection is reported and removed; a deferred one stays with its reason until it is dismissed', async () => {
    let away = false;
    const { page, refuses, settled, decided, taken } = createHarness(() =>
      away ? 'before' : 'none',
    );
    refuses.add('stranger');
    const queue = page();
    await queue.add(of, tap('stranger'));
    await settled(queue);
    expect(decided).toMatchObject([
      { type: 'refused', deferred: false, reason: 'is not enrolled in this class' },
    ]);
    expect(queue.marks()).toEqual([]);

    away = true;
    await queue.add(of, tap('stranger'));
    await queue.add(of, tap('anna'));
    await expect.poll(() => queue.isStalled(), { interval: 1 }).toBe(true);
    away = false;
    await settled(queue);
    expect(taken).toEqual(['anna']);
    expect(decided.slice(1)).toMatchObject([
      { type: 'refused', deferred: true },
      { type: 'done', deferred: true },
    ]);
    expect(queue.isStalled()).toBe(false);
    const reloaded = page();
    await reloaded.wake();
    expect(reloaded.marks()).toMatchObject([
      {
        refused: 'is not enrolled in this class',
        what: { student: 'stranger' },
        name: 'Sam Stranger',
      },
    ]);

    refuses.clear();
    await reloaded.retry(reloaded.marks()[0]!.seq);
    await settled(reloaded);
    expect(taken).toEqual(['anna', 'stranger']);
    expect(reloaded.marks()).toEqual([]);
  });

  it('a closing that is answered by a question waits for the answer, and those behind it are sent', async () => {
    const { page, taken, settled, asks } = createHarness();
    asks.add('close');
    const queue = page();
    await queue.add(of, { do: 'close', students: [1] });
    await queue.add(of, tap('anna'));
    await settled(queue);
    expect(taken).toEqual(['anna']);
    expect(queue.marks()).toMatchObject([{ refused: 'begins at 19:30', what: { do: 'close' } }]);

    await queue.retry(queue.marks()[0]!.seq);
    await settled(queue);
    expect(taken).toEqual(['anna', 'close']);
    expect(queue.marks()).toEqual([]);
  });

  it('a partly rejected deferred mark stays as well, with its reason', async () => {
    let away = true;
    const { page, settled } = createHarness(() => (away ? 'before' : 'none'));
    const queue = page();
    await queue.add(of, tap('half of them'));
    await expect.poll(() => queue.isStalled(), { interval: 1 }).toBe(true);
    away = false;
    await settled(queue);
    expect(queue.marks()).toMatchObject([{ refused: 'Bo: is not enrolled in this class' }]);
  });

  it('a rejected one that was seen is dismissed in every page', async () => {
    const { page, store } = createHarness();
    const [a, b] = [page(), page()];
    await store.add(
      {
        key: 'k',
        user: 'grace',
        class_schedule: 7,
        date: of.date,
        at: 0,
        what: tap('x'),
        refused: 'no',
      },
      true,
    );
    await Promise.all([a.wake(), b.wake()]);
    await a.dismiss(a.marks()[0]!.seq);
    await expect.poll(() => [a.marks(), b.marks()], { interval: 1 }).toEqual([[], []]);
  });

  it('that wait in a page are shown in every other page, which knows that they wait', async () => {
    let away = true;
    const { page, settled } = createHarness(() => (away ? 'before' : 'none'));
    const [a, b] = [page(), page()];
    const shown = () => b.marks().map(studentOf);
    await a.add(of, tap('anna'));
    await expect.poll(shown, { interval: 1 }).toEqual(['anna']);
    await expect.poll(() => b.isStalled(), { interval: 1 }).toBe(true);
    await a.add(of, tap('bo'));
    await expect.poll(shown, { interval: 1 }).toEqual(['anna', 'bo']);
    away = false;
    await settled(a, b);
  });

  it('that the device has no room for are sent nevertheless, in order', async () => {
    let full = false;
    const disk = createMemoryStore();
    const add: MarkStore['add'] = (mark, isDurable) =>
      full ? Promise.reject(new Error('QuotaExceededError')) : disk.add(mark, isDurable);
    let away = true;
    const { page, taken, settled } = createHarness(
      () => (away ? 'before' : 'none'),
      withMemoryFallback({ ...disk, add }),
    );
    const queue = page();
    await queue.add(of, tap('anna'));
    full = true;
    await queue.add(of, tap('bo'));
    await queue.add(of, tap('cai'));
    away = false;
    await settled(queue);
    expect(taken).toEqual(['anna', 'bo', 'cai']);
    expect(queue.marks()).toEqual([]);
  });

  it('of another user wait until they sign in', async () => {
    let away = true;
    const { page, taken, settled } = createHarness(() => (away ? 'before' : 'none'));
    const grace = page('grace');
    await grace.add(of, tap('anna'));
    grace.stop();
    away = false;
    const omar = page('omar');
    await omar.wake();
    await omar.add(of, tap('bo'));
    await settled(omar);
    expect(taken).toEqual(['bo']);
    const back = page('grace');
    await back.wake();
    await settled(back);
    expect(taken).toEqual(['bo', 'anna']);
  });

  it('that waited when their queue was stopped are sent after a restart, once', async () => {
    let away = true;
    const { page, taken, settled } = createHarness(() => (away ? 'before' : 'none'));
    const queue = page();
    await queue.add(of, tap('anna'));
    queue.stop();
    away = false;
    await queue.wake();
    expect(taken).toEqual([]);
    await queue.start();
    await queue.start();
    await settled(queue);
    expect(taken).toEqual(['anna']);
  });
});
