import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  ChangesSince,
  PersonHere,
  RollCallRecord,
  WhoIsHere,
} from '#contract/attendance/building.ts';
import {
  atTime as at,
  createBuilding,
  day as today,
  linesOf as lines,
} from '#server/test/building.ts';
import type { Caller, TestSchool } from '#server/test/test-school.ts';

const device = '00000000-0000-4000-8000-000000000001';
let building: Awaited<ReturnType<typeof createBuilding>>;
let school: TestSchool;
let call: typeof building.call;
beforeAll(async () => {
  building = await createBuilding();
  ({ school, call } = building);
});
afterAll(() => school.close());
beforeEach(() => building.empty());

const whoIsHere = () => building.whoIsHere();
const mark: typeof building.mark = (...of) => building.mark(...of);
const start = (kind?: string) => building.start(kind);
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

describe('rights (R-HERE-5)', () => {
  it('teachers see and tick with the setting, and start and end never', async () => {
    const roll_call = await start();
    const person = numberOf(await whoIsHere(), 'S1');
    const asTeacher = async () => [
      (await call('teacher', 'GET', '')).status,
      (await call('teacher', 'GET', 'running/')).status,
      (await call('teacher', 'GET', `changes/?roll_call=${roll_call}&since=0`)).status,
      (await tick(roll_call, [{ number: 1, person }], { caller: 'teacher' })).status,
      (await call('teacher', 'POST', 'roll-calls/create/', { kind: 'drill' })).status,
      (await call('teacher', 'POST', `roll-calls/${roll_call}/end/`)).status,
      (await call('teacher', 'GET', `roll-calls/${roll_call}/`)).status,
    ];
    expect(await asTeacher()).toEqual([403, 403, 403, 403, 403, 403, 403]);
    await building.openForTeachers(true);
    expect(await asTeacher()).toEqual([200, 200, 200, 200, 403, 403, 403]);
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
    const running = async () => (await call('account', 'GET', 'running/')).body;
    expect(await running()).toEqual({ roll_call: list.roll_call });
    const both = await Promise.all([
      call('admin', 'POST', `roll-calls/${roll_call}/end/`),
      call('account', 'POST', `roll-calls/${roll_call}/end/`),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await running()).toEqual({ roll_call: null });
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

  it('takes back one tick, and leaves those of others, made before and since', async () => {
    const other = device.replace(/1$/, '2');
    const [s1, s2, s3] = ['S1', 'S2', 'S3'].map((id) => numberOf(list, id)) as [
      number,
      number,
      number,
    ];
    school.at(at('09:30:00'));
    const tickOf = (number: number, person: number, minute: number, more: object = {}) => ({
      number,
      person,
      made_at: at(`09:${minute}:00`),
      ...more,
    });
    // Somebody else ticked the first person before, and the third one since.
    await tick(roll_call, [tickOf(1, s1, 16)], { device: other });
    await tick(roll_call, [tickOf(1, s1, 17), tickOf(2, s2, 17), tickOf(3, s3, 17)]);
    await tick(roll_call, [tickOf(2, s3, 18)], { device: other });
    const backs = [s1, s2, s3].map((person, index) =>
      tickOf(4 + index, person, 19, { accounted: false, takes_back: 1 + index }),
    );
    await tick(roll_call, backs);
    await tick(roll_call, backs);
    const after = async () =>
      (await Promise.all(['S1', 'S2', 'S3'].map(person))).map(({ accounted }) => accounted);
    expect(await after()).toEqual([true, false, true]);
    expect((await person('S1')).ticked_at).toBe('2026-03-01T22:16:00.000Z');
    expect((await person('S2')).ticked_at).toBeNull();
    expect(
      await tick(roll_call, [tickOf(7, s1, 20, { accounted: false, takes_back: 7 })]),
    ).toMatchObject({
      status: 400,
      body: { ticks: expect.anything() },
    });
    expect((await record()).ticks).toBe(8);
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
    expect(body).toMatchObject({
      ended: true,
      end: {
        id: roll_call,
        kind: 'emergency',
        ended_at: '2026-03-02T00:01:00.000Z',
        ended_by: expect.any(String),
        expected: 7,
        accounted: 0,
      },
    });
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
});
