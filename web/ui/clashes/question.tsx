import type { Clash } from '#contract/clash.ts';
import { ApiError } from '#web/platform/api.ts';
import { confirm } from '../confirm.ts';

/** Sent first: the server returns the clashes, and changes nothing yet. */
export const askFirst = { confirm_clashes: false };

const clashesOf = (error: unknown): Clash[] | null =>
  error instanceof ApiError && error.status === 409 && Array.isArray(error.body.clashes)
    ? error.body.clashes
    : null;

/**
 * Asks whether a change is made although classes clash then (R-CLASH-7).
 * @returns undefined for another error.
 */
async function confirmClashes(error: unknown): Promise<boolean | undefined> {
  const clashes = clashesOf(error);
  if (!clashes) return undefined;
  // Rarely needed.
  const { ClashList } = await import('./ClashList.tsx');
  return confirm({
    title: 'Classes clash then',
    text: <ClashList of={clashes} isOfSeveral />,
    yes: 'Continue anyway',
    no: 'Go back',
  });
}

/** The same for a form: additional fields to send, null for no. */
export async function confirmClashesOfForm(
  error: unknown,
): Promise<{ confirm_clashes: true } | null | undefined> {
  const isConfirmed = await confirmClashes(error);
  return isConfirmed === undefined ? undefined : isConfirmed ? { confirm_clashes: true } : null;
}

/** @returns null when the answer to the question about clashes was no. */
export async function withClashesConfirmed<Answer>(
  send: (confirmed: { confirm_clashes: boolean }) => Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await send(askFirst);
  } catch (error) {
    const isConfirmed = await confirmClashes(error);
    if (isConfirmed === undefined) throw error;
    return isConfirmed ? send({ confirm_clashes: true }) : null;
  }
}
