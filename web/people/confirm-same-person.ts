import { ApiError } from '#web/platform/api.ts';
import { confirm } from '#web/ui/confirm.ts';
import type { Values } from '#web/ui/form/form-context.ts';

/**
 * Asks whether the owner of the address is this person as well, where the server lets the user confirm it (R-ME-7).
 * @returns null to save nothing; undefined for other errors.
 */
export async function confirmSamePerson(error: unknown): Promise<Values | null | undefined> {
  if (!(error instanceof ApiError) || error.status !== 400) return undefined;
  const { confirm_same_person: question, request_id: _, ...fields } = error.body;
  // Another field is wrong, too: it is shown first, and the question comes with the next attempt.
  if (!question || Object.keys(fields).length !== 1) return undefined;
  const ofStaff = 'student_mail' in fields;
  const isConfirmed = await confirm({
    title: 'Is this one person?',
    text: ofStaff
      ? 'A member of staff has this e-mail address. Confirm only if this student is that person.'
      : 'A student has this e-mail address. Confirm only if this teacher is that person.',
    yes: 'Yes, one person',
    no: 'Cancel',
  });
  return isConfirmed ? { confirm_same_person: true } : null;
}
