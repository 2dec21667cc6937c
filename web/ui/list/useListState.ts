import { useLocalStorage } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { limits } from '#contract/limits.ts';
import { useTextSearch } from '../search.ts';
import { shapeOfList, type ListShape } from './request.ts';

type View = 'list' | 'card';

/** The state of a list; all of it is in the address. */
export interface ListState extends ListShape {
  view: View;
}

/** What `change` takes: undefined and the empty text leave the address. */
export type Change = Record<string, string | number | boolean | undefined>;

/** The state of the list in the address; changes other than of the page return to the first page. */
export function useListState(
  filterNames: string[],
): [ListState, (change: Change, options?: { replace?: boolean }) => void] {
  const search = useTextSearch();
  const navigate = useNavigate();
  const small = window.innerWidth < limits.smallScreen;
  const [storedView, storeView] = useLocalStorage<View | ''>({
    key: 'list-view',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const names = filterNames.join();

  const state = useMemo<ListState>(
    () => ({
      ...shapeOfList(search, names.split(',')),
      view:
        search.view === 'card' || search.view === 'list'
          ? search.view
          : storedView || (small ? 'card' : 'list'),
    }),
    [search, names, storedView, small],
  );

  const change = useCallback(
    (next: Change, { replace = false } = {}) => {
      if (next.view) storeView(next.view as View);
      const paged = 'page' in next ? next : { ...next, page: undefined };
      const text = Object.fromEntries(
        Object.entries(paged).map(([name, value]) => [
          name,
          value === undefined || value === false ? undefined : String(value),
        ]),
      );
      void navigate({
        to: '.',
        search: (before: Record<string, string | undefined>) => ({ ...before, ...text }),
        replace,
        resetScroll: false,
      });
    },
    [navigate, storeView],
  );
  return [state, change];
}
