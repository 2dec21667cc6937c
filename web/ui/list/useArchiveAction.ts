import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { countDone } from '#contract/resource.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { withClashesConfirmed } from '../clashes/question.tsx';
import { confirm } from '../confirm.ts';
import type { ResourceInfo } from '../resource.ts';
import { toast } from '../toasts.ts';
import { useUndoToast } from '../useUndoToast.tsx';
import { showOffers } from './offers.tsx';
import { classesThatNeed, effectOf } from './removal-texts.ts';

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

/** Archives rows of a list, and restores them. */
export function useArchiveAction(resource: ResourceInfo, changed: () => Promise<void>) {
  const navigate = useNavigate();
  const undoToast = useUndoToast();
  const {
    calls,
    singular,
    archive: archiveCall = calls.create,
    usedByClasses,
    removalText,
    offersWhenNeeded,
    bringsClasses,
    restoreOffer,
  } = resource;

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

  /** Archives without a question, and offers to undo it. */
  const archiveNow = useCallback(
    async (ids: number[]) => {
      const done = await archiveRows(ids, 'ids');
      if (done)
        undoToast(
          `${ids.length === 1 ? singular : ids.length} archived${done.also}`,
          done.operation,
          'shell',
        );
      return done !== null;
    },
    [archiveRows, singular, undoToast],
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
      return isConfirmed && (await archiveNow(ids));
    },
    [archiveNow, usedByClasses, removalText],
  );

  return { archiveNow, archive, restore };
}
