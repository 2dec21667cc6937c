import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { pdf, png, sendFile } from '#server/test/upload.ts';

const path = 'attendance/settings/';
const logoPath = 'attendance/settings/logo/';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const change = (values: object) => school.call('admin', 'PATCH', path, values);
const config = async () => (await school.call('anonymous', 'GET', 'config/')).body;

describe('the institute’s name, locale and currency', () => {
  it('are what screens, letters and calendars use at once', async () => {
    const answer = await change({
      title: '  Riverside College ',
      locale: 'de-DE',
      currency: 'eur',
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { values: { title: 'Riverside College', locale: 'de-DE', currency: 'EUR' } },
    });
    expect(await config()).toMatchObject({
      title: 'Riverside College',
      locale: 'de-DE',
      currency: 'EUR',
    });
    const { body: link } = await school.call(
      'teacher',
      'POST',
      'attendance/calendar-link/create/',
      {},
    );
    const feed = await school.app.inject({ url: new URL(link.url).pathname });
    expect(feed.body).toContain('NAME:Riverside College');
  });

  it.each([
    [{ title: ' ' }, { title: ['is required'] }],
    [{ title: 'x'.repeat(81) }, { title: ['must have at most 80 characters'] }],
    [{ title: 'a\nb' }, { title: ['must be one line, without control characters'] }],
    [{ locale: 'not a tag' }, { locale: ['must be a language tag such as en-AU'] }],
    [{ locale: '' }, { locale: ['must be a language tag such as en-AU'] }],
    [{ currency: 'XXXX' }, { currency: ['must be a currency such as AUD'] }],
    [{ currency: 5 }, { currency: ['must be text'] }],
    [{ weekdays: [] }, { weekdays: ['must be at least one day'] }],
    [{ weekdays: 'Monday' }, { weekdays: [expect.any(String)] }],
  ])('%j is refused', async (values, errors) => {
    expect(await change(values)).toMatchObject({ status: 400, body: errors });
  });

  it('the environment wins', () => {
    const { fixedSettings } = readConfig({
      TITLE: 'Ours',
      LOCALE: 'en-US',
      CURRENCY: 'usd',
      WEEKDAYS: 'Thursday, Sunday,Monday',
    });
    expect(fixedSettings).toEqual({
      title: 'Ours',
      locale: 'en-US',
      currency: 'USD',
      weekdays: ['Monday', 'Thursday', 'Sunday'],
    });
    expect(() => readConfig({ WEEKDAYS: 'Someday' })).toThrow('WEEKDAYS must be days of the week');
  });
});

describe('days with classes (R-SET-4)', () => {
  const move = async (day_of_week: string) =>
    school.call('admin', 'PATCH', `attendance/classschedule/${await school.classId('mon9')}/`, {
      day_of_week,
    });
  const kinds = async (from: string, to: string) => {
    const found = await school.call('admin', 'GET', `attendance/class-days/?from=${from}&to=${to}`);
    return found.body.days.map(({ kind }: { kind: string }) => kind);
  };

  it('are Monday to Saturday, and a class on a Sunday is refused with the reason', async () => {
    expect((await config()).weekdays).toHaveLength(6);
    expect(await move('Sunday')).toMatchObject({
      status: 400,
      body: {
        day_of_week: ['must be one of Monday, Tuesday, Wednesday, Thursday, Friday, Saturday'],
      },
    });
    expect(await kinds('2026-03-06', '2026-03-08')).toEqual(['class_day', 'weekend', 'weekend']);
  });

  it('may have Sunday, on which classes are planned, shown and taken', async () => {
    await change({ weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday'] });
    expect(await kinds('2026-03-06', '2026-03-08')).toEqual(['weekend', 'weekend', 'class_day']);
    expect((await move('Friday')).body.day_of_week).toEqual([
      'must be one of Monday, Tuesday, Wednesday, Thursday, Sunday',
    ]);
    const moved = await move('Sunday');
    expect(moved.body).toMatchObject({ day_of_week: 'Sunday' });
    const { body } = await school.call(
      'admin',
      'GET',
      'attendance/classschedule/?date=2026-03-08&limit=50',
    );
    const [shown] = body.results;
    expect(shown).toMatchObject({ id: moved.body.id, meeting: { status: 'scheduled' } });
    school.at('2026-03-08T09:10:00+11:00');
    const mark = await school.call('admin', 'POST', 'attendance/attendance/create/', {
      rfid_number: 'S1',
      class_schedule: moved.body.id,
      date: '2026-03-08',
    });
    expect(mark.status).toBe(201);
  });

  it('that are taken away leave their classes where they are', async () => {
    await change({ weekdays: ['Monday', 'Tuesday'] });
    const same = await move('Sunday');
    expect(same).toMatchObject({ status: 200, body: { day_of_week: 'Sunday' } });
    expect((await move('Wednesday')).body.day_of_week).toEqual(['must be one of Monday, Tuesday']);
  });
});

describe('the logo (R-SET-5)', () => {
  const send = (bytes: Uint8Array, name = 'logo.png', caller: 'admin' | 'teacher' = 'admin') =>
    sendFile(school, caller, `/api/v2/${logoPath}`, 'files', bytes, name);

  it('is there before the sign-in, at an address that changes with it', async () => {
    expect(await config()).toMatchObject({ logo: null });
    expect((await school.app.inject({ url: '/api/v2/logo/' })).statusCode).toBe(404);
    const { status, body } = await send(png);
    expect(status).toBe(200);
    expect((await config()).logo).toBe(body.logo);
    const shown = await school.app.inject({ url: body.logo });
    expect(shown.rawPayload).toEqual(png);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it.each([
    ['a document', pdf, 'logo.png', 415],
    ['a vector picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg', 415],
    ['nothing', Buffer.alloc(0), 'logo.png', 415],
    ['more than 512 KB', Buffer.concat([png, Buffer.alloc(512 * 1024)]), 'logo.png', 413],
  ])('is no %s', async (_what, bytes, name, status) => {
    expect((await send(bytes, name)).status).toBe(status);
  });

  it('is not changed by teachers, and removed by who may set it', async () => {
    expect((await send(png, 'logo.png', 'teacher')).status).toBe(403);
    expect((await school.call('teacher', 'DELETE', logoPath)).status).toBe(403);
    expect((await school.call('admin', 'DELETE', logoPath)).body).toEqual({ logo: null });
    expect((await config()).logo).toBeNull();
  });
});
