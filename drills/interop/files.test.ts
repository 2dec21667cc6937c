import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensurePrograms, versionsOf } from '../programs.ts';
import { openDemo, type Demo } from './demo.ts';
import { asText, read } from './read.ts';

let demo: Demo;
beforeAll(async () => {
  ensurePrograms(['python3-openpyxl', 'python3-icalendar']);
  console.log(versionsOf(['python3-openpyxl', 'python3-icalendar']));
  demo = await openDemo();
}, 240_000);
afterAll(() => demo?.close());

const bytesOf = async (path: string, options?: Parameters<Demo['call']>[1]): Promise<Buffer> => {
  const answer = await demo.call(path, options);
  expect([path, answer.status]).toEqual([path, 200]);
  return Buffer.from(await answer.arrayBuffer());
};

/** A spreadsheet’s CSV marks text that begins like a formula. */
const withoutMark = (text: string): string => text.replace(/^'(?=[=+\-@\t\r])/, '');
const number = (text: string): string =>
  /^-?\d+(\.\d+)?$/.test(text) ? String(Number(text)) : text;

const term = { fromDate: '2026-11-01', toDate: '2026-11-18', schedule: [1, 2, 3, 4, 5, 6] };
const email = 'account@demo.example';

describe('workbooks, read by openpyxl', () => {
  it.each([
    [
      'a report',
      'attendance/reports/export/?by=student&from_date=2026-11-01&to_date=2026-11-18',
      undefined,
    ],
    ['the payroll file', 'attendance/payroll-logs-export/?', { email }],
    ['the rolls', 'attendance/master-export/?', { method: 'POST', body: term }],
  ] as const)('%s has the cells of its CSV, and no formula', async (_name, path, options) => {
    const [sheet, ...others] = read('workbook', await bytesOf(`${path}&format=xlsx`, options));
    const lines = parse(await bytesOf(`${path}&format=csv`, options), { bom: true }) as string[][];
    expect(others).toEqual([]);
    expect(lines.length).toBeGreaterThan(10);
    expect(sheet?.rows.map((row) => row.map((cell) => number(asText(cell))))).toEqual(
      lines.map((row) => row.map((cell) => number(withoutMark(cell)))),
    );
    expect(sheet?.kinds).not.toContain('f');
    expect(sheet?.kinds).not.toContain('e');
    expect(sheet?.frozen).toBe('A2');
  });
});

describe('calendars, read by icalendar', () => {
  it('a teacher’s feed has each class of the term at its time, with room and status', async () => {
    const email = 'grace.hall@demo.example';
    const made = await demo.call('attendance/calendar-link/create/', {
      method: 'POST',
      body: {},
      email,
    });
    expect(made.status).toBe(201);
    const { url } = (await made.json()) as { url: string };
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    const feed = read('calendar', bytes);
    expect(feed.errors).toEqual([]);
    expect(feed.name).not.toBe('');
    expect(feed.events.length).toBeGreaterThan(20);
    expect(new Set(feed.events.map(({ uid }) => uid)).size).toBe(feed.events.length);
    const details = (await (await demo.call('user/details/', { email })).json()) as {
      teacher_id: number;
    };
    const days = (await (
      await demo.call(
        `attendance/classschedule/?date=2026-11-18&teacher=${details.teacher_id}&limit=50`,
      )
    ).json()) as {
      results: {
        start_time: string;
        subject: { subject_name: string };
        classroom: { room_number: string };
      }[];
    };
    const today = feed.events.filter(
      ({ start }) => start.startsWith('2026-11-18') || start.startsWith('2026-11-17T'),
    );
    for (const { start_time, subject, classroom } of days.results) {
      const at = new Date(`2026-11-18T${start_time}:00+11:00`).getTime();
      const event = today.find(({ start }) => new Date(start).getTime() === at);
      expect(event, start_time).toMatchObject({
        location: expect.stringContaining(classroom.room_number),
      });
      expect(event?.summary).toContain(subject.subject_name);
    }
    expect(days.results.length).toBeGreaterThan(0);
  });
});
