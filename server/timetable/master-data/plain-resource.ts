import type { RawBuilder } from 'kysely';
import type { ResourceEndpoints } from '#contract/resource-endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import {
  createReader,
  whereIn,
  type ListDefinition,
  type ListQuery,
} from '#server/platform/resource/list.ts';
import { registerResource, type RegisteredResource } from '#server/platform/resource/routes.ts';
import type { ResourceWriter } from '#server/platform/resource/writer-terms.ts';
import { announced } from '#server/school/announced.ts';
import type { TableEntry } from '#server/school/privacy-entries.ts';

/** The filters of all plain resources. */
interface PlainQuery extends ListQuery {
  id?: number[];
  course?: number[];
  specialization?: number[];
  has_coordinator?: boolean;
  seats?: number;
  features?: string[];
}

/** A resource whose rows are sent as they are stored, with the calls of every resource only. */
export interface PlainResource<Table extends keyof Tables = keyof Tables>
  extends
    Pick<ListDefinition, 'columns' | 'search' | 'sortKeys'>,
    Pick<ResourceWriter, 'unique' | 'references' | 'referencedBy'> {
  endpoints: ResourceEndpoints;
  table: Table;
  /** Its own filters; every plain resource is filtered by `id`. */
  filters: NonNullable<ListDefinition<PlainQuery>['filters']>;
  /** Throws when these rows must not be archived. */
  assertCanArchive?: (trx: Database, ids: number[], clock: Clock) => Promise<void>;
  /** The name of a row in the audit log, from columns of the table. */
  nameOfRow: RawBuilder<string>;
  /** Whose personal data the table holds. */
  privacy: TableEntry<Table>;
}

export const plainList = ({
  table,
  columns,
  search,
  sortKeys,
  filters,
}: PlainResource): ListDefinition<PlainQuery> => ({
  table,
  columns,
  search,
  sortKeys,
  filters: (query) => [whereIn('x.id', query.id), ...filters(query)],
});

export function registerPlain(
  api: Api,
  { database, clock, live }: AppContext,
  resource: PlainResource,
): RegisteredResource {
  const { endpoints, table, unique, references, referencedBy, assertCanArchive } = resource;
  const { today } = clock;
  return registerResource(
    api,
    endpoints,
    createReader(database, plainList(resource), today),
    announced(
      {
        table,
        referencedBy,
        ...(unique && { unique }),
        ...(references && { references }),
        ...(assertCanArchive && {
          assertCanArchive: (trx: Database, ids: number[]) => assertCanArchive(trx, ids, clock),
        }),
      },
      live,
    ),
    { database, clock },
  );
}
