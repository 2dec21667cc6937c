import type { PendingMark, Storage } from '#web/platform/offline/storage.ts';
import type { MarkStore } from './mark-queue.ts';

/**
 * Stores marks in IndexedDB, on disk before they are sent; in memory without IndexedDB or when it is full.
 * @param canAdd false on a shared computer: stored marks from before are sent nevertheless.
 */
export function createMarkStore(storage: Storage | null, canAdd = true): MarkStore {
  if (!storage) return createMemoryStore(firstMemorySeq);
  const disk = createIndexedDbStore(storage);
  return withMemoryFallback(
    canAdd
      ? disk
      : { ...disk, add: () => Promise.reject(new Error('This computer stores nothing.')) },
  );
}

/** Marks that cannot be stored stay in memory: they are sent as well; only a reload loses them. */
export function withMemoryFallback(disk: MarkStore): MarkStore {
  const page = createMemoryStore(firstMemorySeq);
  return {
    add: (mark, isDurable) => disk.add(mark, isDurable).catch(() => page.add(mark, isDurable)),
    put: (mark) => (isInMemory(mark) ? page : disk).put(mark),
    get: (seq) => (isInMemory({ seq }) ? page : disk).get(seq),
    delete: (seq) => (isInMemory({ seq }) ? page : disk).delete(seq),
    all: async () => [...(await disk.all()), ...(await page.all())],
  };
}
const firstMemorySeq = 2 ** 50;

/** Whether a mark is in memory alone: it is lost when the page ends before it was sent. */
export const isInMemory = ({ seq }: Pick<PendingMark, 'seq'>): boolean => seq > firstMemorySeq;

const createIndexedDbStore = (storage: Storage): MarkStore => ({
  async add(mark, isDurable) {
    const transaction = storage.transaction('marks', 'readwrite', {
      durability: isDurable ? 'strict' : 'relaxed',
    });
    const seq = await transaction.store.add(mark);
    await transaction.done;
    return seq;
  },
  put: async (mark) => void (await storage.put('marks', mark)),
  get: async (seq) => (await storage.get('marks', seq)) as PendingMark | undefined,
  delete: (seq) => storage.delete('marks', seq),
  all: async () => (await storage.getAll('marks')) as PendingMark[],
});

/** @param firstSeq the number before the first `seq`. */
export function createMemoryStore(firstSeq = 0): MarkStore {
  const marks = new Map<number, PendingMark>();
  let last = firstSeq;
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
