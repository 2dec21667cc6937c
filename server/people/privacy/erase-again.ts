import { sql } from 'kysely';
import { factsOf, studentFieldNames } from '#contract/student-fields.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Files } from '#server/platform/files/files.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { eraseStudent } from './erase.ts';
import { studentsToErase, type Erasure } from './erasures.ts';
import { eraseRowsOfErased } from './own-rows.ts';

interface EraseOptions {
  database: Database;
  files: Pick<Files, 'removeReleased'>;
  today: string;
  now: string;
}

/**
 * Erases what an older version has left of students whom it erased: rows of tables, and fields, that it did not know.
 * @returns the number of rows.
 */
export const eraseRest = async (database: Database): Promise<number> =>
  (await eraseRowsOfErased(database)) + (await eraseNewFields(database));

/** The fields of erased students that the database does not guard: those that came later. */
async function eraseNewFields(database: Database): Promise<number> {
  const { rows: guarded } = await sql<{ name: string }>`
    select a.attname as name from pg_trigger t
    join pg_attribute a on a.attrelid = t.tgrelid and a.attnum = any(t.tgattr)
    where t.tgname = 'student_stays_erased'`.execute(database);
  const isGuarded = new Set(guarded.map(({ name }) => name));
  let rows = 0;
  for (const name of studentFieldNames.filter((field) => !isGuarded.has(field))) {
    const { erased } = factsOf(name);
    if (erased === 'placeholder') continue;
    const done = await sql`
      update student set ${sql.ref(name)} = ${erased}
      where erased_at is not null and ${sql.ref(name)} is distinct from ${erased}`.execute(
      database,
    );
    rows += Number(done.numAffectedRows ?? 0n);
  }
  return rows;
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
