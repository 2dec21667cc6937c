import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createQrSchool, qrDate, type QrSchool } from '#server/test/qr.ts';
import type { Caller } from '#server/test/test-school.ts';
import { deviceCookie, deviceIn } from './device.ts';

let qr: QrSchool;
beforeAll(async () => {
  qr = await createQrSchool();
});
afterAll(() => qr.school.close());
beforeEach(() => qr.reset());

describe('check-in by QR code (R-QR-1)', () => {
  it('marks the student present, with the time of arrival', async () => {
    expect((await qr.open()).body).toMatchObject({ problem: null, enrolled: 4, came: 0 });
    expect(await qr.scan('student')).toMatchObject({
      status: 200,
      body: {
        status: 'Present',
        arrived_at: '2026-03-01T22:05:00.000Z',
        late_minutes: null,
        already: false,
        subject_code: 'MAT1',
        room_number: 'R1',
        start_time: '09:00',
      },
    });
    expect(await qr.marks()).toEqual([
      { student_id: 'S1', status: 'Present', how: 'qr', late: null },
    ]);
  });

  it('is open only where somebody has opened it, and closes at once', async () => {
    expect(await qr.state()).toMatchObject({ opened_at: null, problem: null, codes: [] });
    await qr.open();
    const send = qr.browser();
    const { token } = await qr.shown();
    const { body } = await send('anonymous', 'claim', { token });
    qr.at('09:05:02');
    await qr.school.call('teacher', 'POST', 'attendance/qr/close/', await qr.roll());
    expect(await qr.state()).toMatchObject({ opened_at: null, codes: [] });
    // It was scanned while it was open.
    expect((await send('student', 'check-in', { claim: body.claim })).status).toBe(200);
    const late = await qr.browser()('anonymous', 'claim', { token });
    const other = qr.browser();
    expect(late.status).toBe(200);
    expect(await other('otherStudent', 'check-in', { claim: late.body.claim })).toMatchObject({
      status: 400,
    });
    await qr.open();
    expect((await qr.shown()).token).not.toBe(token);
  });

  it('is not shown to a user who is a student of the class', async () => {
    const { database } = qr.school;
    const set = (mail: string) =>
      sql`update student set student_mail = ${mail} where student_id = 'S5'`.execute(database);
    await set('Theo@school.example');
    const { class_schedule } = await qr.roll();
    const call = async (method: 'GET' | 'POST', path: string, body?: object) =>
      (await qr.school.call('otherTeacher', method, `attendance/qr/${path}`, body)).status;
    expect(await call('GET', `?class_schedule=${class_schedule}&date=${qrDate}`)).toBe(403);
    expect(await call('POST', 'open/', await qr.roll())).toBe(403);
    await qr.open();
    expect(await call('POST', 'close/', await qr.roll())).toBe(403);
    expect((await qr.state()).opened_at).not.toBeNull();
    expect(await call('POST', 'open/', await qr.roll('mon9b'))).toBe(200);
    await set('s5@school.example');
  });

  it('opens so many minutes before the class, and ends with it', async () => {
    qr.at('08:44:00');
    expect(await qr.open()).toMatchObject({ status: 400, body: { date: ['Opens at 08:45'] } });
    qr.at('08:45:00');
    expect((await qr.open()).status).toBe(200);
    expect(await qr.scan('student')).toMatchObject({ status: 200, body: { late_minutes: null } });
    qr.at('09:59:58');
    const send = qr.browser();
    const { token } = await qr.shown();
    const { body } = await send('anonymous', 'claim', { token });
    qr.at('10:00:30');
    // The scan was in time, the sign-in took longer.
    expect(await send('otherStudent', 'check-in', { claim: body.claim })).toMatchObject({
      status: 200,
      body: { late_minutes: 59 },
    });
    expect(await qr.open()).toMatchObject({ status: 400, body: { date: ['This class is over'] } });
  });

  it('says on other days when the class is, and why not today', async () => {
    const problemOn = async (date: string) => {
      const { class_schedule } = await qr.roll();
      const path = `attendance/qr/?class_schedule=${class_schedule}&date=${date}`;
      return (await qr.school.call('teacher', 'GET', path)).body.problem;
    };
    expect(await problemOn('2026-03-03')).toBe(
      'This class does not take place on this day. The next one is today at 09:00',
    );
    expect(await problemOn('2026-03-09')).toBe(
      'Check-in by QR code opens on the day of the class, Monday 9 March 2026',
    );
    qr.at('10:30:00');
    const next = 'The next one is on Monday 9 March 2026 at 09:00';
    expect(await problemOn('2026-03-03')).toBe(
      `This class does not take place on this day. ${next}`,
    );
    expect(await problemOn('2026-02-23')).toBe(`This class is over. ${next}`);
  });

  it('is late and absent as by a tap, at the time of the scan', async () => {
    await qr.open();
    qr.at('09:10:30');
    const send = qr.browser();
    const { token } = await qr.shown();
    const { body } = await send('anonymous', 'claim', { token });
    qr.at('09:14:00');
    expect(await send('student', 'check-in', { claim: body.claim })).toMatchObject({
      body: { arrived_at: '2026-03-01T22:10:30.000Z', late_minutes: null },
    });
    qr.at('09:11:00');
    expect(await qr.scan('otherStudent')).toMatchObject({ body: { late_minutes: 11 } });
  });

  it('into a closed roll until the class ends, and not into a cancelled class', async () => {
    await qr.open();
    await qr.school.call('teacher', 'POST', 'attendance/close-roll/', await qr.roll());
    expect(await qr.scan('student')).toMatchObject({ status: 200, body: { status: 'Present' } });
    const { rows } = await sql<{ id: number }>`
      select id from class_meeting
      where date = ${qrDate}::date and class_schedule_id = ${(await qr.roll()).class_schedule}`.execute(
      qr.school.database,
    );
    const send = qr.browser();
    const { token } = await qr.shown();
    const { body } = await send('anonymous', 'claim', { token });
    qr.at('09:05:10');
    await qr.school.call('admin', 'POST', 'attendance/meetings/cancel/', {
      ids: rows.map(({ id }) => id),
      reason: 'Flood',
    });
    qr.at('09:05:30');
    const refused = await send('otherStudent', 'check-in', { claim: body.claim });
    // Scanned before the cancellation was entered: taken.
    expect(refused.status).toBe(200);
    expect((await qr.open()).status).toBe(400);
  });

  it('names the class that a student of another one has now', async () => {
    await qr.open();
    await sql`update student set student_mail = 's4@qr.school.example' where student_id = 'S4'`.execute(
      qr.school.database,
    );
    const send = qr.browser();
    const { token } = await qr.shown();
    const { body } = await send('anonymous', 'claim', { token });
    const authorization = `Bearer ${await qr.school.issuer.token({ email: 's4@qr.school.example' })}`;
    const answer = await qr.school.call(
      'anonymous',
      'POST',
      'attendance/qr/check-in/',
      { claim: body.claim },
      { authorization, cookie: cookieOf(await send('anonymous', 'claim', { token })) },
    );
    expect(answer).toMatchObject({
      status: 409,
      body: {
        detail:
          'You are not enrolled in this class. Now you have MAT2 Geometry, 09:00 to 10:30, room R1.',
      },
    });
    const { rows } = await sql`select from qr_check_in`.execute(qr.school.database);
    expect([rows, await qr.marks()]).toEqual([[], []]);
  });
});

const cookieOf = (answer: { headers: Record<string, unknown> }): string =>
  String(answer.headers['set-cookie']).split(';')[0] ?? '';

describe('the digits (R-QR-4)', () => {
  beforeEach(() => qr.open());
  const type = (code: string, caller: Caller = 'student') =>
    qr.browser()(caller, 'check-in', { code });

  it('check in as well, written with or without a space', async () => {
    const { digits } = await qr.shown();
    expect(digits).toMatch(/^\d{8}$/);
    const spaced = `${digits.slice(0, 4)} ${digits.slice(4)}`;
    expect(await type(spaced)).toMatchObject({ status: 200, body: { status: 'Present' } });
    qr.at('09:05:09');
    expect((await type(digits, 'otherStudent')).status).toBe(200);
  });

  it('are refused in a sentence: the page has no field to put a fragment beside', async () => {
    expect((await type('1234')).body).toEqual({
      code: ['Type the 8 digits that are shown below the code'],
    });
  });

  it('are tried five times by a student while a code is shown', async () => {
    const { digits } = await qr.shown();
    const wrong = digits === '00000000' ? '00000001' : '00000000';
    const tries = [];
    for (let number = 0; number < 6; number++) tries.push((await type(wrong)).status);
    expect(tries).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await type(digits)).status).toBe(429);
    expect((await type(digits, 'otherStudent')).status).toBe(200);
    qr.at('09:05:05');
    expect((await type((await qr.shown()).digits)).status).toBe(200);
  });

  it('are those of a class of the student: of another one they say nothing', async () => {
    await qr.open('mon9b');
    const { digits } = await qr.shown('mon9b');
    expect(await type(digits)).toMatchObject({
      status: 400,
      body: { code: [expect.stringContaining('one of your classes')] },
    });
  });
});

describe('who checked in by code', () => {
  it('has not marked the roll: they neither close it, nor count as who took it', async () => {
    const { school } = qr;
    await qr.open();
    await qr.scan('student');
    await school.call('otherTeacher', 'GET', 'user/details/');
    // The student teaches by now, with the same account.
    const author = (how: string) =>
      sql`update attendance set how = ${how}, marked_by = (
        select id from app_user where email = 'theo@school.example')`.execute(school.database);
    const takenBy = async () => {
      school.at('2026-03-03T10:00:00+11:00');
      const { body } = await school.call(
        'account',
        'GET',
        `attendance/payroll-logs-missing/?from_date=${qrDate}&to_date=${qrDate}&limit=50`,
      );
      qr.at('09:05');
      const { class_schedule } = await qr.roll();
      return body.results.find(
        ({ schedule }: { schedule: { id: number } }) => schedule.id === class_schedule,
      ).roll_taken_by;
    };
    const close = async () =>
      (await school.call('otherTeacher', 'POST', 'attendance/close-roll/', await qr.roll())).status;
    await author('qr');
    expect([await takenBy(), await close()]).toEqual([null, 403]);
    await school.call('otherTeacher', 'POST', 'attendance/attendance/create/', {
      ...(await qr.roll()),
      rfid_number: 'S2',
    });
    await author('manual');
    expect([await takenBy(), await close()]).toEqual(['Theo Tutor', 200]);
  });
});

describe('one browser, two students (R-QR-5)', () => {
  it('both are taken, and both are named to the teacher', async () => {
    await qr.open();
    const phone = qr.browser();
    expect((await qr.scan('student', phone)).status).toBe(200);
    expect((await qr.scan('otherStudent', phone)).status).toBe(200);
    const { body } = await qr.school.call(
      'teacher',
      'GET',
      `attendance/qr/arrivals/?class_schedule=${(await qr.roll()).class_schedule}&date=${qrDate}`,
    );
    const flags = body.results.map((row: { student_id: string; shared_with: string[] }) => [
      row.student_id,
      row.shared_with,
    ]);
    expect(Object.fromEntries(flags)).toEqual({
      S1: ['Bo Nguyễn (S2)'],
      S2: ['Anna Ångström (S1)'],
    });
  });

  it('two browsers are not', async () => {
    await qr.open();
    await qr.scan('student');
    await qr.scan('otherStudent');
    const { body } = await qr.school.call(
      'teacher',
      'GET',
      `attendance/qr/arrivals/?class_schedule=${(await qr.roll()).class_schedule}&date=${qrDate}`,
    );
    expect(body.results.flatMap((row: { shared_with: string[] }) => row.shared_with)).toEqual([]);
  });

  it('the browser’s number is a cookie that scripts and other sites do not get', async () => {
    await qr.open();
    const { token } = await qr.shown();
    const { headers } = await qr.browser()('anonymous', 'claim', { token });
    expect(headers['set-cookie']).toMatch(
      /^attendance_browser=[\w-]{22}; Path=\/api\/v2\/attendance\/qr; .*HttpOnly; SameSite=Strict$/,
    );
  });

  it.each(['attendance_browser', '__Secure-attendance_browser'])(
    'the number of the cookie %s stays, by https under a name that http cannot set',
    (name) => {
      const number = 'a'.repeat(22);
      expect(deviceIn(`other=1; ${name}=${number}`)).toBe(number);
      expect(deviceCookie(number, true)).toMatch(
        /^__Secure-attendance_browser=a{22}; .*; SameSite=Strict; Secure$/,
      );
    },
  );
});
