import type { MyMeeting } from '#contract/attendance/my-attendance.ts';
import { statusText, wasMissing, type RollStatus } from '#contract/status.ts';

/** "Mon 2 Mar". */
export const dayText = (date: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`));

/** "2 Mar". */
export const shortDate = (date: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );

/** "2 Mar 2026, 09:05". */
export const instantText = (instant: string, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    // As the times of classes.
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(instant));

const changes: Record<MyMeeting['changed'][number], string> = {
  time: 'other time',
  room: 'other room',
  teacher: 'other teacher',
  extra: 'extra class',
  moved: 'moved here',
};

/** What differs from the weekly class, in words; empty when nothing does. */
export function changeText(meeting: MyMeeting, locale: string): string {
  if (meeting.status === 'cancelled') return 'Cancelled';
  if (meeting.status === 'moved')
    return meeting.moved_to ? `Moved to ${dayText(meeting.moved_to, locale)}` : 'Moved';
  return meeting.changed.map((change) => changes[change]).join(', ');
}

/** "Present, 5 minutes late", "Absent, excused"; empty without a mark. */
export function markText({
  mark,
  late_minutes,
  excused,
}: {
  mark: RollStatus | null;
  late_minutes: number | null;
  excused: boolean;
}): string {
  if (mark === null) return '';
  if (excused) return `${mark}, excused`;
  return late_minutes === null ? statusText(mark) : `${mark}, ${late_minutes} min late`;
}

/** The class of styles of a mark: an excused absence has a colour of its own. */
export const markClass = (status: RollStatus | null, excused: boolean): string =>
  excused ? 'excused' : wasMissing(status) ? 'absent' : 'present';

/** The date some days later. */
export function addDays(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}
