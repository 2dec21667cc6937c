import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeptMark, MarkOrder } from '../../../app/offline/storage.ts';
import { createMarkQueue, type Decided, type MarkQueue, type MarkStore, type Outcome } from './mark-queue.ts';
import { inMemory, withRoomFor } from './mark-store.ts';

const of = { id: 7, date: '2026-03-02' };
const tap = (student: string): MarkOrder => ({ do: 'mark', student, status: 'Present' });
const studentOf = ({ what }: Pick<KeptMark, 'what'>) => (what.do === 'mark' ? String(what.student) : what.do);

/** A database answers when it likes. */
function slow(store: MarkStore): MarkStore {
  const later =
    <Given extends unknown[], Answer>(work: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      const answer = await work(...given);
      for (let turns = Math.random() * 6; turns > 1; turns--) await Promise.resolve();
      if (Math.random() < 0.05) await new Promise((resolve) => void setTimeout(resolve));
      return answer;
    };
  return { add: later(store.add), put: later(store.put), get: later(store.get), delete: later(store.delete), all: later(store.all) };
}

/** A server that keeps what it has answered under a mark's key, and a network that is cut as it is told. */
function world(cuts: () => 'none' | 'before' | 'after' = () => 'none', kept: MarkStore = inMemory()) {
  const store = slow(kept);
  const taken: string[] = [];
  const keys = new Set<string>();
  const refuses = new Set<string>();
  let turn: Promise<unknown> = Promise.resolve();
  const pages: MarkQueue<string>[] = [];
  const decided: Decided<string>[] = [];

  async function send(mark: KeptMark): Promise<Outcome<string>> {
    await Promise.resolve();
    const cut = cuts();
    if (cut === 'before') return { is: 'later' };
    const student = studentOf(mark);
    if (refuses.has(student)) return cut === 'after' ? { is: 'later' } : { is: 'refused', reason: 'is not enrolled in this class', error: null };
    if (!keys.has(mark.key)) taken.push(student);
    keys.add(mark.key);
    const except = student === 'half of them' ? 'Bo: is not enrolled in this class' : undefined;
    return cut === 'after' ? { is: 'later' } : { is: 'done', answer: student, except };
  }

  function page(user = 'grace'): MarkQueue<string> {
    const queue = createMarkQueue<string>({
      user,
      store,
      send,
      exclusively: (work) => {
        const result = turn.then(work);
        turn = result.catch(() => {});
        return result;
      },
      tellOthers: () => pages.forEach((other) => other !== queue && void other.wake()),
      pause: () => new Promise((resolve) => void setTimeout(resolve)),
    });
    queue.onDecided((it) => decided.push(it));
    pages.push(queue);
    return queue;
  }
  const settled = async (...queues: MarkQueue<string>[]) => {
    await expect.poll(() => queues.every((queue) => queue.marks().every((mark) => mark.refused !== null)), { interval: 1 }).toBe(true);
  };
  return { store, taken, refuses, page, pages, settled, decided };
}

describe('marks on their way', () => {
  it('none is lost, doubled or overtaken, however the network is cut and the page is loaded anew', async () => {
    const cut = fc.constantFrom<'none' | 'before' | 'after'>('none', 'none', 'before', 'after');
    const step = fc.oneof(
      { weight: 9, arbitrary: fc.constant('tap' as const) },
      { weight: 1, arbitrary: fc.constantFrom('reload' as const, 'second page' as const, 'rest' as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), fc.infiniteStream(cut), async (steps, cuts) => {
        const { taken, page, settled, pages } = world(() => cuts.next().value as 'none');
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
      }),
      { numRuns: 60 },
    );
  });

  it('what is refused at once is told and gone; what was refused after a wait stays with its reason until it is seen', async () => {
    let away = false;
    const { page, refuses, settled, decided, taken } = world(() => (away ? 'before' : 'none'));
    refuses.add('stranger');
    const queue = page();
    await queue.add(of, tap('stranger'));
    await settled(queue);
    expect(decided).toMatchObject([{ is: 'refused', late: false, reason: 'is not enrolled in this class' }]);
    expect(queue.marks()).toEqual([]);

    away = true;
    await queue.add(of, tap('stranger'));
    await queue.add(of, tap('anna'));
    await expect.poll(() => queue.isHeldUp(), { interval: 1 }).toBe(true);
    away = false;
    await settled(queue);
    expect(taken).toEqual(['anna']);
    expect(decided.slice(1)).toMatchObject([
      { is: 'refused', late: true },
      { is: 'done', late: true },
    ]);
    expect(queue.isHeldUp()).toBe(false);
    const reloaded = page();
    await reloaded.wake();
    expect(reloaded.marks()).toMatchObject([{ refused: 'is not enrolled in this class', what: { student: 'stranger' } }]);

    refuses.clear();
    await reloaded.tryAgain(reloaded.marks()[0]!.seq);
    await settled(reloaded);
    expect(taken).toEqual(['anna', 'stranger']);
    expect(reloaded.marks()).toEqual([]);
  });

  it('a part that was refused after a wait stays as well, with its reason', async () => {
    let away = true;
    const { page, settled } = world(() => (away ? 'before' : 'none'));
    const queue = page();
    await queue.add(of, tap('half of them'));
    await expect.poll(() => queue.isHeldUp(), { interval: 1 }).toBe(true);
    away = false;
    await settled(queue);
    expect(queue.marks()).toMatchObject([{ refused: 'Bo: is not enrolled in this class' }]);
  });

  it('a refused one that was seen is dismissed in every page', async () => {
    const { page, store } = world();
    const [one, other] = [page(), page()];
    await store.add({ key: 'k', user: 'grace', class_schedule: 7, date: of.date, at: 0, what: tap('x'), refused: 'no' }, true);
    await Promise.all([one.wake(), other.wake()]);
    await one.dismiss(one.marks()[0]!.seq);
    await expect.poll(() => [one.marks(), other.marks()], { interval: 1 }).toEqual([[], []]);
  });

  it('for which the device has no room are sent all the same, in order', async () => {
    let full = false;
    const disk = inMemory();
    const add: MarkStore['add'] = (mark, strictly) => (full ? Promise.reject(new Error('QuotaExceededError')) : disk.add(mark, strictly));
    let away = true;
    const { page, taken, settled } = world(() => (away ? 'before' : 'none'), withRoomFor({ ...disk, add }));
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

  it('of somebody else wait until they sign in', async () => {
    let away = true;
    const { page, taken, settled } = world(() => (away ? 'before' : 'none'));
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
});
