import { join } from 'node:path';
import { folderStore } from '#server/platform/files/folder-store.ts';
import { cardTermsOf } from '#contract/card-number.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { defaultWeekdays, type Weekday } from '#contract/weekdays.ts';
import { importCalendar } from '#server/exchange/icalendar/run.ts';
import type { ImportFound } from '#server/exchange/runs/import-work.ts';
import { localNow } from '../platform/clock.ts';
import { createTestSchool, type TestSchool } from './test-school.ts';

/** A calendar file of these lines. */
export const calendarOf = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');

/** An event; properties as in the file. */
export const eventOf = (...lines: string[]): string[] => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];

/** A class on six Mondays at an hour of its own, under a UID that many programs write. */
export const mondaysOf = (number: number, summary: string, hour: string): string[] =>
  eventOf(
    `UID:${number}@default`,
    `SUMMARY:${summary}`,
    'LOCATION:R1',
    `DTSTART;TZID=Australia/Sydney:20260209T${hour}0000`,
    'DURATION:PT1H',
    'RRULE:FREQ=WEEKLY;COUNT=6',
  );

/** Algebra on Mondays at eight for the whole semester, with Tess in R1; further lines follow. */
export const weekly = (...more: string[]): string[] =>
  eventOf(
    'UID:weekly@other',
    'SUMMARY:MAT1 Algebra',
    'LOCATION:R1',
    'ATTENDEE;CN=Tess Teacher:mailto:tess@school.example',
    'DTSTART;TZID=Australia/Sydney:20260209T080000',
    'DTEND;TZID=Australia/Sydney:20260209T090000',
    'RRULE:FREQ=WEEKLY;UNTIL=20260612T130000Z',
    ...more,
  );

interface Part {
  uid?: string;
  first: string;
  /** Local, as `083000`. */
  begin?: string;
  end?: string;
  until?: string;
  more?: string[];
}

/** Algebra, weekly between two days: a part of the semester. */
export const part = ({
  uid = 'weekly@other',
  first,
  begin = '080000',
  end = '090000',
  until = '20260612',
  more = ['ATTENDEE;CN=Tess Teacher:mailto:tess@school.example', 'LOCATION:R1'],
}: Part) =>
  eventOf(
    `UID:${uid}`,
    'SUMMARY:MAT1 Algebra',
    `DTSTART;TZID=Australia/Sydney:${first}T${begin}`,
    `DTEND;TZID=Australia/Sydney:${first}T${end}`,
    `RRULE:FREQ=WEEKLY;UNTIL=${until}T130000Z`,
    ...more,
  );
interface ImportTextOptions {
  answers?: Record<string, string>;
  dryRun?: boolean;
  timeZone?: string;
  clashes?: 'ask' | 'refuse';
  weekdays?: readonly Weekday[];
}

/** Imports a calendar as a job does, without its thread. */
export function importText(
  { database, config, context }: TestSchool,
  text: string | Uint8Array,
  {
    answers = {},
    dryRun = false,
    timeZone,
    clashes = 'ask',
    weekdays = defaultWeekdays,
  }: ImportTextOptions = {},
): Promise<ImportFound> {
  const { clock } = context;
  return importCalendar({
    database,
    files: folderStore(join(config.dataDir, 'files')),
    fileName: 'timetable.ics',
    bytes: () => Promise.resolve(typeof text === 'string' ? Buffer.from(text) : text),
    path: () => Promise.reject(new Error('A calendar is read as a whole.')),
    answers,
    dryRun,
    checked: undefined,
    progress: () => {},
    beforeCommit: () => Promise.resolve(),
    today: clock.today(),
    localNow: localNow(clock),
    now: clock.now().toString(),
    timeZone: timeZone ?? clock.timeZone,
    clashes,
    weekdays,
    cards: cardTermsOf(context.settings.current()),
    staff: [],
    by: null,
  });
}

/** A school in the week before its classes begin: for each test, or for all tests of a file. */
export function calendarTests(of: 'each test' | 'all tests' = 'each test') {
  let current: TestSchool;
  const school = () => current;
  const [before, after] = of === 'each test' ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    current = await createTestSchool({ now: '2026-02-01T09:00:00+11:00' });
  });
  after(() => current.close());
  return {
    school,
    importText: (text: string | Uint8Array, options: ImportTextOptions = {}) =>
      importText(current, text, options),
    /** The classes that calendars made, as `code time`. */
    async madeClasses(): Promise<string[]> {
      const { rows } = await sql<{ text: string }>`
        select s.subject_code || ' ' || to_char(c.start_time, 'HH24:MI') as text
        from class_schedule c join subject s on s.id = c.subject_id
        where c.ref like 'calendar:%' order by c.start_time`.execute(current.database);
      return rows.map(({ text }) => text);
    },
  };
}
