import { withGroup } from '#contract/class-name.ts';
import { createHash, randomBytes } from 'node:crypto';
import { ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { AppContext } from '#server/app-context.ts';
import { instantAt } from '#server/school/when.ts';

/** The period of the calendar before and after today, in days. */
const span = { back: 30, ahead: 190 };
/**
 * Fifty classes a week for half a year: the calendar is generated synchronously and blocks taps
 * meanwhile.
 */
export const maxOccurrences = 1500;

export interface Occurrence {
  id: number;
  date: string;
  start_time: string;
  end_time: string;
  class_type: string;
  subject_name: string;
  group_name: string | null;
  subject_code: string;
  room_number: string;
  semester: string;
  /** The date that it was originally planned for, across all moves; the sequence only grows. */
  original_date: string;
  extra_uid: string | null;
  sequence: number;
  /** The class is cancelled, or another teacher covers it. */
  cancelled: boolean;
  covered_by: string | null;
  /** The names of its teachers besides the owner of the calendar, where it has several. */
  taught_with: string | null;
}

/** The first and the last date of a calendar. */
export function spanAround(day: string): { from: string; to: string } {
  const today = Temporal.PlainDate.from(day);
  return {
    from: today.subtract({ days: span.back }).toString(),
    to: today.add({ days: span.ahead }).toString(),
  };
}

/**
 * Each class on its dates as instants: correct across holidays and daylight saving in every
 * calendar application.
 * @param addressOf the page of a class, from its root on.
 */
export function calendarOf(
  { config, clock, settings }: Pick<AppContext, 'config' | 'clock' | 'settings'>,
  name: string,
  occurrences: Occurrence[],
  addressOf: (occurrence: Occurrence) => string,
): string {
  const host = new URL(config.publicUrl).hostname;
  const calendar = new ICalCalendar({
    // The name alone is written as it is: what follows a line break would be a line of the file.
    name: `${settings.current().title}: ${name}`.replaceAll(/\s*[\r\n]+\s*/g, ' '),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Attendance', product: 'Attendance', language: 'EN' },
    ttl: 3600,
  });
  for (const it of occurrences) {
    calendar.createEvent({
      id: `${uidOf(it)}@${host}`,
      sequence: it.sequence,
      status: it.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      stamp: new Date(clock.now().epochMilliseconds),
      start: new Date(instantAt(it.date, it.start_time, clock.timeZone).epochMilliseconds),
      end: new Date(instantAt(it.date, it.end_time, clock.timeZone).epochMilliseconds),
      summary: withGroup(`${it.subject_code} ${it.subject_name}`, it.group_name),
      location: it.room_number,
      description: descriptionOf(it),
      url: `${config.publicUrl}${addressOf(it)}`,
    });
  }
  return calendar.toString();
}

/** Further classes of a date have their own UIDs: another may have been moved away from it. */
const uidOf = ({ id, original_date, extra_uid }: Occurrence): string =>
  ['class', id, original_date, ...(extra_uid ? [extra_uid] : [])].join('-');

/** Without reasons: the link may be used by external services. */
function descriptionOf({ class_type, semester, covered_by, taught_with }: Occurrence): string {
  const cover = covered_by ? `, covered by ${covered_by}` : '';
  const others = taught_with ? `, with ${taught_with}` : '';
  return `${class_type}, semester ${semester}${cover}${others}`;
}

/** A new link, and what is stored of it. */
export function newLink({ config, clock }: Pick<AppContext, 'config' | 'clock'>) {
  const secret = randomBytes(24).toString('base64url');
  return {
    url: `${config.publicUrl}/api/v2/attendance/calendar/${secret}.ics`,
    secret_hash: hashOfLink(secret),
    created_at: clock.now().toString(),
  };
}

export const hashOfLink = (secret: string): Buffer => createHash('sha256').update(secret).digest();
