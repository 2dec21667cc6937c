import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { resourceKey, type ResourceInfo } from '../resource.ts';
import { useArchiveAction } from './useArchiveAction.ts';
import { useDeleteAction } from './useDeleteAction.ts';

export type ListActions = ReturnType<typeof useListActions>;

/** The actions on rows of a list. Each resolves to whether it was done. */
export function useListActions(resource: ResourceInfo) {
  const queries = useQueryClient();
  const { calls } = resource;
  const changed = useCallback(
    () => queries.invalidateQueries({ queryKey: resourceKey({ calls }) }),
    [queries, calls],
  );
  const { archiveNow, archive, restore } = useArchiveAction(resource, changed);
  const remove = useDeleteAction(resource, { changed, archiveNow });
  return { archive, restore, remove, changed };
}
