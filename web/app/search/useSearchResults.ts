import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { findRecords } from '#contract/admin/search.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { useCanOpen } from '../page-permissions.ts';
import { useCan, useUser } from '#web/platform/SessionProvider.tsx';
import { menu, otherPages, visibleMenu } from '../shell/menu.ts';
import { pageDestinations, recordGroups, type DestinationGroup } from './destinations.ts';
import { findPages, searchedPages } from './find-pages.ts';

/** Debounce of typing, in milliseconds. */
const pauseMs = 120;

/** The pages that the user can find. */
export function useSearchedPages() {
  const can = useCan();
  const canOpen = useCanOpen();
  const isTeacher = useUser().teacher_id !== null;
  const pages = useMemo(
    () => searchedPages(visibleMenu(menu, can, canOpen), otherPages, isTeacher),
    [can, canOpen, isTeacher],
  );
  return { pages, can, canOpen };
}

/**
 * The results of a text: pages at once, records from the server; earlier records stay until
 * new ones arrive.
 */
export function useSearchResults(text: string) {
  const wanted = text.trim();
  const { pages, can, canOpen } = useSearchedPages();
  const [settled] = useDebouncedValue(wanted, pauseMs);
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: ['search', settled],
    queryFn: ({ signal }) => request(findRecords, { query: { text: settled }, signal }),
    enabled: wanted !== '' && settled !== '',
    placeholderData: keepPreviousData,
  });
  /** Whether the records are those of this text. */
  const fresh = settled === wanted && !isPlaceholderData && (data !== undefined || isError);
  const groups = useMemo<DestinationGroup[]>(() => {
    if (wanted === '') return [];
    const found = pageDestinations(findPages(pages, wanted, can, canOpen));
    return [
      ...(found.length ? [{ title: 'Pages', destinations: found }] : []),
      ...(data ? recordGroups(data) : []),
    ];
  }, [wanted, pages, can, canOpen, data]);
  return { groups, fresh, failed: fresh && isError, retry: () => void refetch() };
}
