import { describe, expect, it } from 'vitest';
import { createHarness, of, tap } from '#web/test/mark-queue.ts';

describe('marks that the server rejects', () => {
  it('an immediate rejection is reported and removed; a deferred one stays with its reason until it is dismissed', async () => {
    let away = false;
    const { page, refuses, settled, decided, taken } = createHarness(() =>
      away ? 'before' : 'none',
    );
    refuses.add('stranger');
    const queue = page();
    const leave = queue.onDecidedOf(of, () => {});
    await queue.add(of, tap('stranger'));
    await settled(queue);
    leave();
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

  it('one that is rejected after its author left the roll stays with its reason', async () => {
    const { page, refuses, settled, decided } = createHarness();
    refuses.add('stranger');
    const queue = page();
    queue.onDecidedOf({ id: 8, date: of.date }, () => {});
    await queue.add(of, tap('stranger'));
    await queue.add(of, tap('half of them'));
    await settled(queue);
    expect(decided).toMatchObject([{ deferred: true }, { deferred: true }]);
    expect(queue.marks()).toMatchObject([
      { refused: 'is not enrolled in this class', name: 'Sam Stranger' },
      { refused: 'Bo: is not enrolled in this class' },
    ]);
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
});
