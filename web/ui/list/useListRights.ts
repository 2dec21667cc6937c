import { useCan } from '#web/platform/SessionProvider.tsx';
import type { ResourceInfo } from '../resource.ts';

/** What the user may do with the rows of a list. */
export interface ListRights {
  canAdd: boolean;
  canEdit: boolean;
  canArchive: boolean;
  canDelete: boolean;
}

/** @param onlyShown rows cannot be edited, archived or deleted from the list. */
export function useListRights(
  { permission, addPath, archivable }: Pick<ResourceInfo, 'permission' | 'addPath' | 'archivable'>,
  onlyShown: boolean,
): ListRights {
  const can = useCan();
  const canDelete = !onlyShown && can(permission, 'delete');
  return {
    canAdd: addPath !== null && can(permission, 'add'),
    canEdit: !onlyShown && can(permission, 'edit'),
    canArchive: canDelete && archivable !== false,
    canDelete,
  };
}
