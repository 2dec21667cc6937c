import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { List } from '../../contract/fields.ts';
import { limits } from '../../contract/limits.ts';
import { api } from '../app/api.ts';
import { sectionKey } from './section.ts';
import type { PickerSource } from './picker.ts';

type Row = { id: number };
export interface Option {
  id: number;
  label: string;
}

/** Options of a source: searched on the server, 20 at a time, more as one scrolls. */
export function usePickerOptions(source: PickerSource, search: string, enabled: boolean) {
  const [settled] = useDebouncedValue(search.trim(), 150);
  const found = useInfiniteQuery({
    queryKey: sectionKey(source, 'options', source.query ?? {}, settled),
    queryFn: ({ pageParam, signal }) =>
      api.get<List<Row>>(`attendance/${source.api}/`, {
        query: { ...source.query, search: settled || undefined, page: pageParam, limit: limits.pageSize },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.next ? all.length + 1 : undefined),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    enabled,
  });
  const options = found.data?.pages.flatMap((page) => page.results.map((row): Option => ({ id: row.id, label: source.label(row) }))) ?? [];
  /** The options are those of an earlier text. */
  const stale = found.isPlaceholderData || settled !== search.trim();
  return { ...found, options, stale };
}

/** The text of what is chosen already. */
export function useOption(source: PickerSource, id: number | null) {
  const found = useQuery({
    queryKey: sectionKey(source, 'option', id),
    queryFn: ({ signal }) => api.get<List<Row>>(`attendance/${source.api}/`, { query: { id: id!, limit: 1 }, signal }),
    staleTime: 30_000,
    enabled: id !== null,
  });
  const [row] = found.data?.results ?? [];
  return id === null ? '' : row ? source.label(row) : found.isPending ? '…' : `#${id}`;
}
