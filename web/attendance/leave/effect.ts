import { getLeaveEffect } from '#contract/attendance/leave.endpoints.ts';
import type { LeaveEffect } from '#contract/attendance/leave.ts';
import { request } from '#web/platform/api.ts';
import { confirm } from '#web/ui/confirm.ts';
import type { Values } from '#web/ui/form/form-context.ts';
import type { SaveText } from '#web/ui/form/resource-form.ts';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

async function effectOf(values: Values, leave?: string): Promise<string | null> {
  const { student_id: student, leave_from: from, leave_to: to } = values;
  if (typeof student !== 'number' || !isText(from) || !isText(to)) return null;
  return leaveText(await request(getLeaveEffect, { query: { student, from, to, leave } }));
}

/** Asks for confirmation when a new leave is over dates with marks. */
export async function confirmLeave(values: Values, edit: string | undefined): Promise<boolean> {
  // The question about an edit contains it.
  const text = edit === undefined ? await effectOf(values) : null;
  if (text === null) return true;
  return confirm({
    title: 'Marks were taken on these days',
    text,
    yes: 'Save anyway',
    no: 'Go back',
  });
}

export const leaveQuestion = async (values: Values, edit: string): Promise<SaveText> => ({
  text: await effectOf(values, edit),
});

/** The effect of removing leaves, in words; empty without one. */
export async function removalText(ids: number[]): Promise<string> {
  return leaveText(await request(getLeaveEffect, { query: { leave: ids.join() } })) ?? '';
}

const absences = (count: number) =>
  count === 1 ? '1 absence becomes' : `${count} absences become`;

const presentText = (classes: number): string =>
  classes === 1
    ? '1 class is marked present and stays so'
    : `${classes} classes are marked present and stay so`;

/** In words; null when no marks are affected. */
export function leaveText({ excused, unexcused, present }: LeaveEffect): string | null {
  const facts = [
    ...(excused ? [`${absences(excused)} excused`] : []),
    ...(unexcused ? [`${absences(unexcused)} unexcused`] : []),
    ...(present ? [presentText(present)] : []),
  ];
  return facts.length ? `${facts.join('; ')}.` : null;
}
