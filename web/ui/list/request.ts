import { getArchived } from '#contract/endpoints/archive.ts';
import { limits } from '#contract/limits.ts';
import type { ListEndpoint, ResourceCalls } from '../resource.ts';

/** What shapes the rows of a list. */
export interface ListShape {
  search: string;
  page: number;
  /** Empty for the resource's default sort. */
  ordering: string;
  /** The archive instead of the list. */
  archived: boolean;
  filters: Record<string, string>;
}

/** Names in a list's address that are no filters. */
const own = new Set(['search', 'page', 'ordering', 'archived', 'view', 'show']);

/** The shape that an address names; with `names`, other filters are left out. */
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

/** How a page of a resource's list, or of its archive, is requested. */
export function requestOfList<Row>(
  { name, list }: Pick<ResourceCalls<Row>, 'name' | 'list'>,
  { search, page, ordering, archived, filters }: ListShape,
  limit: number = limits.pageSize,
): { endpoint: ListEndpoint<Row>; query: Record<string, string | number | undefined> } {
  const paging = { search: search.trim() || undefined, page, limit };
  // The rows of an archive are those of the list.
  if (archived)
    return { endpoint: getArchived as ListEndpoint<Row>, query: { archive_name: name, ...paging } };
  return { endpoint: list, query: { ...paging, ordering: ordering || undefined, ...filters } };
}
