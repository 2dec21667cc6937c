import { sql } from 'kysely';
import { isUuid, type IdOrUuid } from '#contract/fields.ts';
import { messages } from '#contract/texts.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import { lockOrder, lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';

/** The id of the student in a path; null when there is none. */
export async function studentNamed(database: Database, named: IdOrUuid): Promise<number | null> {
  const found = await database
    .selectFrom('student')
    .select('id')
    .where((is) =>
      named.uuid === undefined ? is('id', '=', named.id) : is('uuid', '=', named.uuid),
    )
    .executeTakeFirst();
  return found?.id ?? null;
}

/** The student that a body names, locked: a merge, an erasure or a deletion is waited for, or waits. */
const lockReferred = (database: Database, key: unknown) =>
  database
    .selectFrom('student')
    .select(['id', 'archived_at', 'erased_at'])
    .where((is) => {
      if (typeof key === 'number') return is('id', '=', key);
      const text = String(key);
      return isUuid(text)
        ? is.or([is('uuid', '=', text), is('student_id', '=', text)])
        : is('student_id', '=', text);
    })
    .forKeyShare()
    .executeTakeFirst();

/** Locks the students of rows that are written, or the one that gets a row: before the rows (decision 0044). */
export async function lockStudentsOf(
  trx: Database,
  kind: 'leave' | 'red list',
  ids: number[],
  key: unknown,
): Promise<void> {
  if (ids.length === 0) return;
  if (key !== undefined) return void (await lockReferred(trx, key));
  const { rows } = await sql<{ id: number }>`
    select distinct student_id as id from ${sql.table(lockOrder[kind])}
    where id = any(${ids}::bigint[])`.execute(trx);
  await lockRows(
    trx,
    'student',
    rows.map(({ id }) => id),
    'key share',
  );
}

/**
 * The id of a student in a body: a number is the id, text is a student ID or uuid (R-STUDENT-2). Within a
 * transaction the student is locked: a merge, an erasure or a deletion is waited for, or waits.
 * @throws ApiError 400 at the field, also for an archived student; 409 for an erased one.
 */
export async function studentReferred(
  database: Database,
  field: string,
  key: unknown,
): Promise<number> {
  const found = await lockReferred(database, key);
  if (!found) throw validationError(field, 'does not exist');
  if (found.erased_at) throw new ApiError(409, { detail: messages.erasedStudent });
  if (found.archived_at) throw validationError(field, 'is archived');
  return found.id;
}

/**
 * The ids of several students, including archived ones.
 * @throws ApiError 400 at the field with those that do not exist.
 */
export async function studentsReferred(
  database: Database,
  field: string,
  keys: (number | string)[],
): Promise<number[]> {
  const texts = keys.filter((key) => typeof key === 'string');
  const rows = await database
    .selectFrom('student')
    .select(['id', 'uuid', 'student_id'])
    .where((is) =>
      is.or([
        is('id', '=', anyOf.ids(keys.filter((key) => typeof key === 'number'))),
        is('student_id', '=', anyOf.texts(texts)),
        is('uuid', '=', anyOf.uuids(texts.filter(isUuid))),
      ]),
    )
    .execute();
  const known = new Map<number | string, number>(
    rows.flatMap(({ id, uuid, student_id }) => [
      [id, id] as const,
      [student_id, id] as const,
      [uuid, id] as const,
    ]),
  );
  const idOf = (key: number | string) => known.get(key) ?? known.get(String(key).toLowerCase());
  const ids = new Set<number>();
  const missing: (number | string)[] = [];
  for (const key of keys) {
    const id = idOf(key);
    if (id === undefined) missing.push(key);
    else ids.add(id);
  }
  if (missing.length)
    throw validationError(field, `${missing.slice(0, 20).join(', ')} cannot be found`);
  return [...ids];
}
