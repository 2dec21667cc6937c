import { sql } from 'kysely';
import { isUuid } from '#contract/fields.ts';
import { messages } from '#contract/texts.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { assertNotAboutOwn } from '#server/school/own-row.ts';

export interface Person {
  id: number;
  student_id: string;
  name: string;
}

/**
 * Locks the students until the transaction ends, in one order, so that concurrent enrolments of a
 * student are serialised. Taps do not take this lock.
 * @throws ApiError 400 for missing or archived students, 409 for erased ones, 403 for the user's own.
 */
export async function lockStudents(
  trx: Database,
  field: string,
  keys: (number | string)[],
  user: Pick<CurrentUser, 'email'>,
): Promise<Person[]> {
  const ids = keys.filter((key) => typeof key === 'number');
  const texts = keys.filter((key) => typeof key === 'string');
  const rows = await trx
    .selectFrom('student')
    .select(['id', 'student_id', 'uuid', 'archived_at', 'erased_at'])
    .select(sql<string>`person_name(first_name, last_name)`.as('name'))
    .where((student) =>
      student.or([
        student('id', '=', anyOf.ids(ids)),
        student('student_id', '=', anyOf.texts(texts)),
        student('uuid', '=', anyOf.uuids(texts.filter(isUuid))),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const found = new Set(rows.flatMap(({ id, student_id, uuid }) => [id, student_id, uuid]));
  const missing = keys.filter((key) => !found.has(key));
  if (missing.length)
    throw validationError(
      field,
      keys.length === 1 ? 'does not exist' : `${missing.slice(0, 20).join(', ')}: not found`,
    );
  await assertNotAboutOwn(
    trx,
    rows.map(({ id }) => id),
    user,
  );
  if (rows.some((row) => row.erased_at !== null))
    throw new ApiError(409, { detail: messages.erasedStudent });
  const archived = rows.filter((row) => row.archived_at !== null);
  if (archived.length)
    throw validationError(
      field,
      keys.length === 1
        ? 'is archived'
        : `${archived.map((row) => row.student_id).join(', ')}: archived`,
    );
  return rows.map(({ id, student_id, name }) => ({ id, student_id, name }));
}

/**
 * Classes that students join, locked so that their times do not change; students are locked after them.
 * @throws ApiError 400 at the field for a class that does not exist or is archived.
 */
export async function checkClasses(trx: Database, field: string, classes: number[]): Promise<void> {
  const rows = await trx
    .selectFrom('class_schedule')
    .select(['id', 'archived_at'])
    .where('id', '=', anyOf.ids(classes))
    .orderBy('id')
    // Of two enrolments in a class the second counts the students of the first (R-ENROL-9).
    .forNoKeyUpdate()
    .execute();
  const missing = classes.find((id) => !rows.some((row) => row.id === id));
  if (missing !== undefined)
    throw validationError(
      field,
      classes.length === 1 ? 'does not exist' : `class ${missing} does not exist`,
    );
  const archived = rows.find((row) => row.archived_at !== null);
  if (archived)
    throw validationError(
      field,
      classes.length === 1 ? 'is archived' : `class ${archived.id} is archived`,
    );
}
