import { useCallback } from 'react';
import { messages } from '#contract/texts.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { withClashesConfirmed } from '../clashes/question.tsx';
import { confirm } from '../confirm.ts';
import type { ResourceInfo } from '../resource.ts';
import { toast, workingToast } from '../toasts.ts';
import { effectOf } from './removal-texts.ts';
import type { useArchiveAction } from './useArchiveAction.ts';

interface Others extends Pick<ReturnType<typeof useArchiveAction>, 'archiveNow'> {
  changed: () => Promise<void>;
}

/** Deletes rows of a list; rows that are in use are offered to be archived instead. */
export function useDeleteAction(resource: ResourceInfo, { changed, archiveNow }: Others) {
  const { archivable = true, removalText, bringsClasses } = resource;
  return useCallback(
    async (ids: number[], what: string) => {
      const isConfirmed = await confirm({
        title: messages.confirmDeletion,
        text: `Delete ${what}? ${await effectOf(removalText, ids)}${messages.cannotBeUndone}`,
        yes: 'Delete',
        no: 'Cancel',
        danger: true,
      });
      if (!isConfirmed) return false;
      // A question may come first.
      const finish = bringsClasses?.when === 'removed' ? () => {} : workingToast(messages.deleting);
      try {
        const isDone = await deleteRows(resource, ids);
        finish();
        if (!isDone) return false;
        toast('success', ids.length === 1 ? messages.itemDeleted : messages.deleted, 'shell');
        await changed();
        return true;
      } catch (error) {
        finish();
        const { message } = asError(error);
        const status = error instanceof ApiError ? error.status : null;
        if (status !== 409 || !archivable) {
          toast(
            'error',
            status === 0 ? messages.deleteFailed : `${messages.deleteFailed}: ${message}`,
          );
          return false;
        }
        const archivesInstead = await confirm({
          title: messages.deleteFailed,
          text: message,
          yes: 'Archive instead',
          no: 'Keep',
        });
        return archivesInstead && (await archiveNow(ids));
      }
    },
    [resource, bringsClasses, archivable, changed, archiveNow, removalText],
  );
}

/** @returns whether they were deleted: not when the answer to a question about clashes was no. */
async function deleteRows(
  { calls: { remove }, bulkRemove, bringsClasses }: ResourceInfo,
  ids: number[],
): Promise<boolean> {
  const [id] = ids;
  if (remove && id !== undefined && ids.length === 1) {
    if (bringsClasses?.when === 'removed')
      return await isConfirmed((query) => bringsClasses.remove(id, query));
    await request(remove, { params: { id } });
  } else if (bulkRemove) await request(bulkRemove, { body: { ids } });
  else throw new Error('These rows are deleted one by one.');
  return true;
}

/** @returns whether it was sent: not when the answer to the question about clashes was no. */
async function isConfirmed(
  send: (query: { confirm_clashes: string }) => Promise<unknown>,
): Promise<boolean> {
  const sent = await withClashesConfirmed(async ({ confirm_clashes }) => {
    await send({ confirm_clashes: String(confirm_clashes) });
    return true;
  });
  return sent ?? false;
}
