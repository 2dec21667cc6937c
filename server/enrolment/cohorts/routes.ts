import { sql } from 'kysely';
import { cohortEndpoints } from '#contract/enrolment/cohorts.endpoints.ts';
import type { Cohort } from '#contract/enrolment/cohort.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import { createReader } from '#server/platform/resource/list.ts';
import { registerResource, type RegisteredResource } from '#server/platform/resource/routes.ts';
import type { Body, ResourceWriter, Step } from '#server/platform/resource/writer-terms.ts';
import { nameOfDay } from '#server/school/when.ts';
import { cohortList, type CohortRow } from './list.ts';
import { sameKeyForm } from '#server/platform/resource/unique.ts';

const toResponse = ({ schedules, ...row }: CohortRow): Cohort => ({
  ...row,
  schedules: schedules.map((it) => ({ ...it, day_of_week: nameOfDay(it.day_of_week) })),
});

const writer: ResourceWriter = {
  table: 'cohort',
  begin: lockClasses,
  alsoOf: () => sql`(
    select string_agg(k.class_schedule_id::text, ' ' order by k.place) from cohort_schedule k
    where k.cohort_id = x.id)`,
  toColumns: ({ schedules_id: _classes, ...body }) => body,
  unique: {
    cohort_name_year_key: ['name', 'already exists in this year'],
    cohort_key_form: ['name', 'already exists in this year', sameKeyForm('name', 'year')],
  },
  referencedBy: [
    { table: 'cohort_assignment', column: 'cohort_id', names: ['student', 'students'] },
  ],
  afterSave: saveClasses,
};

/** Classes are locked before their cohort. */
async function lockClasses(trx: Database, { given }: Step): Promise<void> {
  const ids = given.schedules_id;
  if (Array.isArray(ids)) await lockRows(trx, 'class', ids, 'key share');
}

/** Replaces the cohort's classes, in this order; existing enrolments do not change (R-ENROL-5). */
async function saveClasses(trx: Database, cohort: number, { schedules_id }: Body): Promise<void> {
  if (schedules_id === undefined) return;
  const ids = schedules_id as number[];
  const { rows } = await sql<{ id: number; archived: boolean; linked: boolean }>`
    select c.id, c.archived_at is not null as archived, k.cohort_id is not null as linked
    from class_schedule c
    left join cohort_schedule k on k.class_schedule_id = c.id and k.cohort_id = ${cohort}
    where c.id = any(${ids}::bigint[])`.execute(trx);
  const known = new Map(rows.map((row) => [row.id, row]));
  const unfit = ids.find((id) => {
    const row = known.get(id);
    return !row || (row.archived && !row.linked);
  });
  if (unfit !== undefined)
    throw validationError(
      'schedules_id',
      known.has(unfit) ? `class ${unfit} is archived` : `class ${unfit} does not exist`,
    );
  await trx.deleteFrom('cohort_schedule').where('cohort_id', '=', cohort).execute();
  await sql`
    insert into cohort_schedule (cohort_id, class_schedule_id, place)
    select ${cohort}, id, place from unnest(${ids}::bigint[]) with ordinality as given(id, place)`.execute(
    trx,
  );
}

export function cohortRoutes(api: Api, { database, clock }: AppContext): RegisteredResource {
  const { today } = clock;
  return registerResource(
    api,
    cohortEndpoints,
    createReader(database, cohortList, today, toResponse),
    writer,
    { database, clock },
  );
}
