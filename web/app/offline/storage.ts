import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** A mark as it is written down before it is sent. */
export interface KeptMark {
  /** Its place in the order in which marks are sent. */
  seq: number;
  /** Makes sending it again harmless: the server answers the same once. */
  key: string;
  /** Whose mark it is: an e-mail address. Nobody else's sign-in sends it. */
  user: string;
  class_schedule: number;
  /** `YYYY-MM-DD`. */
  date: string;
  /** When it was made, by the device's clock: epoch milliseconds. */
  at: number;
  what: MarkOrder;
  /** What the server said no with, when it did so after a wait; such a mark stays until somebody has seen it. */
  refused: string | null;
}

export type MarkOrder =
  /** Text: a card number or student id. Number: the student chosen in the list. */
  | { do: 'mark'; student: string | number; status: 'Present' | 'Absent' }
  | { do: 'bulk'; students: number[] }
  /** Takes a record back; `student` is whose. */
  | { do: 'withdraw'; record: number; student: number };

interface Schema extends DBSchema {
  /** What screens can show without the server, by name. */
  kept: { key: string; value: unknown };
  marks: { key: number; value: Omit<KeptMark, 'seq'> & { seq?: number } };
}

export type Storage = IDBPDatabase<Schema>;

/** The browser's own database; null where there is none (some private windows): then this page's memory must do. */
export async function openStorage(): Promise<Storage | null> {
  try {
    return await openDB<Schema>('attendance', 1, {
      upgrade(storage) {
        storage.createObjectStore('kept');
        storage.createObjectStore('marks', { keyPath: 'seq', autoIncrement: true });
      },
    });
  } catch (error) {
    console.error('Nothing can be kept in this browser:', error);
    return null;
  }
}
