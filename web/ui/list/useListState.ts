import { useLocalStorage } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { limits } from '../../../contract/limits.ts';
import { shapeOfList, type ListShape } from './request.ts';

export type View = 'list' | 'card';

/** Everything that shapes a list; all of it lies in the address. */
export interface ListState extends ListShape {
  view: View;
}

/** What `change` takes: undefined and the empty text leave the address. */
export type Change = Record<string, string | number | boolean | undefined>;

/** The list as the address says it; changing anything but the page goes back to the first page. */
export function useListState(filterNames: string[]): [ListState, (change: Change, options?: { replace?: boolean }) => void] {
  const said: Record<string, string | undefined> = useSearch({ strict: false });
  const navigate = useNavigate();
  const small = window.innerWidth < limits.smallScreen;
  const [kept, keep] = useLocalStorage<View | ''>({ key: 'list-view', defaultValue: '', getInitialValueInEffect: false });
  const names = filterNames.join();

  const state = useMemo<ListState>(
    () => ({
      ...shapeOfList(said, names.split(',')),
      view: said.view === 'card' || said.view === 'list' ? said.view : kept || (small ? 'card' : 'list'),
    }),
    [said, names, kept, small],
  );

  const change = useCallback(
    (next: Change, { replace = false } = {}) => {
      if (next.view) keep(next.view as View);
      const paged = 'page' in next ? next : { ...next, page: undefined };
      const text = Object.fromEntries(
        Object.entries(paged).map(([name, value]) => [name, value === undefined || value === false ? undefined : String(value)]),
      );
      void navigate({ to: '.', search: (before: Record<string, string | undefined>) => ({ ...before, ...text }), replace, resetScroll: false });
    },
    [navigate, keep],
  );
  return [state, change];
}
