import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { classScheduleEndpoints } from '#contract/timetable/timetable.endpoints.ts';
import { messages } from '#contract/texts.ts';
import { countDone } from '#contract/resource.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { withClashesConfirmed } from '../clashes/question.tsx';
import { confirm } from '../confirm.ts';
import { resourceKey, type ResourceInfo } from '../resource.ts';
import { showOffers } from './offers.tsx';
import { toast, workingToast } from '../toasts.ts';
import { useUndoToast } from '../useUndoToast.tsx';

/** The recorded change of rows that were archived or restored; null when nothing changed. */
interface Archived {
  operation: number | null;
  /** What became of enrolments with the rows, in words; empty without any. */
  also: string;
}

function enrolmentsIn(answer: unknown): string {
  const { success, data } = countDone.safeParse(answer);
  const { ended = 0, reopened, refused = 0 } = (success && data.enrolments) || {};
  const counted = (count: number) => (count === 1 ? '1 enrolment' : `${count} enrolments`);
  if (reopened !== undefined)
    return `, ${counted(reopened)} reopened${refused ? `, ${refused} not` : ''}`;
  return ended ? `, ${counted(ended)} ended` : '';
}

function operationOf(answer: unknown): number | null {
  return typeof answer === 'object' && answer !== null && 'operation' in answer
    ? Number(answer.operation) || null
    : null;
}

export type ListActions = ReturnType<typeof useListActions>;

/** The actions on rows of a list. Each resolves to whether it was done. */
export function useListActions(resource: ResourceInfo) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const undoToast = useUndoToast();
  const {
    calls,
    singular,
    archive: archiveCall = calls.create,
    archivable = true,
    usedByClasses,
    removalText,
    offersWhenNeeded,
    bringsClasses,
    restoreOffer,
  } = resource;

  const changed = useCallback(
    () => queries.invalidateQueries({ queryKey: resourceKey({ calls }) }),
    [queries, calls],
  );

  /** @returns the recorded change; null when it was not done. */
  const archiveRows = useCallback(
    async (
      ids: number[],
      archive: 'ids' | 'restore',
      more: object = {},
    ): Promise<Archived | null> => {
      if (!archiveCall) return null;
      let answer: Archived | null;
      try {
        const send = async (confirmed: object): Promise<Archived> => {
          const sent: unknown = await request(archiveCall, {
            body: { archive, ids, ...more, ...confirmed },
          });
          return { operation: operationOf(sent), also: enrolmentsIn(sent) };
        };
        answer =
          bringsClasses?.when === (archive === 'restore' ? 'restored' : 'removed')
            ? await withClashesConfirmed(send)
            : await send({});
        if (!answer) return null;
      } catch (error) {
        const [id] = ids;
        const offers = id !== undefined && ids.length === 1 ? (offersWhenNeeded?.(id) ?? []) : [];
        const { message: text } = asError(error);
        if (offers.length && error instanceof ApiError && error.status === 409)
          showOffers({ title: `${singular} was not archived`, text, offers }, (offer) => {
            void navigate({ to: offer.to, search: offer.search });
          });
        else toast('error', text);
        return null;
      }
      await changed();
      return answer;
    },
    [archiveCall, bringsClasses, changed, navigate, offersWhenNeeded, singular],
  );

  const restore = useCallback(
    async (ids: number[]) => {
      const isAccepted = restoreOffer ? await confirm(restoreOffer) : false;
      const done = await archiveRows(ids, 'restore', isAccepted ? restoreOffer?.body : {});
      if (done)
        undoToast(
          `${ids.length === 1 ? singular : ids.length} restored${done.also}`,
          done.operation,
          'shell',
        );
      return done !== null;
    },
    [archiveRows, restoreOffer, singular, undoToast],
  );

  const archive = useCallback(
    async (ids: number[], what: string) => {
      const classes = usedByClasses ? `${await classesThatNeed(usedByClasses, ids)} ` : '';
      const effect = await effectOf(removalText, ids);
      const isConfirmed = await confirm({
        title: `Archive ${what}?`,
        text: `${classes}${effect}It leaves the lists and pickers; its history stays, and it can be restored from the archive at any time.`,
        yes: 'Archive',
        no: 'Cancel',
      });
      const done = isConfirmed ? await archiveRows(ids, 'ids') : null;
      if (done)
        undoToast(
          `${ids.length === 1 ? singular : ids.length} archived${done.also}`,
          done.operation,
          'shell',
        );
      return done !== null;
    },
    [archiveRows, singular, usedByClasses, removalText, undoToast],
  );

  const remove = useCallback(
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
        return archivesInstead && (await archiveRows(ids, 'ids')) !== null;
      }
    },
    [resource, bringsClasses, archivable, changed, archiveRows, removalText],
  );

  return { archive, restore, remove, changed };
}

/** Optional: when it fails, the question is shown without it. */
async function effectOf(removalText: ResourceInfo['removalText'], ids: number[]): Promise<string> {
  const text = await removalText?.(ids).catch(() => '');
  return text ? `${text} ` : '';
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

const namedClasses = 3;

/**
 * As text: the number of weekly classes that use the record, and the first of them; empty without
 * any.
 */
async function classesThatNeed(
  filter: NonNullable<ResourceInfo['usedByClasses']>,
  ids: number[],
): Promise<string> {
  const query = { [filter]: ids.join(), limit: namedClasses };
  // Optional: when it fails, the confirmation is shown without it.
  const found = await request(classScheduleEndpoints.list, { query }).catch(() => null);
  if (!found?.total) return '';
  const first = found.results
    .map((it) => `${it.subject.subject_code} ${it.day_of_week} ${it.start_time}`)
    .join(', ');
  const more = found.total > namedClasses ? `, and ${found.total - namedClasses} more` : '';
  return found.total === 1
    ? `1 weekly class uses it and is not changed: ${first}.`
    : `${found.total} weekly classes use it and are not changed: ${first}${more}.`;
}
