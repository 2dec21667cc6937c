import { addressOf } from '#contract/endpoint.ts';
import { isDate } from '#contract/dates.ts';
import { getAttendance } from '#contract/attendance/attendance.endpoints.ts';
import { getConfig, getUserDetails } from '#contract/session.endpoints.ts';
import { classScheduleEndpoints } from '#contract/timetable/timetable.endpoints.ts';
import { ownOngoing } from '#web/attendance/public/own-ongoing.ts';
import { readAhead, sendAhead } from '../platform/ahead.ts';
import { classesOn } from './first-reads.ts';

/**
 * Sends, for "/" on a date, what its page reads one after the other: the date of the institute, the
 * classes of that date, and the roll of the user's own class. The page's code is still being loaded
 * meanwhile; once it has begun, it sends them itself.
 * @param date of the address, or as this window knew it last.
 */
export async function sendOwnRollAhead(date: string | null, token: string): Promise<void> {
  const user = readAhead(getUserDetails, addressOf(getUserDetails));
  const day = date ?? (await readAhead(getConfig, addressOf(getConfig)))?.today;
  if (day === undefined || !isDate(day)) return;
  const list = classesOn({ date: day });
  if (date === null) sendAhead([list], token);
  const teacher = (await user)?.teacher_id ?? null;
  // Last, since the application sends the roll itself once it has taken these.
  const classes = await readAhead(classScheduleEndpoints.list, list);
  const own = ownOngoing(classes?.results ?? [], teacher);
  if (own) sendAhead([addressOf(getAttendance, {}, { class_schedule: own.id, date: day })], token);
}
