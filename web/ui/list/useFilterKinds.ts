import { useMemo } from 'react';
import { inPanel, isNamed, namesOf, type Filter } from './filter.ts';

/** A list's filters by where they are shown, and their names in the address. */
export function useFilterKinds(filters: Filter[]) {
  const names = useMemo(() => filters.flatMap(namesOf), [filters]);
  const inThePanel = useMemo(() => filters.filter(inPanel), [filters]);
  const named = useMemo(() => filters.filter(isNamed), [filters]);
  const namesOfNamed = useMemo(() => named.flatMap(namesOf), [named]);
  return { names, inThePanel, named, namesOfNamed };
}
