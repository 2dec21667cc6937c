import type { ClashKind } from '#contract/clash.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { rememberConfirmed } from './confirmed.ts';
import { allClashes, clashes, maxClashes } from './judge.ts';
import type { Proposed } from './proposed.ts';
import { clashError, toBeConfirmed } from './refuse.ts';

interface Terms {
  kinds: readonly ClashKind[];
  /** The institute's setting: `ask` saves, and responses contain the clashes. */
  mode: 'ask' | 'refuse';
  /**
   * `confirm_clashes` of the call: true saves and stores them, false refuses in either mode, so that
   * a screen can ask.
   */
  confirm: unknown;
  by: { user: number | null; now: string };
}

/**
 * Handles the clashes of meetings that were saved within the transaction (R-CLASH-4): confirmed ones are
 * stored, and unconfirmed ones are refused, where the institute or the call requires it.
 * @throws ApiError 409 with the clashes, which rolls the change back.
 */
export async function settleClashes(
  trx: Database,
  meetings: Proposed,
  { kinds, mode, confirm, by }: Terms,
): Promise<void> {
  if (confirm === true) {
    const found = await clashes(trx, meetings, { kinds, max: allClashes });
    await rememberConfirmed(trx, toBeConfirmed(found), by);
  } else if (mode === 'refuse' || confirm === false) {
    const found = toBeConfirmed(await clashes(trx, meetings, { kinds, max: 2 * maxClashes }));
    if (found.length) throw clashError(found);
  }
}
