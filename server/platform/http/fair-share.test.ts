import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createTestSchool,
  type Answer,
  type Caller,
  type TestSchool,
} from '#server/test/test-school.ts';
import { png, uploadFile } from '#server/test/upload.ts';

let school: TestSchool;
let holder: pg.Client;
beforeAll(async () => {
  school = await createTestSchool({ env: { STUDENT_SIGN_IN: 'true' } });
  holder = new pg.Client(school.connection);
  await holder.connect();
  await school.call('otherTeacher', 'GET', 'user/details/');
});
afterAll(async () => {
  await holder.end();
  await school.close();
});

it('thirty slow calls of one user leave connections for the taps of others, and are answered in order', async () => {
  const class_schedule = await school.classId('mon9');
  // Notes wait until this ends, taps do not need them.
  await holder.query('begin; lock table attendance_note in access exclusive mode');
  let answered = 0;
  const slow = Array.from({ length: 30 }, () =>
    school.call('teacher', 'GET', 'attendance/attendance-note/').finally(() => answered++),
  );
  await expect.poll(() => school.pool.totalCount - school.pool.idleCount).toBe(3);
  const body = { student: await school.studentId('S1'), class_schedule, date: '2026-03-02' };
  const quick = (call: Promise<Answer>) => call.then(({ status }) => status);
  expect(
    await quick(school.call('otherTeacher', 'POST', 'attendance/attendance/create/', body)),
  ).toBe(201);
  expect(await quick(school.call('teacher', 'POST', 'attendance/attendance/create/', body))).toBe(
    200,
  );
  expect(await quick(school.call('otherTeacher', 'GET', 'attendance/students/'))).toBe(200);
  expect(answered).toBe(0);
  await holder.query('commit');
  expect((await Promise.all(slow)).every(({ status }) => status === 200)).toBe(true);
  // No queued call remains.
  expect(await quick(school.call('teacher', 'GET', 'attendance/students/'))).toBe(200);
});

it('slow calls of many users leave connections for taps, and a place for who has none', async () => {
  await school.call('account', 'GET', 'user/details/');
  const class_schedule = await school.classId('mon9');
  // Notes wait until this ends, taps do not need them.
  await holder.query('begin; lock table attendance_note in access exclusive mode');
  const callers: Caller[] = ['teacher', 'admin', 'account'];
  const slow = callers.flatMap((caller) =>
    Array.from({ length: 5 }, () => school.call(caller, 'GET', 'attendance/attendance-note/')),
  );
  const working = () => school.pool.totalCount - school.pool.idleCount;
  await expect.poll(working).toBe(4);
  const other = school.call('otherTeacher', 'GET', 'attendance/students/');
  const body = { student: await school.studentId('S1'), class_schedule, date: '2026-03-02' };
  const tap = school.call('teacher', 'POST', 'attendance/attendance/create/', body);
  expect((await tap).status).toBe(200);
  // What follows a tap ends with a moment of its own.
  await expect.poll(() => [working(), school.pool.waitingCount]).toEqual([4, 0]);
  await holder.query('commit');
  expect((await other).status).toBe(200);
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 200));
});

it('calls of many students leave places for the calls of the staff, and connections for taps', async () => {
  const callers: Caller[] = ['student', 'otherStudent'];
  for (const caller of callers) await school.call(caller, 'GET', 'user/details/');
  const class_schedule = await school.classId('mon9');
  // Leave requests wait until this ends, nothing else needs them.
  await holder.query('begin; lock table leave_request in access exclusive mode');
  const slow = callers.flatMap((caller) =>
    Array.from({ length: 5 }, () =>
      school.call(caller, 'GET', 'attendance/my-attendance/leave-requests/'),
    ),
  );
  const working = () => school.pool.totalCount - school.pool.idleCount;
  await expect.poll(working).toBe(2);
  const quick = (call: Promise<Answer>) => call.then(({ status }) => status);
  const rolls = Array.from({ length: 3 }, () =>
    quick(
      school.call(
        'teacher',
        'GET',
        `attendance/attendance/?class_schedule=${class_schedule}&date=2026-03-02`,
      ),
    ),
  );
  expect(await Promise.all(rolls)).toEqual([200, 200, 200]);
  const body = { student: await school.studentId('S1'), class_schedule, date: '2026-03-02' };
  expect(await quick(school.call('teacher', 'POST', 'attendance/attendance/create/', body))).toBe(
    200,
  );
  await expect.poll(() => [working(), school.pool.waitingCount]).toEqual([2, 0]);
  await holder.query('commit');
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 200));
});

it('calls of many users that read the whole timetable leave connections for taps', async () => {
  const class_schedule = await school.classId('mon9');
  // Closings wait until this ends, taps do not need them.
  await holder.query('begin; lock table room_closing in access exclusive mode');
  const callers: Caller[] = ['admin', 'account', 'admin', 'account', 'admin', 'account'];
  const slow = callers.flatMap((caller) => [
    school.call(caller, 'GET', 'attendance/timetable-health/rooms/'),
    school.call(caller, 'GET', 'attendance/timetable-health/clashes/'),
  ]);
  const working = () => school.pool.totalCount - school.pool.idleCount;
  await expect.poll(working).toBe(2);
  const body = { student: await school.studentId('S2'), class_schedule, date: '2026-03-02' };
  const tap = school.call('otherTeacher', 'POST', 'attendance/attendance/create/', body);
  expect((await tap).status).toBe(201);
  await expect.poll(working).toBe(2);
  await holder.query('commit');
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 200));
});

it('changes of many users that plan the whole timetable leave places for the others', async () => {
  const class_schedule = await school.classId('mon9');
  // Whatever plans classes waits until this ends.
  await holder.query(`begin; select pg_advisory_xact_lock(hashtext('attendance.planning'))`);
  const callers: Caller[] = ['admin', 'account', 'admin', 'account'];
  const ids = [class_schedule];
  const slow = callers.flatMap((caller) => [
    school.call(caller, 'PATCH', 'attendance/semesters/1/', { class_end_date: '2026-06-11' }),
    school.call(caller, 'POST', 'attendance/holiday/create/', {
      name: caller,
      date_from: '2026-05-01',
      date_to: '2026-05-02',
    }),
    school.call(caller, 'POST', 'attendance/classschedule/create/', { archive: 'restore', ids }),
  ]);
  const working = () => school.pool.totalCount - school.pool.idleCount;
  await expect.poll(working).toBe(2);
  const body = { student: await school.studentId('S2'), class_schedule, date: '2026-03-02' };
  const quick = (call: Promise<Answer>) => call.then(({ status }) => status);
  expect(
    await quick(school.call('otherTeacher', 'POST', 'attendance/attendance/create/', body)),
  ).toBe(200);
  expect(await quick(school.call('otherTeacher', 'GET', 'attendance/students/'))).toBe(200);
  await expect.poll(working).toBe(2);
  await holder.query('commit');
  expect((await Promise.all(slow)).filter(({ status }) => status >= 429)).toEqual([]);
});

it('clients that disconnect while they wait or are processed leave no turn taken', async () => {
  await holder.query('begin; lock table attendance_note in access exclusive mode');
  const working = () => school.pool.totalCount - school.pool.idleCount;
  const gone = new AbortController();
  const origin = await school.app.listen({ port: 0, host: '127.0.0.1' });
  const headers = { authorization: `Bearer ${await school.token('teacher')}` };
  const notes = () =>
    fetch(`${origin}/api/v2/attendance/attendance-note/`, { headers, signal: gone.signal });
  const calls = Array.from({ length: 10 }, notes);
  await expect.poll(working).toBe(3);
  gone.abort();
  expect((await Promise.allSettled(calls)).every(({ status }) => status === 'rejected')).toBe(true);
  await holder.query('commit');
  await expect.poll(working).toBe(0);
  expect((await school.call('teacher', 'GET', 'attendance/attendance-note/')).status).toBe(200);
});

it('thirty marks of whole classes by one user leave connections for others', async () => {
  const class_schedule = await school.classId('mon9');
  const student = [await school.studentId('S1'), await school.studentId('S2')];
  const marks = { student, class_schedule, date: '2026-03-02' };
  // Marks wait until this ends.
  await holder.query('begin; lock table attendance in access exclusive mode');
  const bulk = Array.from({ length: 30 }, () =>
    school.call('teacher', 'POST', 'attendance/attendance/create/', marks),
  );
  await expect.poll(() => school.pool.totalCount - school.pool.idleCount).toBe(3);
  expect((await school.call('otherTeacher', 'GET', 'attendance/students/')).status).toBe(200);
  await holder.query('commit');
  expect((await Promise.all(bulk)).every(({ status }) => status === 200 || status === 201)).toBe(
    true,
  );
});

it('thirty calls of a route that needs no sign-in leave connections for others', async () => {
  for (const [table, path] of [
    ['calendar_link', `attendance/calendar/${'x'.repeat(32)}`],
    ['stored_file', await uploadFile(school, 'student-profile', png, 'photo.png')],
  ] as const) {
    await holder.query(`begin; lock table ${table} in access exclusive mode`);
    const calls = Array.from({ length: 30 }, () => school.call('anonymous', 'GET', path));
    await expect.poll(() => school.pool.totalCount - school.pool.idleCount).toBe(3);
    expect((await school.call('otherTeacher', 'GET', 'attendance/students/')).status).toBe(200);
    await holder.query('commit');
    expect(new Set((await Promise.all(calls)).map(({ status }) => status)).size).toBe(1);
  }
});
