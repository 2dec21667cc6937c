import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { noteWaitingTicks } from './waiting-ticks.ts';

/** A tick as it is stored before it is sent. */
export interface StoredTick {
  /** With its number the key of its repetitions: the page that made it. */
  device: string;
  number: number;
  /** The author's e-mail address. Only this user's session sends it. */
  user: string;
  roll_call: number;
  person: number;
  accounted: boolean;
  /** The number of an earlier tick of this device about this person, which then does not count. */
  takes_back?: number;
  /** When it was made, by the device's clock: epoch milliseconds. */
  at: number;
}

/** A list of people as it was last shown. */
export interface StoredList {
  user: string;
  /** By the device's clock: epoch milliseconds. */
  at: number;
  list: unknown;
}

interface Schema extends DBSchema {
  lists: { key: 'here'; value: StoredList };
  ticks: { key: [string, number]; value: StoredTick };
}

const name = 'attendance-building';
const maxAgeMs = 24 * 3_600_000;

/**
 * A database of its own: a new version of the one of marks would wait until the tabs of earlier releases are closed.
 * Null where there is none.
 */
let opened: Promise<IDBPDatabase<Schema> | null> | null = null;
const open = (): Promise<IDBPDatabase<Schema> | null> =>
  (opened ??= openDB<Schema>(name, 1, {
    upgrade(database) {
      database.createObjectStore('lists');
      database.createObjectStore('ticks', { keyPath: ['device', 'number'] });
    },
  }).catch(() => null));

/** Stores the list of a roll call that is running; it replaces the one before. */
export async function storeList(stored: StoredList): Promise<void> {
  await (await open())?.put('lists', stored, 'here');
}

/** The stored list of a user of the last 24 hours; any other one is deleted. */
export async function storedList(user: string, now: number): Promise<StoredList | undefined> {
  const stored = await (await open())?.get('lists', 'here');
  if (stored === undefined) return undefined;
  if (stored.user === user && stored.at > now - maxAgeMs && stored.at <= now) return stored;
  await deleteList();
  return undefined;
}

/** Deletes the list: at the end of a roll call, and when its reader signs out. */
export async function deleteList(): Promise<void> {
  await (await open())?.delete('lists', 'here');
}

/** @throws where nothing can be stored. */
export async function storeTicks(ticks: StoredTick[]): Promise<void> {
  const database = await open();
  if (!database) throw new Error('Nothing can be stored in this browser.');
  noteWaitingTicks(true);
  const transaction = database.transaction('ticks', 'readwrite', { durability: 'strict' });
  await Promise.all([...ticks.map((tick) => transaction.store.put(tick)), transaction.done]);
}

/** The ticks of a user that wait. */
export async function storedTicks(user: string): Promise<StoredTick[]> {
  const all = (await (await open())?.getAll('ticks')) ?? [];
  return all.filter((tick) => tick.user === user);
}

export async function deleteTicks(ticks: Pick<StoredTick, 'device' | 'number'>[]): Promise<void> {
  const database = await open();
  if (!database) return;
  const transaction = database.transaction('ticks', 'readwrite');
  await Promise.all([
    ...ticks.map(({ device, number }) => transaction.store.delete([device, number])),
    transaction.done,
  ]);
  if ((await database.count('ticks')) === 0) noteWaitingTicks(false);
}
