import { clashText } from '#contract/clash-text.ts';
import type { Clash, ClashKind } from '#contract/clash.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { clashes, maxClashes } from './judge.ts';
import type { ProposedMeeting } from './proposed.ts';

/** Maximum clashes that a question lists. */
const maxNamed = 5;

/** The first clashes in words, for questions and previews. */
export const clashTexts = (found: Clash[], isOfSeveral = false): string[] =>
  found.slice(0, maxNamed).map((it) => clashText(it, { isOfSeveral }));

export const toBeConfirmed = (found: Clash[]): Clash[] => found.filter((it) => !it.confirmed);

/** A 409 with the clashes, to be sent again with a confirmation. */
export function clashError(found: Clash[]): ApiError {
  const judged = new Set(found.map((it) => it.class_schedule));
  const once = onceForEachPair(found).slice(0, maxClashes);
  const text = clashTexts(once, judged.size > 1).join('; ');
  return new ApiError(409, { detail: `${text}.`, confirm: [text], clashes: once });
}

/** @throws ApiError 409 with the unconfirmed clashes. */
export async function assertNoClash(
  trx: Database,
  meetings: ProposedMeeting[],
  kinds: readonly ClashKind[],
): Promise<void> {
  const found = toBeConfirmed(await clashes(trx, meetings, { kinds, max: 2 * maxClashes }));
  if (found.length) throw clashError(found);
}

/** When both of two classes were judged, the clash is listed once, for the first of them. */
export function onceForEachPair(found: Clash[]): Clash[] {
  const seen = new Set<string>();
  return found.filter(({ kind, class_schedule, other }) => {
    if (!other || class_schedule === null) return true;
    const pair = [class_schedule, other.class_schedule].toSorted((a, b) => a - b);
    const key = `${kind} ${pair.join(' ')}`;
    return !seen.has(key) && seen.add(key);
  });
}
