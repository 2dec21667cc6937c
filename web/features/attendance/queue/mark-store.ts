import type { KeptMark, Storage } from '../../../app/offline/storage.ts';
import type { MarkStore } from './mark-queue.ts';

/**
 * Marks in the browser's own database, on its disk before they are sent; in memory where there is none, or no room in it.
 * @param mayAdd false on a computer that stores nothing: marks that are on its disk from before are sent all the same.
 */
export function markStore(storage: Storage | null, mayAdd = true): MarkStore {
  if (!storage) return inMemory();
  const disk = inStorage(storage);
  return withRoomFor(mayAdd ? disk : { ...disk, add: () => Promise.reject(new Error('This computer stores nothing.')) });
}

/** What the disk does not take is kept in this page: it is sent all the same, and only a reload would lose it. */
export function withRoomFor(disk: MarkStore): MarkStore {
  const page = inMemory(afterAllOfTheDisk);
  return {
    add: (mark, strictly) => disk.add(mark, strictly).catch(() => page.add(mark, strictly)),
    put: (mark) => (mark.seq > afterAllOfTheDisk ? page : disk).put(mark),
    get: (seq) => (seq > afterAllOfTheDisk ? page : disk).get(seq),
    delete: (seq) => (seq > afterAllOfTheDisk ? page : disk).delete(seq),
    all: async () => [...(await disk.all()), ...(await page.all())],
  };
}
const afterAllOfTheDisk = 2 ** 50;

const inStorage = (storage: Storage): MarkStore => ({
  async add(mark, strictly) {
    const transaction = storage.transaction('marks', 'readwrite', { durability: strictly ? 'strict' : 'relaxed' });
    const seq = await transaction.store.add(mark);
    await transaction.done;
    return seq;
  },
  put: async (mark) => void (await storage.put('marks', mark)),
  get: async (seq) => (await storage.get('marks', seq)) as KeptMark | undefined,
  delete: (seq) => storage.delete('marks', seq),
  all: async () => (await storage.getAll('marks')) as KeptMark[],
});

/** @param after what its first place in the order comes after. */
export function inMemory(after = 0): MarkStore {
  const marks = new Map<number, KeptMark>();
  let last = after;
  return {
    async add(mark) {
      marks.set(++last, { ...mark, seq: last });
      return last;
    },
    put: async (mark) => void marks.set(mark.seq, mark),
    get: async (seq) => marks.get(seq),
    delete: async (seq) => void marks.delete(seq),
    all: async () => [...marks.values()],
  };
}
