import { limits } from '../../../contract/limits.ts';

/** What shapes the rows of a list. */
export interface ListShape {
  search: string;
  page: number;
  /** Empty for the section's usual order. */
  ordering: string;
  /** The archive instead of the list. */
  archived: boolean;
  filters: Record<string, string>;
}

/** Names in a list's address that are no filters. */
const own = new Set(['search', 'page', 'ordering', 'archived', 'view', 'show']);

/** The shape that an address names; with `names`, other filters are left out. */
export function shapeOfList(said: Record<string, string | undefined>, names?: string[]): ListShape {
  const page = Number(said.page);
  const filters = Object.entries(said).filter(
    (given): given is [string, string] => Boolean(given[1]) && (names ? names.includes(given[0]) : !own.has(given[0])),
  );
  return {
    search: said.search ?? '',
    page: Number.isSafeInteger(page) && page > 0 && page <= 100_000 ? page : 1,
    ordering: said.ordering ?? '',
    archived: said.archived === 'true',
    filters: Object.fromEntries(filters),
  };
}

/** How a page of a section's list, or of its archive, is requested. */
export function requestOfList(api: string, { search, page, ordering, archived, filters }: ListShape, limit: number = limits.pageSize) {
  const paging = { search: search.trim() || undefined, page, limit };
  return archived
    ? { path: 'attendance/bulk-archive/', query: { archive_name: api, ...paging } }
    : { path: `attendance/${api}/`, query: { ...paging, ordering: ordering || undefined, ...filters } };
}
