import { isUuid, type IdOrUuid } from '../../../contract/fields.ts';
import { messages } from '../../../contract/messages.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ApiError, wrongField } from '../../platform/http/api-error.ts';

/** Which student a path names; null when there is none. */
export async function studentNamed(database: Database, named: IdOrUuid): Promise<number | null> {
  const found = await database
    .selectFrom('student')
    .select('id')
    .where((is) => ('uuid' in named ? is('uuid', '=', named.uuid!) : is('id', '=', named.id)))
    .executeTakeFirst();
  return found?.id ?? null;
}

/**
 * Which student a body names: a number is the id, text a student id or uuid (design §6).
 * @throws ApiError 400 at the field, also for a student who is archived; 409 for one whose data were erased.
 */
export async function studentReferred(database: Database, field: string, key: unknown): Promise<number> {
  const found = await database
    .selectFrom('student')
    .select(['id', 'archived_at', 'erased_at'])
    .where((is) => {
      if (typeof key === 'number') return is('id', '=', key);
      const text = String(key);
      return isUuid(text) ? is.or([is('uuid', '=', text), is('student_id', '=', text)]) : is('student_id', '=', text);
    })
    .executeTakeFirst();
  if (!found) throw wrongField(field, 'does not exist');
  if (found.erased_at) throw new ApiError(409, { detail: messages.erasedStudent });
  if (found.archived_at) throw wrongField(field, 'is archived');
  return found.id;
}

/**
 * The ids of several, archived ones too.
 * @throws ApiError 400 at the field with those that do not exist.
 */
export async function studentsReferred(database: Database, field: string, keys: (number | string)[]): Promise<number[]> {
  const texts = keys.filter((key) => typeof key === 'string');
  const rows = await database
    .selectFrom('student')
    .select(['id', 'uuid', 'student_id'])
    .where((is) =>
      is.or([
        is('id', 'in', [0, ...keys.filter((key) => typeof key === 'number')]),
        is('student_id', 'in', ['', ...texts]),
        is('uuid', 'in', [noUuid, ...texts.filter(isUuid)]),
      ]),
    )
    .execute();
  const known = new Map<number | string, number>(
    rows.flatMap(({ id, uuid, student_id }) => [[id, id] as const, [student_id, id] as const, [uuid, id] as const]),
  );
  const idOf = (key: number | string) => known.get(key) ?? known.get(String(key).toLowerCase());
  const missing = keys.filter((key) => idOf(key) === undefined);
  if (missing.length) throw wrongField(field, `${missing.slice(0, 20).join(', ')} cannot be found`);
  return [...new Set(keys.map((key) => idOf(key)!))];
}

const noUuid = '00000000-0000-0000-0000-000000000000';
