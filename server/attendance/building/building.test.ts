import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  ChangesSince,
  PersonHere,
  RollCallRecord,
  WhoIsHere,
} from '#contract/attendance/building.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

const today = '2026-03-02';
const device = '00000000-0000-4000-8000-000000000001';
let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());
beforeEach(async () => {
  school.at(`${today}T09:15:00+11:00`);
  await sql`truncate building_roll_call, attendance, mark_detail, payroll_log cascade`.execute(
    school.database,
  );
  await setting(false);
});

const setting = (teachers_see_building: boolean) =>
  school.call('admin', 'PATCH', 'attendance/settings/', { teachers_see_building });
const call = (caller: Caller, method: 'GET' | 'POST', path: string, body?: object) =>
  school.call(caller, method, `attendance/building/${path}`, body);
const whoIsHere = async (): Promise<WhoIsHere> => {
  const { status, body } = await call('admin', 'GET', '');
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
/** `S1 present class R1`, by name. */
const lines = ({ people, places }: Pick<WhoIsHere, 'people' | 'places'>) =>
  people.map(
    ({ student_id, first_name, state, place, expected }) =>
      `${student_id ?? first_name} ${state} ${places[place]!.kind} ${places[place]!.room}${expected ? ' expected' : ''}`,
  );
const mark = async (student: string, status: string, ref = 'mon9', more: object = {}) => {
  const class_schedule = await school.classId(ref);
  const body = { class_schedule, date: today, student, status, ...more };
  const { status: answered } = await school.call(
    'admin',
    'POST',
    'attendance/attendance/create/',
    body,
  );
  expect(answered).toBe(201);
};
const start = async (kind = 'drill'): Promise<number> => {
  const { status, body } = await call('admin', 'POST', 'roll-calls/create/', { kind });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
};
const numberOf = ({ people }: Pick<WhoIsHere, 'people'>, student_id: string) =>
  people.find((person) => person.student_id === student_id)!.number;
const tick = (
  roll_call: number,
  ticks: { number: number; person: number; accounted?: boolean; made_at?: string }[],
  of: { caller?: Caller; device?: string } = {},
) =>
  call(of.caller ?? 'admin', 'POST', 'ticks/', {
    roll_call,
    device: of.device ?? device,
    ticks: ticks.map((one) => ({
      accounted: true,
      made_at: `${today}T09:15:00+11:00`,
      ...one,
    })),
  });
const at = (time: string) => `${today}T${time}+11:00`;

describe('who is here now (R-HERE-1)', () => {
  it('are students with a class now and teachers with a class today, without marks', async () => {
    expect(lines(await whoIsHere())).toEqual([
      'Tess not_seen class R1 expected',
      'S5 not_seen class R1 expected',
      'S1 not_seen class R1 expected',
      'S2 not_seen class R1 expected',
      'S3 not_seen class R1 expected',
      'Theo not_seen class R1 expected',
      'S4 not_seen class R1 expected',
    ]);
  });

  it('with the state that marks, leaves and check-ins say', async () => {
    await mark('S1', 'Present');
    await mark('S2', 'Absent');
    await mark('S5', 'Absent', 'mon9', { excuse: 'sick' });
    await mark('S4', 'Present', 'mon9b', { left_early_minutes: 80 });
    await sql`insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave)
      select id, ${today}, ${today}, 'f@school.example', 'Ill' from student where student_id = 'S3'`.execute(
      school.database,
    );
    const found = lines(await whoIsHere());
    expect(found).toEqual(
      expect.arrayContaining([
        'S1 present class R1 expected',
        'S2 absent class R1',
        'S5 excused class R1',
        'S3 excused class R1',
        'S4 left_early class R1',
      ]),
    );
    await sql`delete from leave`.execute(school.database);
  });

  it('before the end of the class a student who leaves early is present', async () => {
    await mark('S4', 'Present', 'mon9b', { left_early_minutes: 10 });
    expect(lines(await whoIsHere())).toContain('S4 present class R1 expected');
  });

  it('from the opening of the class, and not before', async () => {
    school.at(at('08:44:00'));
    expect(lines(await whoIsHere())).toEqual([
      'Tess not_seen no_class null',
      'Theo not_seen no_class null',
    ]);
    school.at(at('08:45:00'));
    expect((await whoIsHere()).people).toHaveLength(7);
  });

  it('after the class those who were there may have left, and those who were not are not listed', async () => {
    await mark('S1', 'Present');
    await mark('S2', 'Absent');
    school.at(at('11:30:00'));
    expect(lines(await whoIsHere())).toEqual([
      'S1 present may_have_left R1',
      'Tess not_seen no_class null',
      'Theo not_seen no_class null',
    ]);
  });

  it('a check-in says that a teacher is here', async () => {
    const class_schedule = await school.classId('mon9');
    const { status } = await school.call('teacher', 'POST', 'attendance/payroll-logs/create/', {
      class_schedule,
      date: today,
    });
    expect(status).toBe(201);
    expect(lines(await whoIsHere())).toContain('Tess present class R1 expected');
  });

  it('an archived student is not listed', async () => {
    await sql`update student set archived_at = now() where student_id = 'S2'`.execute(
      school.database,
    );
    expect(lines(await whoIsHere()).join()).not.toContain('S2');
    await sql`update student set archived_at = null`.execute(school.database);
  });
});

describe('rights (R-HERE-5)', () => {
  it('teachers see and tick with the setting, and start and end never', async () => {
    const roll_call = await start();
    const person = numberOf(await whoIsHere(), 'S1');
    const asTeacher = async () => [
      (await call('teacher', 'GET', '')).status,
      (await call('teacher', 'GET', `changes/?roll_call=${roll_call}&since=0`)).status,
      (await tick(roll_call, [{ number: 1, person }], { caller: 'teacher' })).status,
      (await call('teacher', 'POST', 'roll-calls/create/', { kind: 'drill' })).status,
      (await call('teacher', 'POST', `roll-calls/${roll_call}/end/`)).status,
      (await call('teacher', 'GET', `roll-calls/${roll_call}/`)).status,
    ];
    expect(await asTeacher()).toEqual([403, 403, 403, 403, 403, 403]);
    await setting(true);
    expect(await asTeacher()).toEqual([200, 200, 200, 403, 403, 403]);
  });
});

describe('a roll call', () => {
  let roll_call: number;
  let list: WhoIsHere;
  const person = (student_id: string): Promise<PersonHere> =>
    whoIsHere().then(({ people }) => people.find((one) => one.student_id === student_id)!);
  const record = async (): Promise<RollCallRecord> =>
    (await call('admin', 'GET', `roll-calls/${roll_call}/`)).body;
  beforeEach(async () => {
    roll_call = await start('emergency');
    list = await whoIsHere();
  });

  it('runs once at a time', async () => {
    expect(list.roll_call).toMatchObject({
      id: roll_call,
      kind: 'emergency',
      started_by: expect.any(String),
    });
    expect((await call('account', 'POST', 'roll-calls/create/', { kind: 'drill' })).status).toBe(
      409,
    );
    const both = await Promise.all([
      call('admin', 'POST', `roll-calls/${roll_call}/end/`),
      call('account', 'POST', `roll-calls/${roll_call}/end/`),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const twice = await Promise.all(
      (['admin', 'account'] as const).map((caller) =>
        call(caller, 'POST', 'roll-calls/create/', { kind: 'drill' }),
      ),
    );
    expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('takes the tick that was made last, whichever comes first, and a repetition once', async () => {
    const number = numberOf(list, 'S1');
    school.at(at('09:20:00'));
    await tick(roll_call, [{ number: 1, person: number, made_at: at('09:18:00') }]);
    await tick(
      roll_call,
      [{ number: 1, person: number, accounted: false, made_at: at('09:17:00') }],
      {
        device: device.replace(/1$/, '2'),
        caller: 'account',
      },
    );
    expect(await person('S1')).toMatchObject({
      accounted: true,
      ticked_at: '2026-03-01T22:18:00.000Z',
    });
    // The same number of the same device is the same tick.
    await tick(roll_call, [
      { number: 1, person: number, accounted: false, made_at: at('09:19:00') },
    ]);
    expect((await person('S1')).accounted).toBe(true);
    await tick(roll_call, [
      { number: 2, person: number, accounted: false, made_at: at('09:19:00') },
    ]);
    expect((await person('S1')).accounted).toBe(false);
    expect((await record()).ticks).toBe(3);
  });

  it('of two ticks at one instant the one of the greater device counts, in either order', async () => {
    const [one, other] = [device, device.replace(/1$/, '2')];
    for (const [order, student] of [
      [[one, other], 'S1'],
      [[other, one], 'S2'],
    ] as const)
      for (const from of order)
        await tick(
          roll_call,
          [
            {
              number: student === 'S1' ? 1 : 2,
              person: numberOf(list, student),
              accounted: from === other,
            },
          ],
          { device: from },
        );
    expect([(await person('S1')).accounted, (await person('S2')).accounted]).toEqual([true, true]);
  });

  it('takes a time of the future for now, and one from before the start for the start', async () => {
    const number = numberOf(list, 'S1');
    await tick(roll_call, [{ number: 1, person: number, made_at: at('12:00:00') }]);
    expect((await person('S1')).ticked_at).toBe('2026-03-01T22:15:00.000Z');
    school.at(at('09:16:00'));
    await tick(roll_call, [
      { number: 2, person: number, accounted: false, made_at: at('09:15:30') },
    ]);
    expect((await person('S1')).accounted).toBe(false);
    await tick(roll_call, [{ number: 3, person: numberOf(list, 'S2'), made_at: at('07:00:00') }]);
    expect((await person('S2')).ticked_at).toBe('2026-03-01T22:15:00.000Z');
  });

  it('refuses people who are not on the list, and stores nothing', async () => {
    const { status, body } = await tick(roll_call, [
      { number: 1, person: numberOf(list, 'S1') },
      { number: 2, person: 4242 },
    ]);
    expect([status, body]).toEqual([400, { ticks: ['names a person who is not on the list'] }]);
    expect((await record()).ticks).toBe(0);
    expect((await tick(424_242, [{ number: 1, person: 1 }])).status).toBe(404);
  });

  it('keeps ticks after its end as late ones, which change no count', async () => {
    await tick(roll_call, [{ number: 1, person: numberOf(list, 'S1') }]);
    const { body: ended } = await call('admin', 'POST', `roll-calls/${roll_call}/end/`);
    expect(ended).toMatchObject({ listed: 7, expected: 7, accounted: 1, missing: 6, late: 0 });
    const { body } = await tick(roll_call, [{ number: 2, person: numberOf(list, 'S2') }]);
    expect(body.late).toBe(true);
    expect(await record()).toMatchObject({
      accounted: 1,
      missing: 6,
      late: 1,
      late_ticks: [{ first_name: 'Bo', accounted: true }],
    });
    const { body: page } = await call('admin', 'GET', 'roll-calls/');
    expect(page.results).toMatchObject([{ id: roll_call, missing: 6, late: 1 }]);
    expect((await whoIsHere()).roll_call).toBeNull();
  });

  it('adds who comes, and leaves who was expected so', async () => {
    const { version } = list;
    await mark('S1', 'Present');
    await mark('S2', 'Absent');
    school.at(at('11:01:00'));
    await call('admin', 'POST', `roll-calls/${roll_call}/end/`);
    const { body }: { body: ChangesSince } = await call(
      'admin',
      'GET',
      `changes/?roll_call=${roll_call}&since=${version}`,
    );
    expect(body.ended).toBe(true);
    // Absences of before are not read again once the class is over.
    expect(lines(body)).toEqual(['S1 present class R1 expected']);
    expect(await record()).toMatchObject({ listed: 7, expected: 7 });
  });

  it('an absence that is entered meanwhile does not take somebody off those who are missing', async () => {
    await mark('S2', 'Absent');
    const { body } = await call('admin', 'POST', `roll-calls/${roll_call}/end/`);
    expect(lines(body)).toContain('S2 absent class R1 expected');
    expect(body).toMatchObject({ expected: 7, missing: 7 });
  });

  it('who comes after its start is added', async () => {
    await call('admin', 'POST', `roll-calls/${roll_call}/end/`);
    school.at(at('08:00:00'));
    roll_call = await start();
    expect((await whoIsHere()).people).toHaveLength(2);
    school.at(at('09:00:00'));
    await mark('S3', 'Present');
    const { body } = await call('admin', 'POST', `roll-calls/${roll_call}/end/`);
    expect(lines(body)).toContain('S3 present class R1 expected');
    expect(body).toMatchObject({ listed: 3, expected: 1, missing: 1 });
  });
});
