import type { FollowUpDetails } from '#contract/standing/follow-up.ts';
import { getFollowUp } from '#contract/standing/follow-ups.endpoints.ts';
import { outcomeTitles } from '#contract/standing/follow-up-text.ts';
import { request } from '#web/platform/api.ts';
import { longDate } from '#web/ui/format.ts';
import type { ChangedField } from '#web/ui/form/changed-fields.ts';
import { isOvertaken } from '#web/ui/form/useOvertaken.ts';

/** What another user may have changed, as text. */
const shownOf = ({ owner, due_on, closed }: FollowUpDetails): [label: string, text: string][] => [
  ['Owner', owner.name],
  ['Due', longDate(due_on)],
  ['State', closed ? `Closed: ${outcomeTitles[closed.outcome]}` : 'Open'],
];

function changesBetween(before: FollowUpDetails, now: FollowUpDetails): ChangedField[] {
  const is = new Map(shownOf(now));
  return shownOf(before).flatMap(([label, was]) =>
    is.get(label) === was
      ? []
      : [{ label, before: was, now: is.get(label) ?? null, isEntered: false }],
  );
}

/**
 * Sends a change with the version that was read. After another user's change it asks, and sends it
 * again with the version of now if the answer is to save (decision 26).
 * @returns null when theirs is taken; the rejection of the call while the user goes on editing.
 */
export async function sendVersioned(
  before: FollowUpDetails,
  send: (version: number) => Promise<FollowUpDetails>,
): Promise<FollowUpDetails | null> {
  try {
    return await send(before.version);
  } catch (error) {
    if (!isOvertaken(error)) throw error;
    const now = await request(getFollowUp, { params: { follow_up_id: before.id } });
    // Rarely needed.
    const { askOvertaken } = await import('#web/ui/form/overtaken.tsx');
    const answer = await askOvertaken(error.message, changesBetween(before, now));
    if (answer === 'take') return null;
    if (answer === 'save') return sendVersioned(now, send);
    throw error;
  }
}
