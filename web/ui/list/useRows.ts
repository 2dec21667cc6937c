import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { List } from '../../../contract/fields.ts';
import { limits } from '../../../contract/limits.ts';
import { api } from '../../app/api.ts';
import { sectionKey, type SectionInfo } from '../section.ts';
import type { ListState } from './useListState.ts';

type Asked = Pick<ListState, 'search' | 'page' | 'ordering' | 'archived' | 'filters'>;

/** How a page of a section's list, or of its archive, is asked for. */
function askFor({ api: name }: SectionInfo, { search, page, ordering, archived, filters }: Asked, limit: number) {
  const paging = { search: search.trim() || undefined, page, limit };
  return archived
    ? { path: 'attendance/bulk-archive/', query: { archive_name: name, ...paging } }
    : { path: `attendance/${name}/`, query: { ...paging, ordering: ordering || undefined, ...filters } };
}

export const rowsOf = <Row>(section: SectionInfo, asked: Asked) => {
  const { path, query } = askFor(section, asked, limits.pageSize);
  return queryOptions({
    queryKey: sectionKey(section, asked.archived ? 'archive' : 'rows', query),
    queryFn: ({ signal }) => api.get<List<Row>>(path, { query, signal }),
  });
};

export const useRows = <Row>(section: SectionInfo, asked: Asked) => useQuery({ ...rowsOf<Row>(section, asked), placeholderData: keepPreviousData });

/** All rows that match, in few large pages. @param told how many there are so far, of how many. */
export async function allRows<Row>(section: SectionInfo, asked: Asked, most: number, told: (sofar: number, total: number) => void): Promise<Row[]> {
  const limit = Math.min(5000, most);
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { path, query } = askFor(section, { ...asked, page }, limit);
    const answer = await api.get<List<Row>>(path, { query });
    rows.push(...answer.results);
    told(rows.length, answer.total);
    if (!answer.next || rows.length >= most) return rows.slice(0, most);
  }
}
