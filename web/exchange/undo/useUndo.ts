import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { BulkOperation, UndoResult } from '#contract/exchange/bulk-operation.ts';
import {
  listLaterOperations,
  previewBulkUndo,
  previewUndoWithLater,
  undoBulkOperation,
  undoWithLater,
} from '#contract/exchange/bulk-operations.endpoints.ts';
import type { UndoWithLaterResult } from '#contract/exchange/undo-with-later.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { withClashesConfirmed } from '#web/ui/clashes/question.tsx';
import { toast } from '#web/ui/toasts.ts';
import { changesText, rowsText, type Act } from './text.ts';

/** What an undo does or did, with the rows that stay by change; `of` is null where it is only one. */
export interface Outcome extends Pick<UndoResult, 'undone' | 'refused' | 'following' | 'counts'> {
  parts: {
    id: number;
    of: Pick<BulkOperation, 'kind' | 'about' | 'brings_back' | 'done_at'> | null;
    /** How many rows of it stay. */
    staying: number;
    rows: UndoResult['rows'];
  }[];
}

const ofOne = (id: number, { rows, ...sums }: UndoResult): Outcome => ({
  ...sums,
  parts: [{ id, of: null, staying: sums.refused, rows }],
});
const ofAll = ({ operations, ...sums }: UndoWithLaterResult): Outcome => ({
  ...sums,
  parts: operations.map(({ result: { rows, refused }, ...of }) => ({
    id: of.id,
    of,
    staying: refused,
    rows,
  })),
});

/** An undo of one change, or of it and all later ones (R-UNDO-6): what it would do, and doing it. */
export function useUndo(id: number, act: Act, close: () => void) {
  const queries = useQueryClient();
  // The server does one at a time: each waits for the one before.
  const previews = useRef<Promise<unknown>>(Promise.resolve());
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = previews.current.then(work);
    previews.current = next.catch(() => null);
    return next;
  };
  const once = { gcTime: 0, staleTime: Infinity, retry: false } as const;
  const later = useQuery({
    queryKey: ['undo-later', id],
    queryFn: ({ signal }) => request(listLaterOperations, { params: { id }, signal }),
    ...once,
  });
  const alone = useQuery({
    queryKey: ['undo-preview', id, false],
    queryFn: () =>
      inTurn(async () => ofOne(id, await request(previewBulkUndo, { params: { id }, body: {} }))),
    ...once,
  });
  const all = useQuery({
    queryKey: ['undo-preview', id, true],
    queryFn: () =>
      inTurn(async () => ofAll(await request(previewUndoWithLater, { params: { id }, body: {} }))),
    enabled: later.data !== undefined && later.data.total > 0 && later.data.refusal === null,
    ...once,
  });
  const undo = useMutation({
    mutationFn: (confirmed: Outcome): Promise<Outcome | null> =>
      inTurn(async () => {
        // Of one alone the parts have no name.
        if (confirmed.parts.some(({ of }) => of === null)) {
          const done = await withClashesConfirmed((clashes) =>
            request(undoBulkOperation, { params: { id }, body: clashes }),
          );
          return done && ofOne(id, done);
        }
        const operations = confirmed.parts.map((part) => part.id);
        const done = await withClashesConfirmed((clashes) =>
          request(undoWithLater, { params: { id }, body: { operations, ...clashes } }),
        );
        return done && ofAll(done);
      }),
    async onSuccess(done) {
      // Not confirmed that classes clash then.
      if (!done) return;
      await queries.invalidateQueries({ queryKey: ['resource'] });
      await queries.invalidateQueries({ queryKey: ['import-runs'] });
      if (done.refused > 0 || done.parts.some(({ rows }) => rows.length > 0)) return;
      const { length } = done.parts;
      toast('success', `${length > 1 ? changesText(length) : rowsText(done.undone)} ${act.done}`);
      close();
    },
    async onError(error) {
      toast('error', asError(error).message);
      // Something was changed meanwhile: it is looked at again.
      await queries.invalidateQueries({ queryKey: ['undo-later', id] });
      await queries.invalidateQueries({ queryKey: ['undo-preview', id] });
    },
  });
  return { later, alone, all, undo };
}
