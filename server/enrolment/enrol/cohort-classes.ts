import { sql } from 'kysely';
import { messages } from '#contract/texts.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import { checkClasses } from './lock.ts';

/**
 * The chosen classes of a cohort, or all that are not archived; locked. They are read again afterwards: a class may
 * have been replaced by its successor meanwhile.
 */
export async function classesOf(
  trx: Database,
  field: string,
  cohort: number,
  chosen?: number[],
): Promise<number[]> {
  const before = await chosenClasses(trx, field, cohort, chosen);
  await checkClasses(trx, 'schedules', before);
  await lockRows(trx, 'cohort', [cohort], 'key share');
  const classes = await chosenClasses(trx, field, cohort, chosen);
  if (classes.some((id) => !before.includes(id)))
    throw new ApiError(409, { detail: messages.changedMeanwhile });
  return classes;
}

async function chosenClasses(
  trx: Database,
  field: string,
  cohort: number,
  chosen?: number[],
): Promise<number[]> {
  const { rows } = await sql<{ archived: boolean; classes: number[] }>`
    select c.archived_at is not null as archived, coalesce((
      select array_agg(k.class_schedule_id order by k.place)
      from cohort_schedule k join class_schedule s on s.id = k.class_schedule_id and s.archived_at is null
      where k.cohort_id = c.id
    ), '{}')::int[] as classes
    from cohort c where c.id = ${cohort}`.execute(trx);
  const [found] = rows;
  if (!found) throw validationError(field, 'does not exist');
  if (found.archived) throw validationError(field, 'is archived');
  const foreign = chosen?.find((id) => !found.classes.includes(id));
  if (foreign !== undefined)
    throw validationError('schedules', `class ${foreign} is not one of the cohort’s`);
  const classes = [...new Set(chosen ?? found.classes)];
  if (classes.length === 0) throw validationError(field, 'has no schedules');
  return classes;
}
