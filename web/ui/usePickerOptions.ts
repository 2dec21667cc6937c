import { useDebouncedValue } from '@mantine/hooks';
import {
  keepPreviousData,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { limits } from '#contract/limits.ts';
import { request } from '../platform/api.ts';
import { resourceKey } from './resource.ts';
import type { PickerSource } from './picker.ts';
import { distinctLabels } from '#contract/distinct-labels.ts';

export interface Option {
  id: number;
  label: string;
}

/** Options of a source: searched on the server, 20 at a time, more on scrolling. */
export function usePickerOptions(source: PickerSource, search: string, enabled: boolean) {
  const [settled] = useDebouncedValue(search.trim(), 150);
  const found = useInfiniteQuery({
    queryKey: resourceKey(source, 'options', source.query ?? {}, settled),
    queryFn: ({ pageParam, signal }) =>
      request(source.calls.list, {
        query: {
          ...source.query,
          search: settled || undefined,
          page: pageParam,
          limit: limits.pageSize,
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.next ? all.length + 1 : undefined),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    enabled,
  });
  const rows = found.data?.pages.flatMap((page) => page.results) ?? [];
  const options: Option[] = distinctLabels(
    rows.map((row) => ({ id: row.id, label: source.label(row), apart: source.apart?.(row) })),
  );
  /** The options belong to an earlier text. */
  const stale = found.isPlaceholderData || settled !== search.trim();
  return { ...found, options, stale };
}

async function labelOf(
  { calls, label }: PickerSource,
  id: number,
  signal: AbortSignal,
): Promise<string> {
  const { results } = await request(calls.list, { query: { id, limit: 1 }, signal });
  if (results[0]) return label(results[0]);
  // A record that is not in the list may be archived.
  return `${label(await request(calls.get, { params: { id }, signal }))} (archived)`;
}

export const optionQuery = (source: PickerSource, id: number | null) =>
  queryOptions({
    queryKey: resourceKey(source, 'option', id),
    queryFn: id === null ? skipToken : ({ signal }) => labelOf(source, id, signal),
    staleTime: 30_000,
  });

/** The text of the selected option. */
export function useOption(source: PickerSource, id: number | null) {
  const found = useQuery(optionQuery(source, id));
  if (id === null) return '';
  return found.data ?? (found.isPending ? '…' : `#${id}`);
}
