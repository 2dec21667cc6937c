import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { messages } from '../../../contract/messages.ts';
import { api, Refusal } from '../../app/api.ts';
import { confirm } from '../confirm.ts';
import { sectionKey, type SectionInfo } from '../section.ts';
import { toast, workingToast } from '../toasts.ts';

/** What can be done to rows of a list. Each resolves to whether it was done. */
export function useListActions(section: SectionInfo) {
  const queries = useQueryClient();
  const { api: name, one, archiveByDelete, neverArchived } = section;

  const changed = useCallback(() => queries.invalidateQueries({ queryKey: sectionKey({ api: name }) }), [queries, name]);

  const putAway = useCallback(
    async (ids: number[], archive: 'ids' | 'restore') => {
      const body = { archive, ids };
      try {
        if (archiveByDelete) await api.delete(`attendance/${name}/create/`, body);
        else await api.post(`attendance/${name}/create/`, body);
      } catch (error) {
        toast('error', (error as Error).message);
        return false;
      }
      await changed();
      return true;
    },
    [name, archiveByDelete, changed],
  );

  const restore = useCallback(
    async (ids: number[]) => {
      const done = await putAway(ids, 'restore');
      if (done) toast('success', ids.length === 1 ? `${one} restored` : `${ids.length} restored`, 'shell');
      return done;
    },
    [putAway, one],
  );

  const archive = useCallback(
    async (ids: number[], what: string) => {
      const sure = await confirm({
        title: `Archive ${what}?`,
        text: 'It leaves the lists and pickers; its history stays, and it can be restored from the archive at any time.',
        yes: 'Archive',
        no: 'Cancel',
      });
      const done = sure && (await putAway(ids, 'ids'));
      if (done) toast('success', ids.length === 1 ? `${one} archived` : `${ids.length} archived`, 'shell');
      return done;
    },
    [putAway, one],
  );

  const remove = useCallback(
    async (ids: number[], what: string) => {
      const sure = await confirm({
        title: messages.confirmDeletion,
        text: `Delete ${what}? ${messages.cannotBeUndone}`,
        yes: 'Delete',
        no: 'Cancel',
        danger: true,
      });
      if (!sure) return false;
      const finish = workingToast(messages.deleting);
      try {
        if (ids.length === 1) await api.delete(`attendance/${name}/${ids[0]}/`);
        else await api.post(`attendance/${name}/bulk-delete/`, { ids });
        finish();
        toast('success', ids.length === 1 ? messages.itemDeleted : messages.deleted, 'shell');
        await changed();
        return true;
      } catch (error) {
        finish();
        const refusal = error as Refusal;
        if (refusal.status !== 409 || neverArchived) {
          toast('error', refusal.status === 0 ? messages.deleteFailed : `${messages.deleteFailed}: ${refusal.message}`);
          return false;
        }
        const instead = await confirm({ title: messages.deleteFailed, text: refusal.message, yes: 'Archive instead', no: 'Keep' });
        return instead && (await putAway(ids, 'ids'));
      }
    },
    [name, neverArchived, changed, putAway],
  );

  return { archive, restore, remove, changed };
}
