import type { OwnDevice } from '#contract/attendance/device.ts';
import { ApiError } from '#web/platform/api.ts';
import { playSound } from '#web/platform/reader/sound.ts';
import { watchBattery } from './battery.ts';
import { createDeviceServer } from './device-server.ts';
import type { DevicePlace, DeviceState, DeviceStore } from './device-store.ts';
import { createShownPanel, shownMs } from './shown-panel.ts';
import { createTapQueue, type Connection, type ReadCard } from './tap-queue.ts';
import {
  idlePanel,
  panelOf,
  refusedPanel,
  savedPanel,
  sendingPanel,
  timeText,
  type Panel,
} from './text.ts';

/** After this time a tap without an answer is called saved, in milliseconds. */
const answerMs = 1500;
/** How often room, class and counts are read again. */
const readMs = 30_000;
/** The same card is not read again for this time: readers repeat while it is held. */
const sameCardMs = 1500;

interface DoorState {
  panel: Panel;
  /** Null until the server has answered. */
  own: OwnDevice | null;
  /** Null until the server has answered once, also before the page was opened. */
  place: DevicePlace | null;
  connection: Connection;
  waiting: number;
  /** The server's clock, by its last answer. */
  time: Date;
}

/** Taps at a door: stored, sent, answered and shown. */
export interface Door {
  state: () => DoorState;
  subscribe: (listener: () => void) => () => void;
  /** Reads the room and sends what waits, from time to time. @returns ends it. */
  start: () => () => void;
  tap: (card: string) => void;
  /** A card that was read in pieces. */
  torn: () => void;
  /** A student ID that the attendant types, who knows the PIN (R-DOOR-6). */
  typed: (id: string) => void;
  /** Milliseconds since the last card. */
  quietMs: () => number;
}

const sounds = { green: 'good', amber: 'known', red: 'bad' } as const;

export function createDoor(store: DeviceStore, { key, place }: DeviceState): Door {
  const { state, subscribe, set } = createState({
    panel: idlePanel,
    own: null,
    place: place ?? null,
    connection: 'online',
    waiting: 0,
    time: new Date(),
  });
  const server = createDeviceServer(key);
  let last = { card: '', at: performance.now(), sequence: 0 };
  const battery = createBatteryReport();

  const shown = createShownPanel((panel) => set({ panel }));
  const { show, say } = shown;
  const savedNow = () => savedPanel(timeText(server.now(), state().place?.time_zone));

  async function read(): Promise<void> {
    try {
      const own = await server.read();
      await store.received(own);
      set({ own, place: own, connection: 'online', time: server.now() });
      if (battery.hasChanged()) await queue.report();
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 401;
      set({ connection: isRefused ? 'refused' : 'offline' });
      // What it may not read any more is not shown either.
      if (isRefused) {
        set({ own: null });
        show(refusedPanel, false);
      }
    }
  }

  const queue = createTapQueue({
    store,
    send: server.send,
    now: () => new Date(),
    about: battery.about,
    onAnswers(answers) {
      // Those of taps that waited are no news at the door.
      const newest = answers.find(({ sequence }) => sequence === last.sequence);
      if (newest && performance.now() - last.at < shownMs)
        say(panelOf(newest), sounds[newest.colour]);
      void read();
    },
    onState: set,
  });

  /** On disk; without an answer soon the panel says so. */
  function stored(tap: typeof last, sequence: number): void {
    tap.sequence = sequence;
    if (state().connection === 'offline') {
      say(savedNow(), 'good');
      return;
    }
    shown.later(() => {
      // Another card may have been read meanwhile.
      if (last === tap) show(savedNow());
    }, answerMs);
  }

  return {
    state,
    subscribe,
    start: () =>
      repeat({
        read,
        flush: () => queue.flush(),
        tick: () => set({ time: server.now() }),
      }),
    tap: (card) => take({ card }),
    torn: () =>
      say(
        { colour: 'amber', title: 'Tap again', line: 'The card was not read.', isTaken: false },
        'bad',
      ),
    typed: (id) => take({ card: id, typed: true }),
    quietMs: () => performance.now() - last.at,
  };

  function take(read: ReadCard): void {
    const { card } = read;
    const at = performance.now();
    if (card === last.card && at - last.at < sameCardMs) return;
    const tap = { card, at, sequence: 0 };
    last = tap;
    if (state().connection === 'refused') {
      show(refusedPanel, false);
      playSound('bad');
      return;
    }
    show(sendingPanel, false);
    queue.add(read).then(
      (sequence) => stored(tap, sequence),
      (error: unknown) => {
        console.error('A tap could not be stored:', error);
        say(
          {
            colour: 'red',
            title: 'Not taken',
            line: 'This device cannot store it.',
            isTaken: false,
          },
          'bad',
        );
      },
    );
  }
}

/** What the tablet reports of itself: its version, and its battery in percent where it is known. */
function createBatteryReport() {
  const battery = watchBattery();
  let reported: number | undefined;
  return {
    hasChanged: () => battery() !== reported,
    about: () => {
      const percent = (reported = battery());
      const version = `tablet ${import.meta.env.VITE_BUILD ?? 'dev'}`;
      return { version, ...(percent !== undefined && { battery: percent }) };
    },
  };
}

/** A value that is replaced as a whole, and who listens to it. */
function createState(first: DoorState) {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (change: Partial<DoorState>) => {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
  };
}

interface Repeated {
  read: () => Promise<void>;
  flush: () => Promise<void>;
  /** The clock goes on. */
  tick: () => void;
}

/** Reads and sends now, from time to time, and as soon as the network is back. @returns ends it. */
function repeat({ read, flush, tick }: Repeated): () => void {
  const again = () => {
    void read();
    void flush();
  };
  again();
  const timer = setInterval(() => void read(), readMs);
  const clock = setInterval(tick, 1000);
  addEventListener('online', again);
  return () => {
    clearInterval(timer);
    clearInterval(clock);
    removeEventListener('online', again);
  };
}
