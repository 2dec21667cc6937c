import type { ReactNode } from 'react';
import type { ResourceInfo } from '../resource.ts';
import { RowMenu } from './RowMenu.tsx';
import type { ListActions } from './useListActions.ts';
import type { ListRights } from './useListRights.ts';

interface RowOptionsProps {
  name: string;
  resource: Pick<ResourceInfo, 'path'>;
  /** The record that is edited, archived and deleted; null without one. */
  record: { id: number; name: string } | null;
  archived: boolean;
  /** What may be done with this row. */
  rights: Pick<ListRights, 'canEdit' | 'canArchive' | 'canDelete'>;
  rowActions: ListActions;
  /** The row has left the list. */
  gone: () => void;
  children?: ReactNode;
}

/** The menu of a row: edit, archive, restore, delete, and further entries of the resource. */
export function RowOptions(props: RowOptionsProps) {
  const { name, resource, record, archived, rights, rowActions, gone, children } = props;
  const changing = (
    change: (ids: number[], what: string) => Promise<boolean>,
    isAllowed: boolean,
  ) =>
    record !== null && isAllowed
      ? () => void change([record.id], record.name).then((done) => done && gone())
      : undefined;
  return (
    <RowMenu
      name={name}
      archived={archived}
      edit={
        rights.canEdit && record !== null
          ? { to: `${resource.path}/add`, search: { edit: String(record.id) } }
          : undefined
      }
      onArchive={changing(rowActions.archive, rights.canArchive)}
      onRestore={changing(rowActions.restore, rights.canArchive)}
      onDelete={changing(rowActions.remove, rights.canDelete)}
    >
      {children}
    </RowMenu>
  );
}
