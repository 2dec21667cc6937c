import type { KeptMark, Storage } from '../../../app/offline/storage.ts';
import type { MarkStore } from './mark-queue.ts';

/** Marks in the browser's own database, on its disk before they are sent; in memory where there is none. */
export const markStore = (storage: Storage | null): MarkStore => (storage ? inStorage(storage) : inMemory());

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

export function inMemory(): MarkStore {
  const marks = new Map<number, KeptMark>();
  let last = 0;
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
