import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const make = async () =>
  (await school.call('teacher', 'POST', 'attendance/calendar-link/create/', {})).body.url as string;
const open = async (url: string) => school.call('anonymous', 'GET', new URL(url).pathname);
/** Events as `start summary`. */
const eventsOf = (text: string) =>
  text
    .replaceAll(/\r\n /g, '')
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((event) => `${/DTSTART:(\S+)/.exec(event)![1]} ${/SUMMARY:(.+)/.exec(event)![1]!.trim()}`);

it('a teacher’s classes are under a private link, without sign-in and holidays, correct across daylight saving', async () => {
  const url = await make();
  const answer = await open(url);
  expect(answer).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/calendar; charset=utf-8' },
  });
  const events = eventsOf(answer.body);
  // Mondays at 9 and Tuesdays at 14 of Tess only; 09:00 is 22:00 UTC in summer time and 23:00
  // after 5 April.
  expect(events).toContain('20260301T220000Z MAT1 Algebra');
  expect(events).toContain('20260303T030000Z MAT2 Geometry');
  expect(events).toContain('20260412T230000Z MAT1 Algebra');
  // Easter Monday, 6 April.
  expect(events.filter((event) => event.startsWith('20260405'))).toEqual([]);
  expect(events.some((event) => event.includes('20260306'))).toBe(false);
  expect(answer.body).toContain('LOCATION:R1');
  expect(answer.body).toContain(
    `URL;VALUE=URI:http://localhost:3000/attendance/add?id=${await school.classId('mon9')}&date=2026-03-02`.slice(
      0,
      60,
    ),
  );
});

it('a new link replaces the previous one, and a link can be deleted', async () => {
  const first = await make();
  const second = await make();
  expect((await open(first)).status).toBe(404);
  expect((await open(second)).status).toBe(200);
  expect(
    (await school.call('teacher', 'GET', 'attendance/calendar-link/')).body.created_at,
  ).toEqual(expect.any(String));
  expect((await school.call('teacher', 'DELETE', 'attendance/calendar-link/')).status).toBe(204);
  expect((await open(second)).status).toBe(404);
  expect((await school.call('teacher', 'GET', 'attendance/calendar-link/')).body).toEqual({
    created_at: null,
  });
});

it('only teachers have one, and guessing finds nothing', async () => {
  expect((await school.call('admin', 'POST', 'attendance/calendar-link/create/', {})).status).toBe(
    404,
  );
  expect(
    (await school.call('anonymous', 'POST', 'attendance/calendar-link/create/', {})).status,
  ).toBe(401);
  for (const secret of ['x', '1', `${'a'.repeat(32)}.ics`, "' or true --"]) {
    expect([400, 404]).toContain(
      (await school.call('anonymous', 'GET', `attendance/calendar/${encodeURIComponent(secret)}/`))
        .status,
    );
  }
});

it('contains the first 1,500 classes: a full timetable must not block the service by a link that needs no sign-in', async () => {
  await sql`
    insert into class_schedule (class_type, day_of_week, start_time, end_time, subject_id,
      semester_id, teacher_id, classroom_id)
    select class_type, day_of_week, start_time, end_time, subject_id, semester_id, teacher_id,
      classroom_id
    from class_schedule, generate_series(1, 150) where ref = 'mon9'`.execute(school.database);
  const events = eventsOf((await open(await make())).body);
  expect(events).toHaveLength(1500);
  expect(events[0]).toContain('20260208T220000Z');
  expect(events).toEqual(events.toSorted());
});

it.each(['\n', '\r', '\r\n'])('a text with the line break %j adds no line', async (end) => {
  const text = `Tess${end}END:VCALENDAR${end}X-ADDED:1`;
  await sql`update teacher set first_name = ${text}, last_name = ${text}`.execute(school.database);
  await sql`update subject set subject_name = ${text} || id, subject_code = ${text} || id`.execute(
    school.database,
  );
  await sql`update classroom set room_number = ${text} || id`.execute(school.database);
  await sql`
    update class_meeting set covering_teacher_id = (
      select min(t.id) from teacher t where t.id <> class_meeting.teacher_id)
    where date = '2026-03-09'`.execute(school.database);
  const { body } = await open(await make());
  expect(body).toContain('covered by');
  const lines = (body as string).split(/\r\n|\r|\n/);
  expect(lines.filter((line) => /^(END:VCALENDAR|X-ADDED)/.test(line))).toEqual(['END:VCALENDAR']);
});
