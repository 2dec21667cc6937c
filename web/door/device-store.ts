import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { OwnDevice } from '#contract/attendance/device.ts';
import { deviceMarker } from '#web/platform/reader/device-marker.ts';
import type { WrongPins } from './pin.ts';
import type { StoredTap, TapStore } from './tap-queue.ts';

/** What the page shows and reads cards by, also without the network. */
export type DevicePlace = Pick<OwnDevice, 'room_number' | 'time_zone' | 'reader_gap_ms'>;

/** What makes this browser a device. */
export interface DeviceState {
  id: number;
  name: string;
  key: string;
  /** The number of the last tap with this key. */
  sequence: number;
  /** PBKDF2 of the PIN that guards the settings, in hexadecimal digits, with its salt. */
  pin: { hash: string; salt: string };
  /** Since the last right PIN; absent without any. Stored, so that a reload does not forget them. */
  wrong_pins?: WrongPins;
  /** Of the last answer; absent before it. */
  place?: DevicePlace;
}

interface Schema extends DBSchema {
  device: { key: 'own'; value: DeviceState };
  taps: { key: number; value: StoredTap };
  'set-aside': { key: number; value: StoredTap };
}

export interface DeviceStore extends TapStore {
  read(): Promise<DeviceState | undefined>;
  /** Becomes a device, or takes another key: its numbers go on after those that wait. */
  save(device: DeviceState): Promise<void>;
  /** Keeps the place; a larger number was received with this key: the next one comes after it. */
  received(own: DevicePlace & Pick<OwnDevice, 'last_sequence'>): Promise<void>;
  saveWrongPins(wrong: WrongPins): Promise<void>;
  /** Forgets the key; with it the taps that wait. */
  clear(): Promise<void>;
}

/** Taps and key on this device's disk. */
export async function openDeviceStore(): Promise<DeviceStore> {
  const database: IDBPDatabase<Schema> = await openDB<Schema>('attendance-door', 1, {
    upgrade(created) {
      created.createObjectStore('device');
      created.createObjectStore('taps', { keyPath: 'sequence' });
      created.createObjectStore('set-aside', { keyPath: 'sequence' });
    },
  });
  // A browser that clears its disk when it is short of space asks first.
  void navigator.storage?.persist?.();
  return {
    read: () => database.get('device', 'own'),
    async save(device) {
      const before = await database.get('device', 'own');
      const sequence = Math.max(device.sequence, before?.sequence ?? 0);
      await database.put('device', { ...device, sequence }, 'own');
      localStorage.setItem(deviceMarker, String(device.id));
    },
    async received({ last_sequence, room_number, time_zone, reader_gap_ms }) {
      const transaction = database.transaction('device', 'readwrite');
      const device = await transaction.store.get('own');
      if (device) {
        const sequence = Math.max(device.sequence, last_sequence);
        const place = { room_number, time_zone, reader_gap_ms };
        await transaction.store.put({ ...device, sequence, place }, 'own');
      }
      await transaction.done;
    },
    async saveWrongPins(wrong_pins) {
      const transaction = database.transaction('device', 'readwrite');
      const device = await transaction.store.get('own');
      if (device) await transaction.store.put({ ...device, wrong_pins }, 'own');
      await transaction.done;
    },
    async clear() {
      const transaction = database.transaction(['device', 'taps', 'set-aside'], 'readwrite');
      await Promise.all([
        transaction.objectStore('device').clear(),
        transaction.objectStore('taps').clear(),
        transaction.objectStore('set-aside').clear(),
        transaction.done,
      ]);
      localStorage.removeItem(deviceMarker);
    },
    async add(read, at) {
      const transaction = database.transaction(['device', 'taps'], 'readwrite', {
        durability: 'strict',
      });
      const device = await transaction.objectStore('device').get('own');
      if (!device) throw new Error('This browser is no device.');
      const tap = { sequence: device.sequence + 1, ...read, at };
      await transaction.objectStore('device').put({ ...device, sequence: tap.sequence }, 'own');
      await transaction.objectStore('taps').add(tap);
      await transaction.done;
      return tap;
    },
    first: (count) => database.getAll('taps', null, count),
    count: () => database.count('taps'),
    async remove(sequences) {
      const transaction = database.transaction('taps', 'readwrite');
      await Promise.all([
        ...sequences.map((sequence) => transaction.store.delete(sequence)),
        transaction.done,
      ]);
    },
    async setAside(tap) {
      const transaction = database.transaction(['taps', 'set-aside'], 'readwrite');
      await Promise.all([
        transaction.objectStore('set-aside').put(tap),
        transaction.objectStore('taps').delete(tap.sequence),
        transaction.done,
      ]);
    },
  };
}
