import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { of, tap, createHarness, studentOf } from '#web/test/mark-queue.ts';
import { type MarkStore } from './mark-queue.ts';
import { waitedMs } from './waited.ts';
import { createMemoryStore, withMemoryFallback } from './mark-store.ts';

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

  it('one that is repeated for another roll counts from when it was made', async () => {
    const store = createMemoryStore();
    const { page } = createHarness(() => 'before', store);
    const queue = page();
    await queue.add(of, tap('1'));
    const [first] = await store.all();
    const made = waitedMs(first!);
    await new Promise((resolve) => void setTimeout(resolve, 30));
    await queue.repeat({ ...of, id: 8 }, first!);
    const [, second] = await store.all();
    expect(second).toMatchObject({ class_schedule: 8, at: first!.at, what: first!.what });
    expect(second!.key).not.toBe(first!.key);
    expect(waitedMs(second!)).toBeGreaterThan(made + 20);
    queue.stop();
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
