import type { KeptMark, MarkOrder } from '../../../app/offline/storage.ts';

/** Where marks are written down; the order of `seq` is the order in which they were made. */
export interface MarkStore {
  /** @param strictly not before it is on the disk: while the network is away, nothing else holds the mark. */
  add(mark: Omit<KeptMark, 'seq'>, strictly: boolean): Promise<number>;
  put(mark: KeptMark): Promise<void>;
  get(seq: number): Promise<KeptMark | undefined>;
  delete(seq: number): Promise<void>;
  all(): Promise<KeptMark[]>;
}

/** What became of sending one mark. */
export type Outcome<Answer> =
  /** `except`: why the server did not take a part of it. */
  | { is: 'done'; answer: Answer; except?: string }
  /** The server said no, for good. */
  | { is: 'refused'; reason: string; error: unknown }
  /** Nobody said anything about the mark: the same again. */
  | { is: 'later' };

/** Told of each mark once it is decided. `late`: it had to wait for the network, or for another page. */
export type Decided<Answer> = { mark: KeptMark; late: boolean } & Exclude<Outcome<Answer>, { is: 'later' }>;

interface QueueOptions<Answer> {
  user: string;
  store: MarkStore;
  send: (mark: KeptMark) => Promise<Outcome<Answer>>;
  /** Runs one after the other in all pages of this browser. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** Tells other pages of this browser that something has changed. */
  tellOthers: () => void;
  /** Resolves after so many milliseconds. */
  pause: (ms: number) => Promise<void>;
}

export interface MarkQueue<Answer> {
  /** Resolves once the mark is written down; it is sent by itself. */
  add(of: { id: number; date: string }, what: MarkOrder): Promise<void>;
  /** The user's marks that are not decided, or refused and not seen, in order. The same array until something changes. */
  marks: () => KeptMark[];
  /** Whether sending was tried in vain: the network or the server is away. */
  isHeldUp(): boolean;
  subscribe: (listener: () => void) => () => void;
  onDecided(listener: (decided: Decided<Answer>) => void): () => void;
  /** Told of the latest mark when sending has become impossible for the moment. */
  onHeldUp(listener: (latest: KeptMark) => void): () => void;
  /** Takes a refused mark away, or sends it once more. */
  dismiss(seq: number): Promise<void>;
  tryAgain(seq: number): Promise<void>;
  /** Reads what others have written, and sends what waits, now. */
  wake(): Promise<void>;
  stop(): void;
}

const firstPauseMs = 250;
const longestPauseMs = 4000;

/**
 * Marks on their way: each is written down first, sent in the order in which they were made, one at a time, until the server
 * has answered. It outlives the page; what the server refuses after a wait stays until it is seen.
 */
export function createMarkQueue<Answer>(options: QueueOptions<Answer>): MarkQueue<Answer> {
  const { user, store, send, exclusively, tellOthers, pause } = options;
  const listeners = new Set<() => void>();
  const deciding = new Set<(decided: Decided<Answer>) => void>();
  const holding = new Set<(latest: KeptMark) => void>();
  /** Made in this page and not held up: whoever made them is looking at the screen. */
  const fresh = new Set<number>();
  let marks: KeptMark[] = [];
  let heldUp = false;
  let stopped = false;
  let draining = false;
  let wakeUp = () => {};

  function change(next: KeptMark[]): void {
    marks = next;
    listeners.forEach((listener) => listener());
  }
  function hold(up: boolean): void {
    if (heldUp === up) return;
    heldUp = up;
    change([...marks]);
    const latest = marks.findLast((mark) => mark.refused === null);
    if (up && latest) holding.forEach((listener) => listener(latest));
  }

  /** One look at the store, or one change of it, after the other: a look that began before a mark must not hide it. */
  let turn: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  }

  const read = () =>
    inTurn(async () => {
      const all = await store.all();
      change(all.filter((mark) => mark.user === user).sort((one, other) => one.seq - other.seq));
    });

  async function drain(): Promise<void> {
    if (draining) return wakeUp();
    draining = true;
    try {
      for (let failures = 0; ;) {
        if (stopped) break;
        const next = marks.find((mark) => mark.refused === null);
        if (!next) break;
        const outcome = await exclusively(() => attempt(next));
        if (outcome !== 'later') {
          failures = 0;
          hold(false);
          continue;
        }
        fresh.clear();
        hold(true);
        const woken = new Promise<void>((resolve) => (wakeUp = resolve));
        await Promise.race([pause(Math.min(firstPauseMs * 2 ** failures++, longestPauseMs)), woken]);
        wakeUp = () => {};
      }
    } finally {
      draining = false;
    }
  }

  async function attempt(next: KeptMark): Promise<'later' | 'decided'> {
    const mark = await store.get(next.seq);
    // Another page of this browser was quicker.
    if (!mark || mark.refused !== null) {
      await read();
      return 'decided';
    }
    // Nobody's mark goes out under the name of whoever signed in after them.
    if (stopped) return 'later';
    const outcome = await send(mark);
    if (outcome.is === 'later') return 'later';
    const late = !fresh.delete(mark.seq);
    const refused = outcome.is === 'refused' ? outcome.reason : outcome.except;
    // Sent once more it is another request: the server answers this one as it did.
    if (refused !== undefined && late) await store.put({ ...mark, key: crypto.randomUUID(), refused });
    else await store.delete(mark.seq);
    await read();
    tellOthers();
    deciding.forEach((listener) => listener({ mark, late, ...outcome }));
    return 'decided';
  }

  return {
    async add({ id, date }, what) {
      const mark = { key: crypto.randomUUID(), user, class_schedule: id, date, at: Date.now(), what, refused: null };
      await inTurn(async () => {
        const seq = await store.add(mark, heldUp);
        if (!heldUp) fresh.add(seq);
        change([...marks, { ...mark, seq }]);
      });
      void drain();
    },
    marks: () => marks,
    isHeldUp: () => heldUp,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onDecided(listener) {
      deciding.add(listener);
      return () => deciding.delete(listener);
    },
    onHeldUp(listener) {
      holding.add(listener);
      return () => holding.delete(listener);
    },
    async dismiss(seq) {
      await store.delete(seq);
      await read();
      tellOthers();
    },
    async tryAgain(seq) {
      const mark = await store.get(seq);
      if (mark) await store.put({ ...mark, refused: null });
      await read();
      void drain();
    },
    async wake() {
      await read();
      void drain();
    },
    stop() {
      stopped = true;
      wakeUp();
    },
  };
}
