import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { List } from '../../../contract/fields.ts';
import { api } from '../../app/api.ts';
import { sectionKey, type SectionInfo } from '../section.ts';
import { requestOfList, type ListShape } from './request.ts';

type Listed = Pick<SectionInfo, 'api'>;

export const rowsOf = <Row>(section: Listed, asked: ListShape) => {
  const { path, query } = requestOfList(section.api, asked);
  return queryOptions({
    queryKey: sectionKey(section, asked.archived ? 'archive' : 'rows', query),
    queryFn: ({ signal }) => api.get<List<Row>>(path, { query, signal }),
  });
};

export const useRows = <Row>(section: Listed, asked: ListShape) => useQuery({ ...rowsOf<Row>(section, asked), placeholderData: keepPreviousData });

/** All rows that match, in few large pages. @param told how many there are so far, of how many. */
export async function allRows<Row>(section: Listed, asked: ListShape, most: number, told: (sofar: number, total: number) => void): Promise<Row[]> {
  const limit = Math.min(5000, most);
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { path, query } = requestOfList(section.api, { ...asked, page }, limit);
    const answer = await api.get<List<Row>>(path, { query });
    rows.push(...answer.results);
    told(rows.length, answer.total);
    if (!answer.next || rows.length >= most) return rows.slice(0, most);
  }
}
