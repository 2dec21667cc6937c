import { useCan, useUser } from '#web/platform/SessionProvider.tsx';

/** Why "Teacher Check-in" is disabled. */
export const noTeacherReason =
  'Only teachers check in: your account has no teacher with its e-mail address';

/**
 * Who checks in to classes (R-PAY-1): teachers, and accounts for them. Everybody else who has a
 * timesheet sees the button disabled.
 */
type CheckInRight = 'own' | 'for others' | 'disabled' | null;

export function useCheckInRight(): CheckInRight {
  const can = useCan();
  const { teacher_id } = useUser();
  if (!can('My Timesheet', 'add')) return null;
  if (teacher_id !== null) return 'own';
  return can('Timesheet Admin Portal', 'add') ? 'for others' : 'disabled';
}
