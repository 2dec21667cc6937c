import { z } from 'zod';
import { bulkOperations, undoResult } from './bulk-operation.ts';
import { confirmClashes } from '../clash.ts';
import { id } from '../fields.ts';
import { limits } from '../limits.ts';

const named = bulkOperations.row.pick({
  id: true,
  kind: true,
  about: true,
  brings_back: true,
  done_by: true,
  done_at: true,
});

/** What would be undone with an operation, because it came after it or in one step with it (R-UNDO-6). */
export const laterOperations = z.object({
  /** How many later operations there are, whether the reader sees them or not. */
  total: z.number(),
  /** Those that the reader sees, the latest first; then those of the same step. */
  operations: z.array(
    named.extend({
      counts: bulkOperations.row.shape.counts,
      /** An undo of the same step: what both took comes back with both, in the right order. */
      is_step: z.boolean(),
    }),
  ),
  /** Why they cannot be undone at once, in words; null when they can. */
  refusal: z.string().nullable(),
});
export type LaterOperations = z.output<typeof laterOperations>;

export const undoWithLaterBody = z.strictObject({
  /** The ids of all that is undone, as the preview has them: nothing else is. */
  operations: z
    .array(id, 'must be a list of ids, as the preview answers them')
    .min(1, 'must be a list of ids, as the preview answers them')
    .max(limits.undoAtOnce, `must be at most ${limits.undoAtOnce} ids`),
  ...confirmClashes,
});

/** Sums over all operations, and what became of each. */
export const undoWithLaterResult = undoResult
  .pick({ undone: true, refused: true, following: true })
  .extend({
    counts: undoResult.shape.counts,
    /** In the order in which they are undone: the latest first. */
    operations: z.array(named.extend({ result: undoResult })).max(limits.undoAtOnce),
  });
export type UndoWithLaterResult = z.output<typeof undoWithLaterResult>;
