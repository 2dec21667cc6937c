import { sql } from 'kysely';
import { getHolidayEffect, holidayEndpoints } from '#contract/endpoints/holidays.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import {
  whereIn,
  createReader,
  searchable,
  type ListQuery,
  type ListDefinition,
} from '#server/platform/resource/list.ts';
import { registerResource, type RegisteredResource } from '#server/platform/resource/routes.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { holidayEffectOn } from './effect.ts';
import { planning } from '../meetings/planning.ts';
import type { ResourceWriter } from '#server/platform/resource/writer.ts';

const list: ListDefinition<ListQuery & { id?: number[]; start_date?: string; end_date?: string }> =
  {
    table: 'holiday',
    columns: () => sql`x.id, x.name, x.date_from, x.date_to`,
    search: (word) => sql`${searchable('x.name')} like ${word}`,
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

const writer: ResourceWriter = {
  table: 'holiday',
  unique: { holiday_once: ['name', 'already exists for these dates'] },
  referencedBy: [],
};

export function holidayRoutes(api: Api, { database, clock, live }: AppContext): RegisteredResource {
  const { today } = clock;
  implement(api, getHolidayEffect, ({ query }) => {
    if (query.to < query.from) throw validationError('to', 'must not be before from');
    return holidayEffectOn(database, query);
  });
  return registerResource(
    api,
    holidayEndpoints,
    createReader(database, list, today),
    planning(writer, { clock, live }),
    { database, today },
  );
}
