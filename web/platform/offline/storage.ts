import type { DehydratedState } from '@tanstack/react-query';
import type { RollStatus, Status } from '#contract/status.ts';
import type { MarkDetail } from '#contract/mark-bodies.ts';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** A mark as stored before it is sent. */
export interface PendingMark {
  /** Its position in the queue. */
  seq: number;
  /** The idempotency key: makes retries safe. */
  key: string;
  /** The author's e-mail address. Only this user's session sends it. */
  user: string;
  class_schedule: number;
  /** `YYYY-MM-DD`. */
  date: string;
  /** Time of the mark by the device's clock: epoch milliseconds. */
  at: number;
  what: MarkCommand;
  /** Its student, who may be off the roll when the mark is rejected. */
  name?: string;
  /** The key of the mark that it takes back, which waited as well when it was added. */
  undoes?: string;
  /** The server's reason for rejecting a deferred mark, which remains until it is dismissed. */
  refused: string | null;
  /** It was rejected with a question, which a retry answers with yes. */
  asks?: true;
}

/** `takesBack` is the same for all commands of one undo; `from` is the status that the undone command gave. */
export type MarkCommand = Command & { takesBack?: string; from?: RollStatus };

type Command =
  /** Text: a card number or student id. Number: the student chosen in the list. */
  | {
      do: 'mark';
      student: string | number;
      status: Status;
      /** The student was chosen among the suggestions of what was typed. */
      how?: 'typed';
      /** Details besides the status; omitted ones do not change. */
      detail?: MarkDetail;
      /** The status that the mark had when its details were opened: another one stays. */
      seen?: RollStatus;
    }
  /** Present by default. `seen`: marks that have another status by then stay. */
  | { do: 'bulk'; students: number[]; status?: Exclude<Status, 'Present'>; seen?: RollStatus }
  /**
   * Marks every student without a mark as Absent; `students` are those without one on this screen. `confirm`:
   * the user knows that the class has not begun.
   */
  | { do: 'rest'; students: number[]; confirm?: true }
  /** The same, and closes the roll. */
  | { do: 'close'; students: number[]; confirm?: true }
  /** Undoes the closing, with the absences that it set. */
  | { do: 'reopen'; students: number[] }
  /** Withdraws the marks of students who still have this status. */
  | { do: 'undo'; students: number[]; status: Status }
  /** Withdraws a record while it has the status; `student` is its student. */
  | { do: 'withdraw'; record: number; student: number; status?: Status };

interface Schema extends DBSchema {
  /** Persisted queries, by name. */
  kept: { key: string; value: DehydratedState };
  marks: { key: number; value: Omit<PendingMark, 'seq'> & { seq?: number } };
}

export type Storage = IDBPDatabase<Schema>;

/** Opens IndexedDB; null where it is unavailable (some private windows). */
export async function openStorage(): Promise<Storage | null> {
  try {
    return await openDB<Schema>('attendance', 1, {
      upgrade(storage) {
        storage.createObjectStore('kept');
        storage.createObjectStore('marks', { keyPath: 'seq', autoIncrement: true });
      },
    });
  } catch (error) {
    console.error('Nothing can be stored in this browser:', error);
    return null;
  }
}
