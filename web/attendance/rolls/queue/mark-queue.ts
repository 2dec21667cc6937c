import type { ApiError } from '#web/platform/api.ts';
import type { PendingMark, MarkCommand } from '#web/platform/offline/storage.ts';
import { createListeners, createListenersByRoll } from './listeners.ts';
import { createSender } from './sender.ts';
import { createSerializer } from './serializer.ts';
import { noteMade } from './waited.ts';

/** Stores marks; `seq` is their order. */
export interface MarkStore {
  /**
   * @param isDurable resolve after the mark is flushed to disk: without the network this is its
   * only copy.
   */
  add(mark: Omit<PendingMark, 'seq'>, isDurable: boolean): Promise<number>;
  put(mark: PendingMark): Promise<void>;
  get(seq: number): Promise<PendingMark | undefined>;
  delete(seq: number): Promise<void>;
  all(): Promise<PendingMark[]>;
}

/** The outcome of sending a mark. */
export type Outcome<Answer> =
  /** `except`: why the server rejected a part of it. */
  | { type: 'done'; answer: Answer; except?: string }
  /** The server rejected it permanently. */
  | { type: 'refused'; reason: string; error: ApiError }
  /** No answer, or a temporary error: it is sent again. */
  | { type: 'later' };

/**
 * The final outcome of a mark. `deferred`: it had to wait for the network, or for another page, or its roll is not on the screen:
 * a rejected one stays.
 */
export type Decided<Answer> = {
  mark: PendingMark;
  deferred: boolean;
  /** This page shows its roll. */
  isShown: boolean;
} & Exclude<Outcome<Answer>, { type: 'later' }>;

interface QueueOptions<Answer> {
  user: string;
  store: MarkStore;
  send: (mark: PendingMark) => Promise<Outcome<Answer>>;
  /** A waiting undo, after the answer to the mark that it takes back. */
  undoAfter?: (undo: MarkCommand, answer: Answer) => MarkCommand;
  /** Runs exclusively among all pages of this browser. */
  withLock: <T>(work: () => Promise<T>) => Promise<T>;
  /** Notifies other pages of this browser of a change. */
  broadcast: () => void;
  /** Resolves after the given milliseconds. */
  delay: (ms: number) => Promise<void>;
}

export interface MarkQueue<Answer> {
  /**
   * Stores a mark, which is then sent in the background.
   * @param more `name`: its student, if it has one only; `undoes`: the key of the waiting mark that it
   * takes back.
   */
  add(
    of: { id: number; date: string },
    what: MarkCommand,
    more?: Pick<PendingMark, 'name' | 'undoes'>,
  ): Promise<void>;
  /** Stores a mark of another roll for this one: it counts from when it was made. */
  repeat(of: { id: number; date: string }, mark: PendingMark): Promise<void>;
  /**
   * The user's marks that are pending, or rejected and not dismissed, in order. The array is stable
   * between changes.
   */
  marks: () => PendingMark[];
  /** Whether sending has failed: the network or the server is unavailable. */
  isStalled(): boolean;
  subscribe: (listener: () => void) => () => void;
  onDecided(listener: (decided: Decided<Answer>) => void): () => void;
  /** Listens to the marks of one roll, which this page shows: a rejected one is not stored, since its author sees it. */
  onDecidedOf(
    of: { id: number; date: string },
    listener: (decided: Decided<Answer>) => void,
  ): () => void;
  /** Called with the latest mark when sending starts to fail. */
  onStalled(listener: (latest: PendingMark) => void): () => void;
  /** Removes a rejected mark. */
  dismiss(seq: number): Promise<void>;
  retry(seq: number): Promise<void>;
  /** Reads the store and sends pending marks immediately. */
  wake(): Promise<void>;
  /** Sends the pending marks of the store, also after a stop. */
  start(): Promise<void>;
  /** Sends nothing more until the next start. */
  stop(): void;
}

/**
 * The queue of pending marks: each is stored first, then sent in order, one at a time, until the
 * server answers. The queue survives a reload; marks that the server rejects after a wait remain
 * until they are dismissed.
 */
export function createMarkQueue<Answer>(options: QueueOptions<Answer>): MarkQueue<Answer> {
  const { user, store, send, undoAfter, withLock, broadcast, delay } = options;
  const decidedListeners = createListeners<Decided<Answer>>();
  const stalledListeners = createListeners<PendingMark>();
  const serialize = createSerializer();
  /** Marks of this page without a delay: their author sees the outcome on the screen. */
  const foreground = new Set<number>();
  const pending = createPending(stalledListeners.notify);
  /** The rolls that this page shows. */
  const shown = createListenersByRoll<Decided<Answer>>();
  let stopped = false;

  const read = () =>
    serialize(async () => {
      const all = await store.all();
      pending.set(all.filter((mark) => mark.user === user).sort((a, b) => a.seq - b.seq));
    });

  const sender = createSender({
    next: () => (stopped ? undefined : pending.marks().find((mark) => mark.refused === null)),
    attempt: (mark) => withLock(() => attempt(mark)),
    onGoOn: () => pending.setStalled(false),
    onFailed() {
      foreground.clear();
      // Other pages show what waits here as well.
      if (!pending.isStalled()) broadcast();
      pending.setStalled(true);
    },
    delay,
  });

  async function attempt(next: PendingMark): Promise<'later' | 'decided'> {
    const mark = await store.get(next.seq);
    // Another page of this browser has sent it.
    if (!mark || mark.refused !== null) {
      await read();
      return 'decided';
    }
    // After a sign-out no mark is sent with the next user's token.
    if (stopped) return 'later';
    const outcome = await send(mark);
    if (outcome.type === 'later') return 'later';
    const waited = !foreground.delete(mark.seq);
    const isRefused = outcome.type === 'refused' || outcome.except !== undefined;
    // Also where its author has left the roll meanwhile.
    const isShown = shown.has(mark);
    const deferred = waited || (isRefused && !isShown);
    const stored = storedAfter(mark, outcome, deferred);
    if (stored) await store.put(stored);
    else await store.delete(mark.seq);
    await read();
    if (outcome.type === 'done') await followAnswer(mark, outcome.answer);
    broadcast();
    const decided = { mark, deferred, isShown, ...outcome };
    decidedListeners.notify(decided);
    shown.notify(mark, decided);
    return 'decided';
  }

  /** Before the next one is sent: an undo behind the mark is about the student whom the server marked. */
  async function followAnswer({ key }: PendingMark, answer: Answer): Promise<void> {
    const undos = pending.marks().filter(({ undoes }) => undoes === key);
    if (undos.length === 0 || !undoAfter) return;
    await Promise.all(
      undos.map((undo) => store.put({ ...undo, what: undoAfter(undo.what, answer) })),
    );
    await read();
  }

  async function enqueue(
    mark: Pick<PendingMark, 'class_schedule' | 'date' | 'at' | 'what' | 'name' | 'undoes'>,
    repeated?: string,
  ): Promise<void> {
    const stored = { ...mark, key: crypto.randomUUID(), user, refused: null };
    noteMade(stored.key, repeated);
    await serialize(async () => {
      const isStalled = pending.isStalled();
      const seq = await store.add(stored, isStalled);
      if (!isStalled) foreground.add(seq);
      pending.set([...pending.marks(), { ...stored, seq }]);
      if (isStalled) broadcast();
    });
    void sender.send();
  }

  return {
    add: ({ id, date }, what, { name, undoes } = {}) =>
      enqueue({
        class_schedule: id,
        date,
        at: Date.now(),
        what,
        ...(name !== undefined && { name }),
        ...(undoes !== undefined && { undoes }),
      }),
    repeat: ({ id, date }, { key, at, what, name }) =>
      enqueue({ class_schedule: id, date, at, what, ...(name !== undefined && { name }) }, key),
    marks: pending.marks,
    isStalled: pending.isStalled,
    subscribe: pending.subscribe,
    onDecided: decidedListeners.add,
    onDecidedOf: shown.add,
    onStalled: stalledListeners.add,
    async dismiss(seq) {
      await store.delete(seq);
      await read();
      broadcast();
    },
    async retry(seq) {
      const mark = await store.get(seq);
      if (mark) await store.put(retried(mark));
      await read();
      void sender.send();
    },
    async wake() {
      await read();
      void sender.send();
    },
    async start() {
      stopped = false;
      await this.wake();
    },
    stop() {
      stopped = true;
      sender.wake();
    },
  };
}

/** The marks that wait, and whether sending has failed. @param onStalled gets the latest one. */
function createPending(onStalled: (latest: PendingMark) => void) {
  const listeners = createListeners<void>();
  let marks: PendingMark[] = [];
  let stalled = false;
  function set(next: PendingMark[]): void {
    marks = next;
    listeners.notify();
  }
  return {
    marks: () => marks,
    set,
    isStalled: () => stalled,
    setStalled(value: boolean) {
      if (stalled === value) return;
      stalled = value;
      set([...marks]);
      const latest = marks.findLast((mark) => mark.refused === null);
      if (value && latest) onStalled(latest);
    },
    subscribe: listeners.add,
  };
}

/**
 * The mark as it stays in the store: rejected after a wait, or with a question. Null when it is done
 * with.
 */
function storedAfter<Answer>(
  mark: PendingMark,
  outcome: Exclude<Outcome<Answer>, { type: 'later' }>,
  deferred: boolean,
): PendingMark | null {
  const refused = outcome.type === 'refused' ? outcome.reason : outcome.except;
  const asks = outcome.type === 'refused' && outcome.error.body.confirm !== undefined;
  const [fail] = (outcome.type === 'refused' && outcome.error.body.fail) || [];
  const name = mark.name ?? fail?.name ?? fail?.student_id;
  if (refused === undefined || !(deferred || asks)) return null;
  return {
    ...mark,
    // A retry needs a new key: the server repeats its answer to this one.
    key: crypto.randomUUID(),
    refused,
    ...(name !== undefined && { name }),
    ...(asks && { asks }),
  };
}

/** With the answer to the question that a mark was rejected with. */
function retried({ asks, ...mark }: PendingMark): PendingMark {
  const { what } = mark;
  const confirms = asks && (what.do === 'close' || what.do === 'rest');
  return { ...mark, refused: null, ...(confirms && { what: { ...what, confirm: true } }) };
}
