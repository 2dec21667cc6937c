import { clashText } from '#contract/clash-text.ts';
import type { Clash, ClashKind } from '#contract/clash.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { clashes } from './judge.ts';
import type { ProposedMeeting } from './proposed.ts';

/** The most clashes that a question names. */
const maxNamed = 5;

/** The first clashes in words, for questions and previews. */
export const clashTexts = (found: Clash[]): string[] =>
  found.slice(0, maxNamed).map((it) => clashText(it));

export const toBeConfirmed = (found: Clash[]): Clash[] => found.filter((it) => !it.confirmed);

/** 409 that names clashes, to be sent again with a confirmation. */
export function clashError(found: Clash[]): ApiError {
  const text = clashTexts(found).join('; ');
  return new ApiError(409, { detail: `${text}.`, confirm: [text], clashes: found });
}

/** @throws ApiError 409 that names the clashes that are not confirmed yet. */
export async function assertNoClash(
  trx: Database,
  meetings: ProposedMeeting[],
  kinds: readonly ClashKind[],
): Promise<void> {
  const found = toBeConfirmed(await clashes(trx, meetings, { kinds }));
  if (found.length) throw clashError(found);
}
