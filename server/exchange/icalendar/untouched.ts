import { carriedBy, type FoundMeeting, type MeetingRow } from '#server/timetable/index.ts';
import { isOurs, reasons } from './reasons.ts';

export const noCover = {
  covering_teacher_id: null,
  cover_payroll_id: null,
  changed_places: null,
} as const;

/** Whether a calendar has made the cover: it has no pay code, which only people set (R-IMPORT-9). */
export const isCoverOurs = (row: MeetingRow): boolean =>
  row.covering_teacher_id !== null && row.cover_payroll_id === null && isOurs(row.reason);

export const covered = 'is covered';
export const changedByHand = 'was changed by hand';

/** Why a meeting stays as somebody made it; null for one that the calendar may change. */
export function whyUntouched(row: FoundMeeting): string | null {
  const carried = carriedBy(row);
  if (carried) return carried;
  if ((row.covering_teacher_id !== null && !isCoverOurs(row)) || row.changed_places !== null)
    return covered;
  if (row.held_on_holiday) return 'is held on a holiday';
  const isUsual = row.origin === 'weekly' && !row.own_time && !row.own_room;
  const isPlain = row.status === 'scheduled' && isUsual;
  // Who stands in at the usual time and place: another room was entered afterwards.
  const isChanged = row.reason === reasons.covered && !isUsual;
  return isPlain || row.status === 'holiday' || (isOurs(row.reason) && !isChanged)
    ? null
    : changedByHand;
}
