import type { ImportWork } from '../runs/import-work.ts';
import { ProgramError, type Program } from '../programs/program.ts';
import { programOf } from '../programs/program-file.ts';
import type { CalendarEvent, Notice } from './calendar-event.ts';
import { maxEvents, readComponents } from './content-lines.ts';
import { eventNamesOf } from './event-names.ts';
import { readEvents, type UnreadableEvent } from './events.ts';
import { calendarText } from './file-text.ts';
import { calendarNameOf } from './source.ts';
import { ianaZone } from './zones.ts';

const notThese =
  'This is neither an iCalendar file (BEGIN:VCALENDAR is missing) nor a timetable of aSc Timetables or Untis (GPU001.TXT)';

/** The content of a file with a timetable. */
export interface Found {
  events: CalendarEvent[];
  /** Events that cannot be read. */
  unreadable: UnreadableEvent[];
  /** A timetable without dates, which another program has written; null: the file is a calendar. */
  program: Program | null;
  /** The name of the calendar or the program. */
  name: string;
  names: ReturnType<typeof eventNamesOf>;
}

export const none: Found = { events: [], unreadable: [], program: null, name: '', names: [] };

type Reading = Pick<ImportWork, 'timeZone' | 'fileName'>;

/** A calendar, or the timetable of a program; what is wrong with all of it is an error. Null: it is neither. */
export async function readTimetable(
  bytes: Uint8Array,
  reading: Reading,
  notice: Notice,
): Promise<Found | null> {
  if (bytes.length === 0) {
    notice(null, 'error', '-', 'The file is empty');
    return null;
  }
  try {
    const program = await programOf(bytes);
    if (program === null) return eventsOf(bytes, reading, notice);
    if (program.lessons.length === 0) notice(null, 'error', '-', 'The timetable has no lessons');
    return { ...none, program, name: program.name };
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    notice(error.line, 'error', '-', error.message);
    return null;
  }
}

/** The events of a file; what is wrong with all of it is an error. Null: it is no calendar. */
function eventsOf(
  bytes: Uint8Array,
  { timeZone, fileName }: Reading,
  notice: Notice,
): Found | null {
  const text = calendarText(bytes);
  if (text === null) {
    notice(null, 'error', '-', 'This is not a text file');
    return null;
  }
  const { calendar, broken, events: number, tooMuch, isCut } = readComponents(text);
  if (!calendar) {
    notice(null, 'error', '-', notThese);
    return null;
  }
  for (const { line, reason } of broken) notice(line, 'note', '-', reason);
  if (tooMuch) {
    notice(tooMuch.line, 'error', '-', `${tooMuch.reason}: export one semester`);
    return none;
  }
  if (isCut) {
    // Its missing dates would be cancelled.
    notice(null, 'error', '-', 'The file is cut off: END:VCALENDAR is missing. Download it again');
    return none;
  }
  if (number === 0) notice(null, 'error', '-', 'The calendar has no events');
  if (number > maxEvents) {
    const reason = `The calendar has ${number} events, more than ${maxEvents}: export one semester`;
    notice(null, 'error', '-', reason);
    return none;
  }
  const names = eventNamesOf(calendar);
  const name = calendarNameOf(calendar, fileName);
  const unreadable: UnreadableEvent[] = [];
  const events = readEvents(calendar, ianaZone(timeZone), notice, unreadable);
  return { ...none, events, unreadable, name, names };
}
