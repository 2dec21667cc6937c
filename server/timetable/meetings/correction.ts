import { messages } from '#contract/texts.ts';
import { can } from '#contract/permissions.ts';
import type { RollEvent } from '#contract/attendance/roll-history.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, forbidden, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { closedUntil } from '#server/school/pay-closing.ts';
import type { Change } from './operations.ts';
import type { FoundMeeting } from './store.ts';

/** Who corrects meetings, and when. */
export interface Correcting {
  user: CurrentUser;
  today: string;
  /** ISO instant. */
  now: string;
}

/** A meeting whose roll is closed, or one of a past date with marks or a check-in: what happened is known. */
const isHeld = (today: string) => (meeting: FoundMeeting) =>
  meeting.roll_closed || (meeting.date < today && (meeting.taken || meeting.checked_in));

/** A meeting whose roll is known, or one that has ended and has marks. @param now the institute's local date and time. */
export const hasTakenPlace = (now: string) => (meeting: FoundMeeting) =>
  isHeld(now.slice(0, 10))(meeting) ||
  (meeting.taken && `${meeting.date}T${meeting.end_time}` <= now);

/**
 * Whether a change corrects what is known of a date: it needs who manages all rolls, and a reason (R-MEETING-12).
 * @throws ApiError 403, 400 at `reason`; 409 where a change of the teacher meets closed pay.
 */
export async function assertMayCorrect(
  trx: Database,
  meetings: FoundMeeting[],
  { user, today }: Correcting,
  { reason, changesPay }: { reason: string | null; changesPay: boolean },
): Promise<FoundMeeting[]> {
  const held = meetings.filter(isHeld(today));
  if (held.length === 0) return [];
  if (!can(user.permissions, 'Attendance', 'teacherFilter'))
    throw forbidden('The roll of this class is closed: an administrator corrects it.');
  if (reason === null) throw validationError('reason', messages.required);
  if (changesPay) {
    const until = await closedUntil(trx);
    if (until !== null && held.some(({ date }) => date <= until))
      throw new ApiError(409, { detail: `Pay is closed until ${until}.` });
  }
  return held;
}

/** Writes corrections into the histories of their rolls. */
export async function recordCorrections(
  trx: Database,
  corrected: FoundMeeting[],
  { after }: Change,
  { user, now }: Correcting,
  {
    kind,
    reason,
  }: { kind: Extract<RollEvent['kind'], 'covered' | 'other_room'>; reason: string | null },
): Promise<void> {
  const changed = new Set(after.map(({ id }) => id));
  const rows = corrected
    .filter(({ id }) => changed.has(id))
    .map(({ class_schedule_id, date }) => ({
      class_schedule_id,
      date,
      kind,
      done_by: user.id,
      done_at: now,
      reason,
      students: 0,
    }));
  if (rows.length) await trx.insertInto('roll_event').values(rows).execute();
}
