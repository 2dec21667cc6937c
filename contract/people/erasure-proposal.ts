import { z } from 'zod';
import { id, listOf, listQuery } from '../fields.ts';

/** A text that may name an erased student, for somebody who may edit its row (R-ERASE-1). */
const erasureProposal = z.object({
  id: z.number(),
  /** The placeholder ID of the erased student. */
  student_id: z.string(),
  /** Table, column and key of the row. */
  table: z.string(),
  column: z.string(),
  row: z.string(),
  /** ISO 8601 UTC. */
  found_at: z.string(),
  text: z.string(),
  /** Was changed since: the places are unknown, and it can be left as it is only. */
  is_changed: z.boolean(),
  /** The part that `[erased]` replaces: start and length in UTF-16 code units. */
  places: z.array(z.object({ start: z.number(), length: z.number() })),
});
export type ErasureProposal = z.output<typeof erasureProposal>;

export const erasureProposalsQuery = z.strictObject({
  limit: listQuery.limit,
  page: listQuery.page,
});
export const erasureProposals = listOf(erasureProposal);

export const decideProposalsBody = z.strictObject({
  ids: z.array(id).min(1, 'must name a text').max(100, 'must name at most 100 texts'),
  /** True replaces the names and numbers by `[erased]`; false leaves the texts as they are. */
  is_redacted: z.boolean('must be true or false'),
});
