import type { Database } from '#server/platform/database/pool.ts';
import type { Files } from '#server/platform/files/files.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { eraseStudent } from './erase.ts';
import { studentsToErase, type Erasure } from './erasures.ts';

interface EraseOptions {
  database: Database;
  files: Pick<Files, 'removeReleased'>;
  today: string;
  now: string;
}

/** Erases students again whose data were restored from an older backup. @returns the number of students. */
export async function eraseAgain(
  { database, files, today, now }: EraseOptions,
  erasures: Erasure[],
): Promise<number> {
  const students = await studentsToErase(database, erasures);
  // One transaction each, as in the first erasure.
  for (const id of students)
    await eraseStudent(database, id, { redactNotes: true, today, now }).catch(unlessErased);
  await files.removeReleased();
  return students.length;
}

/** Another process that starts at the same time may have erased the student first. */
function unlessErased(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 409)) throw error;
}
