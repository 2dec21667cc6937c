import { getArchived } from '#contract/exchange/archive.endpoints.ts';
import { limits } from '#contract/limits.ts';
import type { ListEndpoint, ResourceCalls } from '../resource.ts';

/** The parameters that determine the rows of a list. */
export interface ListShape {
  search: string;
  page: number;
  /** Empty for the resource's default sort. */
  ordering: string;
  /** The archive instead of the list. */
  archived: boolean;
  filters: Record<string, string>;
}

/** Parameters in a list's address that are not filters. */
const own = new Set(['search', 'page', 'ordering', 'archived', 'view', 'show']);

/** The parameters in an address; with `names`, other filters are omitted. */
export function shapeOfList(
  params: Record<string, string | undefined>,
  names?: string[],
): ListShape {
  const page = Number(params.page);
  const filters = Object.entries(params).filter(
    (given): given is [string, string] =>
      Boolean(given[1]) && (names ? names.includes(given[0]) : !own.has(given[0])),
  );
  return {
    search: params.search ?? '',
    page: Number.isSafeInteger(page) && page > 0 && page <= 100_000 ? page : 1,
    ordering: params.ordering ?? '',
    archived: params.archived === 'true',
    filters: Object.fromEntries(filters),
  };
}

/** The request of a page of a resource's list, or of its archive. */
export function requestOfList<Row>(
  { name, list }: Pick<ResourceCalls<Row>, 'name' | 'list'>,
  { search, page, ordering, archived, filters }: ListShape,
  limit: number = limits.pageSize,
): { endpoint: ListEndpoint<Row>; query: Record<string, string | number | undefined> } {
  const paging = { search: search.trim() || undefined, page, limit };
  // The rows of an archive have the shape of the list's.
  if (archived)
    return { endpoint: getArchived as ListEndpoint<Row>, query: { archive_name: name, ...paging } };
  return { endpoint: list, query: { ...paging, ordering: ordering || undefined, ...filters } };
}
