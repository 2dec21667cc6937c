import { sql } from 'kysely';
import { getHolidayEffect, holidayEndpoints } from '#contract/timetable/holidays.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import {
  whereIn,
  createReader,
  type ListQuery,
  type ListDefinition,
} from '#server/platform/resource/list.ts';
import { registerResource, type RegisteredResource } from '#server/platform/resource/routes.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { holidayEffectOn } from './effect.ts';
import { planning } from '../meetings/planning.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { Body, ResourceWriter } from '#server/platform/resource/writer-terms.ts';
import { judgingNewMeetings, kindsOfDates } from '../clashes/newly-held.ts';
import { sameKeyForm } from '#server/platform/resource/unique.ts';
import { contains } from '#server/platform/resource/search.ts';

const list: ListDefinition<ListQuery & { id?: number[]; start_date?: string; end_date?: string }> =
  {
    table: 'holiday',
    columns: () => sql`x.id, x.name, x.date_from, x.date_to`,
    search: (word) => contains(word, ['x.name']),
    filters: ({ id, start_date, end_date }) => [
      whereIn('x.id', id),
      start_date && sql`x.date_to >= ${start_date}::date`,
      end_date && sql`x.date_from <= ${end_date}::date`,
    ],
    sortKeys: {
      date_from: [sql`x.date_from`],
      date_to: [sql`x.date_to`],
      name: [sql`x.name collate natural_order`],
    },
  };

/** The dates that are planned again, as `plan_changed_holidays` does it: from the first to the last of them. */
async function datesPlanned(trx: Database, ids: number[], { date_from, date_to }: Body) {
  return trx
    .selectFrom('holiday')
    .select([
      sql<string | null>`least(min(date_from), ${date_from ?? null}::date)`.as('first'),
      sql<string | null>`greatest(max(date_to), ${date_to ?? null}::date)`.as('last'),
    ])
    .where('id', '=', anyOf.ids(ids))
    .executeTakeFirstOrThrow();
}

/** Writes holidays, and judges classes that take place again (R-CLASH-7). */
function holidayWriter(context: Pick<AppContext, 'clock' | 'settings'>): ResourceWriter {
  const judging = async (
    trx: Database,
    { ids, given, user }: { ids: number[]; given: Body; user: CurrentUser },
    change: () => Promise<void>,
  ) => {
    const { first, last } = await datesPlanned(trx, ids, given);
    const classes = sql`
      select class_schedule_id from class_meeting
      where date between ${first}::date and ${last}::date`;
    const today = context.clock.today();
    const isToCome = first === null || first > today;
    const proposed = { classes, isToCome, kinds: kindsOfDates, given, user };
    return judgingNewMeetings(trx, context, proposed, change);
  };
  return {
    table: 'holiday',
    unique: {
      holiday_once: ['name', 'already exists for these dates'],
      holiday_key_form: [
        'name',
        'already exists for these dates',
        sql`${sameKeyForm('name', 'date_from')} and other.archived_at is null`,
      ],
    },
    referencedBy: [],
    toColumns: ({ confirm_clashes: _confirm, ...columns }) => columns,
    around: (trx, step, change) =>
      step.what === 'restore' ? change() : judging(trx, step, change),
  };
}

export function holidayRoutes(api: Api, context: AppContext): RegisteredResource {
  const { database, clock } = context;
  const { today } = clock;
  implement(api, getHolidayEffect, ({ query }) => {
    if (query.to < query.from) throw validationError('to', 'must not be before from');
    return holidayEffectOn(database, query);
  });
  return registerResource(
    api,
    holidayEndpoints,
    createReader(database, list, today),
    planning(holidayWriter(context), context),
    { database, clock },
  );
}
