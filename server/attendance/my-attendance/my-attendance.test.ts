import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import type { MyAttendance } from '#contract/attendance/my-attendance.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let student: number;
/** Monday 2 March 2026: S1 was late on 23 February and absent on 24 February. */
beforeAll(async () => {
  school = await createTestSchool({ env: { STUDENT_SIGN_IN: 'true' } });
  student = await school.studentId('S1');
  const mark = async (ref: string, date: string, body: object) =>
    expect(
      await school.call('admin', 'POST', 'attendance/attendance/create/', {
        class_schedule: await school.classId(ref),
        date,
        student: 'S1',
        ...body,
      }),
    ).toMatchObject({ status: 201 });
  await mark('mon9', '2026-02-23', { status: 'Present', late_minutes: 12 });
  await mark('tue14', '2026-02-24', { status: 'Absent' });
});
afterAll(() => school.close());

const own = async (query = '', caller: Caller = 'student'): Promise<MyAttendance> =>
  (await school.call(caller, 'GET', `attendance/my-attendance/${query}`)).body;

describe('a student’s own page (R-ME-2)', () => {
  it('has the week with rooms, and nothing of other classes', async () => {
    const { week, monday, today, student: who } = await own();
    expect({ monday, today, who }).toEqual({
      monday: '2026-03-02',
      today: '2026-03-02',
      who: { student_id: 'S1', first_name: 'Anna', last_name: 'Ångström' },
    });
    expect(week.map((it) => [it.date, it.start_time, it.subject_code, it.room_number])).toEqual([
      ['2026-03-02', '09:00', 'MAT1', 'R1'],
      ['2026-03-03', '14:00', 'MAT2', 'R1'],
      ['2026-03-07', '09:00', 'MAT1', 'R1'],
    ]);
  });

  it('says what was cancelled or moved, and the marks', async () => {
    const { rows } = await sql<{ id: number }>`
      select id from class_meeting where date = '2026-03-03'
        and class_schedule_id = ${await school.classId('tue14')}`.execute(school.database);
    const ids = rows.map(({ id }) => id);
    await school.call('admin', 'POST', 'attendance/meetings/cancel/', { ids, reason: 'Secret' });
    const { week } = await own();
    expect(week[1]).toMatchObject({ status: 'cancelled' });
    expect(JSON.stringify(week)).not.toContain('Secret');
    await school.call('admin', 'POST', 'attendance/meetings/restore/', { ids });
    const { week: before } = await own('?date=2026-02-24');
    expect(before.map(({ mark, late_minutes }) => [mark, late_minutes])).toEqual([
      ['Present', 12],
      ['Absent', null],
      [null, null],
    ]);
    const far = await school.call('student', 'GET', 'attendance/my-attendance/?date=2030-01-01');
    expect(far.status).toBe(400);
  });

  it('keeps a class with a roll that was archived later, also in the calendar (R-MEETING-2)', async () => {
    const archive = async (archived: 'ids' | 'restore') =>
      school.call('admin', 'POST', 'attendance/classschedule/create/', {
        archive: archived,
        ids: [await school.classId('mon9')],
      });
    const link = await school.call(
      'student',
      'POST',
      'attendance/my-attendance/calendar-link/create/',
      {},
    );
    const calendar = async () =>
      (await school.call('anonymous', 'GET', new URL(link.body.url).pathname)).body;
    const held = 'DTSTART:20260222T220000Z';
    const before = await own('?date=2026-02-23');
    expect(await calendar()).toContain(held);
    expect((await archive('ids')).status).toBe(200);
    expect((await own('?date=2026-02-23')).week[0]).toEqual(before.week[0]);
    expect((await own()).week.map(({ date }) => date)).not.toContain('2026-03-02');
    expect(await calendar()).toContain(held);
    expect((await archive('restore')).status).toBe(200);
    await school.call('student', 'DELETE', 'attendance/my-attendance/calendar-link/');
  });

  it('has rates and absences left as on the staff’s page of the student, and no forecast', async () => {
    const { subjects } = await own();
    const { body } = await school.call('admin', 'GET', `attendance/student-details/${student}/`);
    for (const subject of subjects) {
      const staffs = body.forecasts.find(
        (it: { subject: { subject_code: string } }) =>
          it.subject.subject_code === subject.subject_code,
      );
      expect(subject).toMatchObject({
        meetings_left: staffs.meetings_left,
        absences_left: staffs.absences_left,
        threshold: 80,
      });
    }
    expect(subjects.map(({ subject_code, rate }) => [subject_code, rate])).toEqual([
      ['MAT1', '100%'],
      ['MAT2', '0%'],
    ]);
    expect(JSON.stringify(await own())).not.toMatch(/probab|forecast|chance/);
  });

  it('has the history by page, the latest first', async () => {
    const { body } = await school.call(
      'student',
      'GET',
      'attendance/my-attendance/history/?limit=2&page=2',
    );
    expect(body.results.map((row: { date: string }) => row.date)).toEqual([
      '2026-02-23',
      '2026-02-21',
    ]);
    // The class of this morning is not over (R-ROLL-16).
    expect(body).toMatchObject({
      total: 9,
      previous: expect.any(String),
      next: expect.any(String),
    });
    expect(body.results[0]).toMatchObject({ status: 'Present', how: 'typed', late_minutes: 12 });
  });

  it('a link to the calendar has the student’s classes, until it is removed', async () => {
    const made = await school.call(
      'student',
      'POST',
      'attendance/my-attendance/calendar-link/create/',
      {},
    );
    const path = new URL(made.body.url).pathname;
    const text = (await school.call('anonymous', 'GET', path)).body as string;
    expect(text).toContain('MAT1 Algebra');
    expect(text).toContain('/me');
    expect(text).not.toContain('/attendance/add');
    expect(Date.parse((await own()).calendar_link ?? '')).toBe(Date.parse(made.body.created_at));
    const archived = (at: string | null) =>
      sql`update student set archived_at = ${at}::timestamptz where id = ${student}`.execute(
        school.database,
      );
    await archived('2026-03-02');
    expect((await school.call('anonymous', 'GET', path)).status).toBe(404);
    await archived(null);
    await school.call('student', 'DELETE', 'attendance/my-attendance/calendar-link/');
    expect((await school.call('anonymous', 'GET', path)).status).toBe(404);
  });

  it('the link ends when the student gets another address: somebody else had the one before', async () => {
    const { body } = await school.call(
      'student',
      'POST',
      'attendance/my-attendance/calendar-link/create/',
      {},
    );
    const path = new URL(body.url).pathname;
    const address = (student_mail: string) =>
      school.call('admin', 'PATCH', `attendance/students/${student}/`, { student_mail });
    await address('S1@school.example');
    expect((await school.call('anonymous', 'GET', path)).status).toBe(200);
    await address('other@school.example');
    await address('s1@school.example');
    expect((await school.call('anonymous', 'GET', path)).status).toBe(404);
  });
});

describe('a student sees nothing of anybody else', () => {
  it('no call of theirs names a student, and none of others is allowed', () => {
    const mine = endpoints.filter(
      ({ endpoint: { access } }) =>
        Array.isArray(access) && access.some(([subject]) => subject === 'My Attendance'),
    );
    expect(mine.map(({ key }) => key.replace('/api/v2/attendance', '')).toSorted()).toEqual([
      'DELETE /my-attendance/calendar-link',
      'DELETE /my-attendance/leave-requests/:id',
      'GET /my-attendance',
      'GET /my-attendance/history',
      'GET /my-attendance/leave-requests',
      'POST /file/:category',
      'POST /my-attendance/calendar-link/create',
      'POST /my-attendance/leave-requests/create',
      'POST /qr/check-in',
    ]);
    for (const { key, endpoint } of mine)
      expect([
        key,
        Object.keys(endpoint.query?.shape ?? {}).filter((it) => it.includes('student')),
      ]).toEqual([key, []]);
  });

  it('whatever students are named in parameters and bodies', async () => {
    const other = await school.studentId('S4');
    const get = (query: string) =>
      school.call('student', 'GET', `attendance/my-attendance/${query}`);
    expect((await get(`?student=${other}`)).status).toBe(400);
    expect((await get(`history/?student_id=S4`)).status).toBe(400);
    const post = async (path: string, body: object) =>
      (await school.call('student', 'POST', `attendance/my-attendance/${path}`, body)).status;
    expect(await post('calendar-link/create/', { student_id: other })).toBe(400);
    expect(
      await post('leave-requests/create/', {
        student_id: other,
        leave_from: '2026-03-02',
        leave_to: '2026-03-02',
        reason_for_leave: 'Ill',
        supporting_document: '/file/x',
      }),
    ).toBe(400);
  });

  it('nor by the calls of the staff, which say nothing of whether a row exists', async () => {
    const other = await school.studentId('S4');
    const class_schedule = await school.classId('mon9');
    for (const path of [
      `students/${other}/`,
      `students/424242/`,
      `student-details/${student}/`,
      `attendance/?student=${student}`,
      `attendance/?class_schedule=${class_schedule}&date=2026-03-02`,
      `attendance/live?class_schedule=${class_schedule}&date=2026-03-02`,
      'bulk-archive/?archive_name=students',
      'leave-requests/',
      `qr/?class_schedule=${class_schedule}&date=2026-03-02`,
      `qr/arrivals/?class_schedule=${class_schedule}&date=2026-03-02`,
    ])
      expect([path, (await school.call('student', 'GET', `attendance/${path}`)).status]).toEqual([
        path,
        403,
      ]);
    const own = { class_schedule, date: '2026-03-02', student: 'S1', status: 'Present' };
    for (const path of ['attendance/create/', 'mark-student-attendance/', 'qr/open/'])
      expect((await school.call('student', 'POST', `attendance/${path}`, own)).status).toBe(403);
  });
});

describe('the erasure of a student', () => {
  it('takes the name from the account, which can sign in no more', async () => {
    await school.call('otherStudent', 'GET', 'user/details/');
    const id = await school.studentId('S2');
    await school.call('admin', 'POST', `attendance/student-details/${id}/erase/`, {
      student_id: 'S2',
    });
    const { rows } = await sql<{ email: string; name: string }>`
      select email, name from app_user where own_student_id = ${id}`.execute(school.database);
    expect(rows).toEqual([{ email: expect.stringMatching(/^erased-\d+$/), name: 'Erased' }]);
    const token = await school.issuer.token({ email: 's2@school.example', sid: 'again' });
    const again = await school.call('anonymous', 'GET', 'user/details/', undefined, {
      authorization: `Bearer ${token}`,
    });
    expect(again.status).toBe(403);
  });

  it('takes the addresses that signed in as the student before, too', async () => {
    const id = await school.studentId('S5');
    const mail = (address: string) =>
      sql`update student set student_mail = ${address} where id = ${id}`.execute(school.database);
    const signIn = async (email: string) =>
      school.call('anonymous', 'GET', 'user/details/', undefined, {
        authorization: `Bearer ${await school.issuer.token({ email, sid: `of ${email.length}` })}`,
      });
    for (const address of ['former@kolibri.example', 'present@kolibri.example']) {
      await mail(address);
      expect((await signIn(address)).status).toBe(200);
    }
    await school.call('admin', 'POST', `attendance/student-details/${id}/erase/`, {
      student_id: 'S5',
    });
    const tables = ['app_user', 'sign_in_binding', 'blocked_sign_in', 'audit', 'student', 'mail'];
    for (const table of tables) {
      const { rows } = await sql`
        select 1 from ${sql.table(table)} x where x::text ilike '%kolibri%'`.execute(
        school.database,
      );
      expect([table, rows.length]).toEqual([table, 0]);
    }
    const { rows } = await sql`
      select from sign_in_binding b join app_user u on u.id = b.user_id
      where u.own_student_id = ${id}`.execute(school.database);
    expect(rows).toEqual([]);
  });
});
