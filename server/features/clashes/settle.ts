import type { ClashKind } from '#contract/clash.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { rememberConfirmed } from './confirmed.ts';
import { clashes } from './judge.ts';
import type { ProposedMeeting } from './proposed.ts';
import { clashError, toBeConfirmed } from './refuse.ts';

interface Terms {
  kinds: readonly ClashKind[];
  /** The institute's setting: `ask` saves, and answers name the clashes. */
  mode: 'ask' | 'refuse';
  /** `confirm_clashes` came with the call. */
  isConfirmed: boolean;
  by: { user: number | null; now: string };
}

/** More than any class has. */
const maxRemembered = 1000;

/**
 * Decides about meetings that were saved within the transaction (R-CLASH-4): what is confirmed is
 * remembered, and refused is what is not, where the institute wants it.
 * @throws ApiError 409 that names the clashes, which takes the change back.
 */
export async function settleClashes(
  trx: Database,
  meetings: ProposedMeeting[],
  { kinds, mode, isConfirmed, by }: Terms,
): Promise<void> {
  if (isConfirmed) {
    const found = await clashes(trx, meetings, { kinds, max: maxRemembered });
    await rememberConfirmed(trx, toBeConfirmed(found), by);
  } else if (mode === 'refuse') {
    const found = toBeConfirmed(await clashes(trx, meetings, { kinds }));
    if (found.length) throw clashError(found);
  }
}
