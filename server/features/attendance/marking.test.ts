import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSchool, type School } from '../../test/school.ts';

const monday = '2026-03-02';
const during = '2026-03-02T09:15:00+11:00';
const create = 'attendance/attendance/create/';

let school: School;
let mon9: number;

beforeAll(async () => {
  school = await openSchool();
  mon9 = await school.classId('mon9');
});
afterAll(() => school.close());
beforeEach(async () => {
  school.at(during);
  await sql`truncate attendance, attendance_request`.execute(school.database);
});

const tap = (rfid_number: unknown, more: object = {}, headers: Record<string, string> = {}) =>
  school.call('teacher', 'POST', create, { rfid_number, class_schedule: mon9, date: monday, ...more }, headers);
const written = async () => (await school.database.selectFrom('attendance').selectAll().execute()).length;
const historyRows = async () => (await sql<{ n: number }>`select count(*) as n from attendance_history`.execute(school.database)).rows[0]!.n;
const roll = async () => (await school.call('teacher', 'GET', `attendance/attendance/?class_schedule=${mon9}&date=${monday}`)).body;
const statusOf = async (code: string) => (await roll()).results.find((row: { student_id: string }) => row.student_id === code).status;

describe('a tap', () => {
  it('by card makes the student present, says so, and writes how', async () => {
    const answer = await tap('1000001');
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ student_id: 'S1', first_name: 'Anna', status: 'Present', how: 'card', date: monday, class_schedule: mon9 });
    expect(answer.body.results).toEqual([{ student_id: 'S1', status: 'Attendance Marked successfully' }]);
    expect(await statusOf('S1')).toBe('Present');
  });

  it('by student id marks a student without a card', async () => {
    expect((await tap('S3')).body).toMatchObject({ student_id: 'S3', how: 'typed' });
  });

  it('names the student by id (a number) or uuid as well', async () => {
    const id = await school.studentId('S2');
    const first = await tap(id);
    expect(first.body).toMatchObject({ student_id: 'S2', how: 'manual' });
    expect((await tap(first.body.student_uuid)).status).toBe(200);
  });

  it('takes student as another name of rfid_number, and today when no date is sent', async () => {
    const answer = await school.call('teacher', 'POST', create, { student: 'S1', class_schedule: mon9 });
    expect(answer.body).toMatchObject({ student_id: 'S1', date: monday });
  });

  it('of the same card again says when, and changes nothing', async () => {
    await tap('1000001');
    const before = await historyRows();
    school.at('2026-03-02T09:40:00+11:00');
    const again = await tap('1000001');
    expect(again.status).toBe(200);
    expect(again.body.results[0].status).toBe('already present at 09:15');
    expect(again.body.marked_at).toBe('2026-03-01T22:15:00.000Z');
    expect([await written(), await historyRows()]).toEqual([1, before]);
  });

  it('on an absent student makes them present, with both in the history', async () => {
    await tap('S1', { status: 'Absent' });
    expect(await statusOf('S1')).toBe('Absent');
    const present = await tap('1000001');
    expect(present.status).toBe(201);
    const history = await school.call('teacher', 'GET', `attendance/attendance/${present.body.id}/history/`);
    expect(history.body.results.slice(-2)).toMatchObject([
      { from: null, to: 'Absent', how: 'typed', changed_by: 'Tess Teacher' },
      { from: 'Absent', to: 'Present', how: 'card' },
    ]);
  });

  it('twice at the same moment leaves one record and one line of history', async () => {
    const before = await historyRows();
    const answers = await Promise.all(Array.from({ length: 12 }, () => tap('1000002')));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(11).fill(200), 201]);
    expect([await written(), (await historyRows()) - before]).toEqual([1, 1]);
  });

  it('with the same Idempotency-Key is answered the same and done once', async () => {
    const key = { 'idempotency-key': 'a-tap-from-the-browser-1' };
    const first = await tap('1000001', {}, key);
    await school.call('teacher', 'PATCH', `attendance/attendance/${first.body.id}/`, { status: 'Absent' });
    const again = await tap('1000001', {}, key);
    expect(again.body).toEqual(first.body);
    expect(await statusOf('S1')).toBe('Absent');
  });

  it('with a student id in other letters is the same student', async () => {
    expect(await tap('s3')).toMatchObject({ status: 201, body: { student_id: 'S3', how: 'typed' } });
  });

  it('with an Idempotency-Key of another request is refused, and nobody is marked for somebody else', async () => {
    const key = { 'idempotency-key': 'a-key-that-is-used-twice' };
    await tap('1000001', {}, key);
    const refused = { status: 422, body: { 'Idempotency-Key': ['was used for another request'] } };
    expect(await tap('1000002', {}, key)).toMatchObject(refused);
    expect(await tap('1000001', { status: 'Absent' }, key)).toMatchObject(refused);
    expect(await statusOf('S2')).toBe('N/A');
    expect((await tap('1000001', {}, key)).status).toBe(201);
  });
});

describe('a student of another class', () => {
  it('is told where to go, the class in session first, and nothing is written', async () => {
    const answer = await tap('1000004');
    expect(answer.status).toBe(400);
    expect(answer.body.fail).toHaveLength(1);
    const [fail] = answer.body.fail;
    expect(fail).toMatchObject({ student_id: 'S4', name: 'Dana Zimmer', status: 'This student is not enrolled in this class' });
    expect(fail.class_schedules).toMatchObject([
      {
        subject: { subject_name: 'Geometry', subject_code: 'MAT2' },
        start_time: '09:00',
        end_time: '10:30',
        day_of_week: 'Monday',
        currentClass: true,
      },
      { start_time: '10:00', classroom: { room_number: 'R1' }, teacher: { first_name: 'Theo', last_name: 'Tutor' }, currentClass: false },
    ]);
    expect(await written()).toBe(0);
  });

  it('without a class that day gets the reason alone', async () => {
    const tue14 = await school.classId('tue14');
    const answer = await school.call('teacher', 'POST', create, { rfid_number: 'S2', class_schedule: tue14, date: '2026-02-24' });
    expect(answer.body.fail[0]).not.toHaveProperty('class_schedules');
  });
});

describe('what is refused', () => {
  const refusals: [string, unknown, object, number, object][] = [
    ['an unknown card', '999', {}, 400, { rfid_number: ['No student has this card or ID'] }],
    ['no card', undefined, {}, 400, { rfid_number: ['is required'] }],
    ['an empty card', '  ', {}, 400, { rfid_number: ['is required'] }],
    ['a card with a NUL', '1000001\u0000', {}, 400, { rfid_number: ['must not contain control characters'] }],
    ['no class', '1000001', { class_schedule: undefined }, 400, { class_schedule: ['Please select a Schedule'] }],
    ['a class that is text', '1000001', { class_schedule: 'one' }, 400, { class_schedule: ['Please select a Schedule'] }],
    ['a class that does not exist', '1000001', { class_schedule: 987654321 }, 400, { class_schedule: ['This class does not exist'] }],
    ['a huge class id', '1000001', { class_schedule: 9e15 }, 400, { class_schedule: ['This class does not exist'] }],
    ['a date that is none', '1000001', { date: '2026-02-30' }, 400, { date: ['must be a date, YYYY-MM-DD'] }],
    ['a date in words', '1000001', { date: 'tomorrow' }, 400, { date: ['must be a date, YYYY-MM-DD'] }],
    ['a date that is a number', '1000001', { date: 20260302 }, 400, { date: ['must be a date, YYYY-MM-DD'] }],
    ['another weekday', '1000001', { date: '2026-02-24' }, 400, { date: ['No Class on this day!'] }],
    ['a date before the classes begin', '1000001', { date: '2026-02-02' }, 400, { date: ['No Class on this day!'] }],
    ['a future date', '1000001', { date: '2026-03-09' }, 400, { date: ['Attendance cannot be taken for a future date'] }],
    ['a status that is none', '1000001', { status: 'Late' }, 400, { status: ['must be Present or Absent'] }],
    ['an unknown field', '1000001', { marked_by: 7 }, 400, { marked_by: ['is not a known field'] }],
  ];
  it.each(refusals)('%s', async (_name, card, more, status, body) => {
    const answer = await tap(card, more);
    expect([answer.status, answer.body]).toEqual([status, body]);
    expect(await written()).toBe(0);
  });

  it('a holiday', async () => {
    school.at('2026-04-06T09:15:00+10:00');
    const answer = await tap('1000001', { date: '2026-04-06' });
    expect([answer.status, answer.body]).toEqual([400, { date: ['No Class on this day!'] }]);
  });

  it('an archived student', async () => {
    const archive = (at: string | null) => school.database.updateTable('student').set({ archived_at: at }).where('student_id', '=', 'S5').execute();
    await archive('2026-03-01T00:00:00Z');
    const answer = await tap('1000005');
    await archive(null);
    expect([answer.status, answer.body]).toEqual([400, { rfid_number: ['This student is archived'] }]);
    expect(await written()).toBe(0);
  });

  it('a body of 1 MB', async () => {
    const answer = await tap('1'.repeat(1024 * 1024));
    expect([answer.status, answer.body]).toEqual([413, { detail: 'The request is too large.' }]);
  });

  it('a body that is no JSON, or of another type', async () => {
    const json = await school.call('teacher', 'POST', create, '{"rfid_number":', { 'content-type': 'application/json' });
    expect([json.status, json.body]).toEqual([400, { detail: 'The body is not valid JSON.' }]);
    const xml = await school.call('teacher', 'POST', create, '<a/>', { 'content-type': 'text/xml' });
    expect(xml.status).toBe(415);
  });

  it('an Idempotency-Key that is none', async () => {
    expect((await tap('1000001', {}, { 'idempotency-key': 'a b' })).status).toBe(400);
  });
});

describe('who may mark', () => {
  it('nobody without a token, with an expired one, of another issuer or for another audience', async () => {
    const body = { rfid_number: '1000001', class_schedule: mon9, date: monday };
    const claims = { email: 'tess@school.example' };
    const { createIssuer } = await import('../../test/issuer.ts');
    const tokens: [string | null, string][] = [
      [null, 'Log in to use this.'],
      [await school.issuer.token(claims, { expiresAt: Math.floor(Date.now() / 1000) - 60 }), 'Your sign-in has expired; log in again.'],
      [await school.issuer.token(claims, { audience: 'another' }), 'This sign-in is not valid here; log in again.'],
      [await school.issuer.token(claims, { issuer: 'https://evil.example' }), 'This sign-in is not valid here; log in again.'],
      [await (await createIssuer()).token(claims), 'This sign-in is not valid here; log in again.'],
      ['not.a.token', 'This sign-in is not valid here; log in again.'],
    ];
    for (const [token, detail] of tokens) {
      const answer = await school.call('nobody', 'POST', create, body, token ? { authorization: `Bearer ${token}` } : {});
      expect([answer.status, answer.body]).toEqual([401, { detail }]);
    }
    expect(await written()).toBe(0);
  });

  it('nobody whose e-mail is not known here', async () => {
    const answer = await school.call('stranger', 'POST', create, { rfid_number: '1000001', class_schedule: mon9, date: monday });
    expect(answer.status).toBe(403);
    expect(answer.body.detail).toContain('sam@elsewhere.example is not known here');
    expect(await written()).toBe(0);
  });

  it('a relief teacher, and the history says who', async () => {
    const marked = await school.call('otherTeacher', 'POST', create, { rfid_number: '1000001', class_schedule: mon9, date: monday });
    const history = await school.call('teacher', 'GET', `attendance/attendance/${marked.body.id}/history/`);
    expect(history.body.results.at(-1).changed_by).toBe('Theo Tutor');
  });
});

describe('several students at once', () => {
  it('are marked present, each named, those that cannot be with their reason', async () => {
    await tap('S1');
    const ids = await Promise.all(['S1', 'S2', 'S4'].map(school.studentId));
    const answer = await school.call('teacher', 'POST', 'attendance/mark-student-attendance/', { student: ids, class_schedule: mon9, date: monday });
    expect(answer.status).toBe(201);
    expect(answer.body.results).toEqual([
      { student_id: 'S1', status: 'already present at 09:15' },
      { student_id: 'S2', status: 'Student Marked Present' },
    ]);
    expect(answer.body.fail).toMatchObject([{ student_id: 'S4' }]);
  });

  it('are refused together when nobody can be marked', async () => {
    const answer = await school.call('teacher', 'POST', create, { rfid_number: ['S4', 'S99'], class_schedule: mon9, date: monday });
    expect(answer.status).toBe(400);
    expect(answer.body).not.toHaveProperty('results');
    expect(answer.body.fail).toMatchObject([{ student_id: 'S99', status: 'No student has this card or ID' }, { student_id: 'S4' }]);
  });

  it.each([[[]], ['S1'], [undefined], [[1, 'S1']]])('must be a list with somebody in it: %j', async (student) => {
    const answer = await school.call('teacher', 'POST', 'attendance/mark-student-attendance/', { student, class_schedule: mon9, date: monday });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual(['student']);
    if (!Array.isArray(student) || student.length === 0) expect(answer.body.student).toEqual(['Please select a student']);
  });

  it('marked in opposite orders at once end without a deadlock', async () => {
    const forth = await Promise.all(['S1', 'S2', 'S3', 'S5'].map(school.studentId));
    const send = (student: number[]) =>
      school.call('teacher', 'POST', 'attendance/mark-student-attendance/', { student, class_schedule: mon9, date: monday });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, turn) => send(turn % 2 ? forth : forth.toReversed())));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
    expect(await written()).toBe(4);
  });
});
