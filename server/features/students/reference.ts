import { isUuid, type IdOrUuid } from '../../../contract/fields.ts';
import type { Database } from '../../platform/database/pool.ts';
import { wrongField } from '../../platform/http/api-error.ts';

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
 * @throws ApiError 400 at the field, also for a student who is archived.
 */
export async function studentReferred(database: Database, field: string, key: unknown): Promise<number> {
  const found = await database
    .selectFrom('student')
    .select(['id', 'archived_at'])
    .where((is) => {
      if (typeof key === 'number') return is('id', '=', key);
      const text = String(key);
      return isUuid(text) ? is.or([is('uuid', '=', text), is('student_id', '=', text)]) : is('student_id', '=', text);
    })
    .executeTakeFirst();
  if (!found) throw wrongField(field, 'does not exist');
  if (found.archived_at) throw wrongField(field, 'is archived');
  return found.id;
}
