import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { limits } from '#contract/limits.ts';
import { useUser } from '#web/platform/SessionProvider.tsx';
import type { Destination, DestinationGroup } from './destinations.ts';
import { keyOfPlace, recentlyOpened } from '#web/platform/recent.ts';
import { useSearchedPages } from './useSearchResults.ts';

/** Recently opened items that the user may still open, without the current page. */
export function useRecent(): DestinationGroup[] {
  const { email } = useUser();
  const { pages, canOpen } = useSearchedPages();
  const { pathname, search } = useLocation();
  const [opened] = useState(() => recentlyOpened(email));
  const here = keyOfPlace({ path: pathname, search: search as Record<string, string> });
  const destinations = opened
    .flatMap(({ path, record }): Destination[] => {
      if (record) return canOpen(path) ? [{ ...record, path, record: true }] : [];
      // A group of pages is listed before its first page and has the same address.
      const page = pages.findLast((it) => it.path === path && !it.search);
      return page && canOpen(path) ? [{ title: page.title, path }] : [];
    })
    .filter((it) => keyOfPlace(it) !== here)
    .slice(0, limits.recentlyOpened);
  return destinations.length ? [{ title: 'Recently opened', destinations }] : [];
}
