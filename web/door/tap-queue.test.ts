import { describe, expect, it } from 'vitest';
import type { AnsweredTap, SentTaps } from '#contract/attendance/device.ts';
import { ApiError } from '#web/platform/api.ts';
import { createTapQueue, type Connection, type StoredTap, type TapStore } from './tap-queue.ts';

/** A disk, a server that counts each number once, and a network that fails on demand. */
function createDoor() {
  const disk = new Map<number, StoredTap>();
  const aside: StoredTap[] = [];
  let last = 0;
  const store: TapStore = {
    async add(read, at) {
      const tap = { sequence: ++last, ...read, at };
      disk.set(tap.sequence, tap);
      return tap;
    },
    first: async (count) => [...disk.values()].slice(0, count),
    count: async () => disk.size,
    remove: async (sequences) => sequences.forEach((sequence) => disk.delete(sequence)),
    async setAside(tap) {
      disk.delete(tap.sequence);
      aside.push(tap);
    },
  };
  const taken = new Map<number, string>();
  const sizes: number[] = [];
  const states: { connection: Connection; waiting: number }[] = [];
  const answered: number[] = [];
  const waits: { work: () => void; ms: number }[] = [];
  const door = { error: null as ApiError | null, losesAnswer: false, conflicts: new Set<number>() };
  const answerTo = ({ sequence }: { sequence: number }): AnsweredTap => ({
    sequence,
    outcome: door.conflicts.has(sequence) ? 'conflict' : 'present',
    colour: 'green',
    title: 'Present',
    line: '',
    name: null,
  });
  const sent: SentTaps[] = [];
  async function send(body: SentTaps): Promise<AnsweredTap[]> {
    sent.push(body);
    const { taps } = body;
    sizes.push(taps.length);
    if (door.error) throw door.error;
    if (taps.some(({ card }) => card === 'bad')) throw new ApiError(400, { taps: ['bad'] });
    for (const { sequence, card } of taps) taken.set(sequence, card);
    if (door.losesAnswer) throw new ApiError(0, {});
    return taps.map(answerTo);
  }
  const start = () =>
    createTapQueue({
      store,
      send,
      now: () => new Date('2026-03-02T09:05:00Z'),
      about: () => ({}),
      onAnswers: (answers) => answered.push(...answers.map(({ sequence }) => sequence)),
      onState: (state) => states.push(state),
      later: (work, ms) => waits.push({ work, ms }),
    });
  return { door, disk, aside, taken, sent, sizes, states, answered, waits, start };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 10));

describe('taps of a door', () => {
  it('are sent in their order, each once', async () => {
    const { start, taken, disk, answered } = createDoor();
    const queue = start();
    await Promise.all([
      queue.add({ card: '1' }),
      queue.add({ card: '2' }),
      queue.add({ card: '3' }),
    ]);
    await settled();
    expect([...taken]).toEqual([
      [1, '1'],
      [2, '2'],
      [3, '3'],
    ]);
    expect(disk.size).toBe(0);
    expect(answered).toEqual([1, 2, 3]);
  });

  it('wait on disk without the network, and go together when it is back, also after a reload', async () => {
    const { door, start, taken, disk, sizes, states } = createDoor();
    door.error = new ApiError(0, {});
    const queue = start();
    for (let card = 1; card <= 1200; card++) await queue.add({ card: String(card) });
    await settled();
    expect(states.at(-1)).toEqual({ connection: 'offline', waiting: 1200 });
    expect(taken.size).toBe(0);
    door.error = null;
    sizes.length = 0;
    await start().flush();
    expect(sizes).toEqual([500, 500, 200]);
    expect(taken.size).toBe(1200);
    expect(disk.size).toBe(0);
    expect(states.at(-1)).toEqual({ connection: 'online', waiting: 0 });
  });

  it('are sent again when the answer was lost', async () => {
    const { door, start, taken, disk } = createDoor();
    door.losesAnswer = true;
    const queue = start();
    await queue.add({ card: '1' });
    await settled();
    expect(disk.size).toBe(1);
    door.losesAnswer = false;
    await queue.flush();
    expect([...taken]).toEqual([[1, '1']]);
    expect(disk.size).toBe(0);
  });

  it('try again later, and later still, at most every 30 seconds', async () => {
    const { door, start, waits } = createDoor();
    door.error = new ApiError(503, {});
    const queue = start();
    await queue.add({ card: '1' });
    await settled();
    for (let round = 0; round < 5; round++) {
      waits.at(-1)?.work();
      await settled();
    }
    expect(waits.map(({ ms }) => ms)).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('stay where the key is not in use any more', async () => {
    const { door, start, disk, states } = createDoor();
    door.error = new ApiError(401, {});
    await start().add({ card: '1' });
    await settled();
    expect(states.at(-1)).toEqual({ connection: 'refused', waiting: 1 });
    expect(disk.size).toBe(1);
  });

  it('get another number where theirs was another tap’s', async () => {
    const { door, start, taken, disk } = createDoor();
    door.conflicts = new Set([1]);
    const queue = start();
    await queue.add({ card: '7' });
    await settled();
    expect([...taken]).toEqual([
      [1, '7'],
      [2, '7'],
    ]);
    expect(disk.size).toBe(0);
  });

  it('wait when something between answers for the server', async () => {
    const { door, start, disk, aside } = createDoor();
    door.error = new ApiError(403, {});
    await start().add({ card: '1' });
    await settled();
    expect([disk.size, aside.length]).toEqual([1, 0]);
  });

  it('that the server cannot read are set aside, and stop no other', async () => {
    const { door, start, aside, taken, disk } = createDoor();
    door.error = new ApiError(0, {});
    const queue = start();
    for (const card of ['1', 'bad', '3']) await queue.add({ card });
    await settled();
    door.error = null;
    await queue.flush();
    expect(aside.map(({ card }) => card)).toEqual(['bad']);
    expect([...taken.values()]).toEqual(['1', '3']);
    expect(disk.size).toBe(0);
  });

  it('that the attendant typed are sent as typed, also after an interruption', async () => {
    const { door, start, sent } = createDoor();
    door.error = new ApiError(0, {});
    await start().add({ card: 'S1', typed: true });
    await settled();
    door.error = null;
    await start().flush();
    expect(sent.at(-1)).toMatchObject({ taps: [{ card: 'S1', typed: true }] });
  });

  it('are not needed to report about the device', async () => {
    const { start, sent } = createDoor();
    await start().report();
    expect(sent).toMatchObject([{ taps: [], waiting: 0 }]);
  });
});
