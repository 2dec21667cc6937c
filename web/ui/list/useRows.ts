import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '#web/platform/api.ts';
import { resourceKey, type ResourceInfo } from '../resource.ts';
import { requestOfList, type ListShape } from './request.ts';

type Listed<Row> = Pick<ResourceInfo<Row>, 'calls'>;

const setOf = (shape: ListShape) => (shape.archived ? 'archive' : 'rows');

export const rowsOf = <Row>(resource: Listed<Row>, shape: ListShape) => {
  const { endpoint, query } = requestOfList(resource.calls, shape);
  return queryOptions({
    queryKey: resourceKey(resource, setOf(shape), query),
    queryFn: ({ signal }) => request(endpoint, { query, signal }),
  });
};

/** How often what is shown follows what other users change. */
export const followMs = 15_000;

/**
 * The rows last shown stay until others have come, but never rows that are not archived in the
 * archive, nor the other way round: they would be offered what can be done to the other kind.
 */
export const useRows = <Row>(resource: Listed<Row>, shape: ListShape) =>
  useQuery({
    ...rowsOf(resource, shape),
    // A list that could not be read says so, and is read again by its button.
    refetchInterval: ({ state }) => (state.status === 'error' ? false : followMs),
    placeholderData: (before, query) =>
      query?.queryKey.includes(setOf(shape)) ? before : undefined,
  });

/**
 * All rows that match, in few large pages. @param onProgress receives the number of rows so far,
 * and of all.
 */
export async function allRows<Row>(
  resource: Listed<Row>,
  shape: ListShape,
  max: number,
  onProgress: (sofar: number, total: number) => void,
): Promise<Row[]> {
  const limit = Math.min(5000, max);
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { endpoint, query } = requestOfList(resource.calls, { ...shape, page }, limit);
    const answer = await request(endpoint, { query });
    rows.push(...answer.results);
    onProgress(rows.length, answer.total);
    if (!answer.next || rows.length >= max) return rows.slice(0, max);
  }
}
