import type { Database } from '../../platform/database/pool.ts';
import type { Files } from '../../platform/files/files.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { eraseStudent } from './erase.ts';
import { studentsToErase, type Erasure } from './erasures.ts';

interface Parts {
  database: Database;
  files: Pick<Files, 'removeReleased'>;
  today: string;
  now: string;
}

/** Erases the students of recorded erasures whose data came back with an older backup. @returns how many. */
export async function eraseAgain({ database, files, today, now }: Parts, erasures: Erasure[]): Promise<number> {
  const students = await studentsToErase(database, erasures);
  // Each in a transaction of its own, as when it was erased first.
  for (const id of students) await eraseStudent(database, id, { redactNotes: true, today, now }).catch(unlessErased);
  await files.removeReleased();
  return students.length;
}

/** Another process that starts at the same time may have been first. */
function unlessErased(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 409)) throw error;
}
