import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AwayMeeting } from '#contract/timetable/teacher-away.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let [tess, theo, uma, vic] = [0, 0, 0, 0];
const monday = '2026-03-09';
/** Theo has two classes at once on Mondays; Uma teaches geometry elsewhere, Vic nothing. */
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
  tess = (await school.call('teacher', 'GET', 'user/details/')).body.teacher_id;
  theo = (await school.call('otherTeacher', 'GET', 'user/details/')).body.teacher_id;
  uma = await teacher('Uma');
  vic = await teacher('Vic');
  const [geometry] = (await call('subjects/?search=MAT2')).results;
  const [room] = (await call('classroom/')).results;
  const [semester] = (await call('semesters/')).results;
  const added = await post('classschedule/create/', {
    class_type: 'Lecture',
    day_of_week: 'Friday',
    start_time: '09:00',
    end_time: '12:00',
    subject_id: geometry.id,
    semester_id: semester.id,
    teacher_id: uma,
    classroom_id: room.id,
  });
  expect(added.status).toBe(201);
});
afterEach(() => school.close());

const call = async (path: string) => (await school.call('admin', 'GET', `attendance/${path}`)).body;
const post = (path: string, body: object = {}, caller: Caller = 'admin') =>
  school.call(caller, 'POST', `attendance/${path}`, body);
const teacher = async (first_name: string): Promise<number> =>
  (
    await post('teachers/create/', {
      first_name,
      last_name: 'New',
      email: `${first_name.toLowerCase()}@school.example`,
      phone: '1',
    })
  ).body.id;
const listOf = async (
  of: number,
  period = `from=${monday}&to=${monday}`,
): Promise<AwayMeeting[]> => {
  const answer = await call(`teacher-away/?teacher=${of}&${period}`);
  expect(answer).toMatchObject({ more: false });
  return answer.meetings;
};
const named = (meetings: AwayMeeting[]) =>
  meetings.map((it) => `${it.date} ${it.start_time} ${it.subject.subject_code}`);
const away = (
  of: number,
  meetings: { id: number; cover: number | null; sequence?: number }[],
  more: object = {},
) => post('teacher-away/create/', { teacher: of, meetings, ...more });
const rows = async () =>
  (
    await sql`
      select to_jsonb(m) - '{sequence,status_changed_at}'::text[] as row from class_meeting m order by id`.execute(
      school.database,
    )
  ).rows;

it('a past date whose roll was taken stays with who held it (R-MEETING-12)', async () => {
  const date = '2026-03-02';
  const [held] = await listOf(theo, `from=${date}&to=${date}`);
  const { rows: enrolled } = await sql<{ id: number }>`
    select min(student_id) as id from enrolment where class_schedule_id = ${held?.class_schedule}`.execute(
    school.database,
  );
  school.at('2026-03-02T09:05:00+11:00');
  const mark = { class_schedule: held?.class_schedule, date, rfid_number: enrolled[0]?.id };
  expect(await post('attendance/create/', mark)).toMatchObject({ status: 201 });
  school.at('2026-03-03T09:00:00+11:00');
  const before = await rows();
  for (const cover of [vic, null])
    expect(
      await away(theo, [{ id: held?.id ?? 0, cover }], { reason: 'Ill', confirm: true }),
    ).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('was held') },
    });
  expect(await rows()).toEqual(before);
  const left = await listOf(theo, `from=${date}&to=${date}`);
  expect(left.map(({ id }) => id)).not.toContain(held?.id);
});

it('a class of today that has ended is chosen by hand, and not at all once it has marks', async () => {
  const date = '2026-03-02';
  const today = `from=${date}&to=${date}`;
  const [first] = await listOf(theo, today);
  expect(first).toMatchObject({ over: false });
  school.at(`${date}T09:05:00+11:00`);
  const { rows: enrolled } = await sql<{ id: number }>`
    select min(student_id) as id from enrolment where class_schedule_id = ${first?.class_schedule}`.execute(
    school.database,
  );
  school.at(`${date}T${first?.end_time}:00+11:00`);
  expect((await listOf(theo, today))[0]).toMatchObject({ id: first?.id, over: true });
  const mark = { class_schedule: first?.class_schedule, date, rfid_number: enrolled[0]?.id };
  expect(await post('attendance/create/', mark)).toMatchObject({ status: 201 });
  expect((await listOf(theo, today)).map(({ id }) => id)).not.toContain(first?.id);
  expect(await away(theo, [{ id: first?.id ?? 0, cover: vic }], { confirm: true })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('was held') },
  });
});

describe('the classes of a teacher who is away', () => {
  it('are those of the period, including those that they cover, in order', async () => {
    expect(named(await listOf(theo, 'from=2026-03-02&to=2026-03-09'))).toEqual([
      '2026-03-02 09:00 MAT2',
      '2026-03-02 10:00 MAT2',
      '2026-03-07 09:00 MAT1',
      '2026-03-09 09:00 MAT2',
      '2026-03-09 10:00 MAT2',
    ]);
    const [own] = await listOf(tess);
    await post('meetings/cover/', { ids: [own?.id], teacher_id: theo, confirm: true });
    const covering = await listOf(theo);
    expect(named(covering)).toContain(`${monday} 09:00 MAT1`);
    expect(covering.find(({ id }) => id === own?.id)).toMatchObject({
      planned: { id: tess },
      cover: { id: theo },
    });
    // A covered meeting is listed as covered.
    expect(await listOf(tess)).toMatchObject([{ cover: { id: theo }, proposals: [] }]);
  });

  it('begin and end at the given times of the first and the last day', async () => {
    const from = (time: string) => `from=${monday}&to=${monday}&from_time=${time}`;
    expect(named(await listOf(theo, from('10:30')))).toEqual([`${monday} 10:00 MAT2`]);
    expect(named(await listOf(theo, `${from('08:00')}&to_time=10:00`))).toEqual([
      `${monday} 09:00 MAT2`,
    ]);
    expect(
      await school.call(
        'admin',
        'GET',
        `attendance/teacher-away/?teacher=1&from=2026-03-09&to=2026-03-08`,
      ),
    ).toMatchObject({ status: 400, body: { to: ['must not be before from'] } });
  });

  it('propose free teachers: those who teach the subject first, then by their hours', async () => {
    const [nine, ten] = await listOf(theo);
    // Tess teaches at nine herself.
    expect(nine?.proposals.map(({ id }) => id)).toEqual([uma, vic]);
    expect(ten?.proposals).toMatchObject([
      { id: tess, teaches_subject: true, minutes_in_week: 150 },
      { id: uma, teaches_subject: true, minutes_in_week: 180 },
      { id: vic, teaches_subject: false, minutes_in_week: 0 },
    ]);
    await post('teachers/create/', { archive: 'ids', ids: [vic] });
    expect((await listOf(theo))[0]?.proposals.map(({ id }) => id)).toEqual([uma]);
  });

  it('require permission to edit the timetable', async () => {
    const path = `attendance/teacher-away/?teacher=${tess}&from=${monday}&to=${monday}`;
    expect((await school.call('teacher', 'GET', path)).status).toBe(403);
    expect((await school.call('account', 'GET', path)).status).toBe(200);
  });
});

describe('a teacher who is away', () => {
  it('is covered and cancelled in one step, undone in one', async () => {
    const before = await rows();
    const [nine, ten] = await listOf(theo);
    const done = await away(
      theo,
      [
        { id: nine?.id ?? 0, cover: uma, sequence: nine?.sequence ?? 0 },
        { id: ten?.id ?? 0, cover: null },
      ],
      { reason: 'Ill' },
    );
    expect(done).toMatchObject({
      status: 200,
      body: { operation: expect.any(Number), meetings: [{ date: monday }, { date: monday }] },
    });
    expect(await listOf(theo)).toMatchObject([
      { status: 'scheduled', cover: { id: uma }, reason: 'Ill', proposals: [] },
      { status: 'cancelled', cover: null, reason: 'Ill', proposals: [] },
    ]);
    const [line] = (await call('audit/?search=Teacher%20away')).results;
    expect(line).toMatchObject({
      kind: 'change',
      actor: 'ada@school.example',
      about: { teacher: theo },
    });
    expect((await post(`operations/${done.body.operation}/undo/`)).status).toBe(200);
    expect(await rows()).toEqual(before);
  });

  it('is refused as a whole when one class does not fit', async () => {
    const [nine, ten] = await listOf(theo);
    const [own] = await listOf(tess);
    const before = await rows();
    const cancelled = { id: nine?.id ?? 0, cover: null };
    for (const [meetings, more, status, body] of [
      [[cancelled], {}, 400, { reason: ['is required'] }],
      [[cancelled, cancelled], { reason: 'x' }, 400, { meetings: ['must name each meeting once'] }],
      [
        [cancelled, { id: own?.id ?? 0, cover: uma }],
        { reason: 'x' },
        409,
        { detail: 'MAT1 on 2026-03-09 is not held by this teacher.' },
      ],
      [
        [cancelled, { id: ten?.id ?? 0, cover: 99_999 }],
        { reason: 'x' },
        400,
        { meetings: ['teacher 99999 is archived or does not exist'] },
      ],
      [
        [{ id: nine?.id ?? 0, cover: uma, sequence: 1 }],
        {},
        409,
        { detail: expect.stringContaining('Somebody else changed this class meanwhile') },
      ],
    ] as const)
      expect(await away(theo, [...meetings], more)).toMatchObject({ status, body });
    expect(await rows()).toEqual(before);
  });

  it('is not covered by a teacher who has a class then, nor twice by one teacher at once, until confirmed', async () => {
    const [nine, ten] = await listOf(theo);
    const ofTwo = [
      { id: nine?.id ?? 0, cover: vic },
      { id: ten?.id ?? 0, cover: vic },
    ];
    for (const meetings of [[{ id: nine?.id ?? 0, cover: tess }], ofTwo])
      expect(await away(theo, meetings)).toMatchObject({
        status: 409,
        body: { confirm: [expect.stringContaining('is needed by')] },
      });
    expect((await away(theo, ofTwo, { confirm: true })).status).toBe(200);
  });
});
