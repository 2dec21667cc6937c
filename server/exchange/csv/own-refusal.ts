import { messages } from '#contract/texts.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { addLine } from '#server/school/audit-trail.ts';
import type { ImportedBy } from './step.ts';

/** Records that the row of the user's own student was refused, like a call that is refused (R-ME-5). */
export async function recordOwnRefusal(
  database: Database,
  { bad }: { bad: readonly { reason: string }[] },
  { user, email, role, now }: ImportedBy,
): Promise<void> {
  if (!bad.some(({ reason }) => reason === messages.ownStudent)) return;
  await addLine(database, {
    at: now,
    user_id: user,
    actor: email,
    role,
    kind: 'refusal',
    what: 'Change the own student by file',
    status: 403,
  });
}
