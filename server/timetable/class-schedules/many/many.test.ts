import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { undoingOf } from '#server/test/undoing.ts';

let school: TestSchool;
let base: Record<string, unknown>;
let other: Record<'teacher_id' | 'classroom_id', number>;
const { call, undo, run } = undoingOf(() => school);

beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
  const { rows } = await sql<Record<string, number>>`
    select (select id from subject where subject_code = 'MAT1') as subject_id,
      (select min(id) from semester) as semester_id, (select min(id) from teacher) as teacher_id,
      (select min(id) from classroom) as classroom_id,
      (select max(id) from teacher) as other`.execute(school.database);
  const { other: another = 0, ...ids } = rows[0] ?? {};
  base = { class_type: 'Lecture', day_of_week: 'Friday', ...ids };
  const { body } = await call('POST', 'classroom/create/', { room_number: 'R2', capacity: 20 });
  other = { teacher_id: another, classroom_id: body.id };
});
afterEach(() => school.close());

const at = (hour: number, more: object = {}) => ({
  ...base,
  start_time: `${String(hour).padStart(2, '0')}:00`,
  end_time: `${String(hour).padStart(2, '0')}:50`,
  ...more,
});
const add = (classes: object[], more: object = {}) =>
  call('POST', 'classschedule/many/', { classes, ...more });
const preview = (classes: object[]) => call('POST', 'classschedule/many/preview/', { classes });
const countOf = async (): Promise<unknown> =>
  (await run('select count(*)::int as count from class_schedule')).rows[0]?.count;
/** The clashes as `class kind with`. */
const named = (clashes: { class: number; kind: string; with: number | null }[]) =>
  clashes.map((one) => `${one.class} ${one.kind} ${one.with}`).toSorted();

describe('several classes at once', () => {
  it('are planned as the form plans them, without holidays (R-MANY-1)', async () => {
    const alone = await call('POST', 'classschedule/create/', at(15));
    const { status, body } = await add([at(16), at(17, { weeks: '1-6', group_name: '12A' })]);
    expect(status, JSON.stringify(body)).toBe(201);
    const datesOf = async (id: number) =>
      (
        await run(`select date, status from class_meeting where class_schedule_id = ${id}
          order by date`)
      ).rows;
    const [first, second] = body.ids;
    expect(await datesOf(first)).toEqual(await datesOf(alone.body.id));
    expect((await datesOf(first)).filter(({ status: of }) => of === 'holiday')).toHaveLength(1);
    expect((await datesOf(second)).map(({ date }) => date)).toEqual([
      '2026-02-13',
      '2026-02-20',
      '2026-02-27',
      '2026-03-06',
      '2026-03-13',
      '2026-03-20',
    ]);
    expect(body).toMatchObject({ holidays: 1, fail: [], clash_count: 0 });
    expect((await call('GET', `classschedule/${second}/`)).body.group_name).toBe('12A');
  });

  it.each([
    [{ start_time: 'nine' }, '1.start_time must be a time, HH:mm'],
    [{ room: 'R1' }, '1.room is not a known field'],
  ])(
    'are refused with the place and the field of a value that is none: %j',
    async (more, message) => {
      const { status, body } = await add([at(15), at(16, more)]);
      expect([status, body]).toEqual([400, { classes: [message] }]);
    },
  );

  it('are added all, or none: each wrong one is named with its field (R-MANY-1)', async () => {
    const before = await countOf();
    const { status, body } = await add([
      at(15),
      at(16, { subject_id: 999_999, end_time: '15:00' }),
      at(16, { teacher_id: 999_999, day_of_week: 'Sunday' }),
      at(17, { weeks: '90' }),
    ]);
    expect(status).toBe(400);
    expect(body.fail).toEqual([
      { class: 1, field: 'end_time', status: expect.any(String) },
      { class: 2, field: 'teacher_id', status: 'does not exist' },
      { class: 2, field: 'day_of_week', status: expect.stringContaining('must be one of') },
      { class: 3, field: 'weeks', status: expect.stringContaining('no week 90') },
    ]);
    expect(await countOf()).toBe(before);
  });

  it('the preview names the same, judges the others, and writes nothing', async () => {
    const before = await countOf();
    const wrong = at(15, { classroom_id: 999_999 });
    const { status, body } = await preview([wrong, at(16), at(16, other)]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      operation: null,
      ids: [],
      fail: [{ class: 0, field: 'classroom_id', status: 'does not exist' }],
      clash_count: 0,
    });
    expect(body.dates).toBeGreaterThan(30);
    expect(await countOf()).toBe(before);
    expect((await run('select from bulk_operation')).rows).toEqual([]);
  });

  it('clash with the timetable, and among each other (R-MANY-2)', async () => {
    const monday = at(9, { day_of_week: 'Monday', classroom_id: other.classroom_id });
    const { body } = await preview([
      at(15),
      at(15, { teacher_id: other.teacher_id }),
      at(15, { classroom_id: other.classroom_id }),
      monday,
    ]);
    expect(named(body.clashes)).toEqual([
      '0 classroom 1',
      '0 teacher 2',
      '1 classroom 0',
      '2 teacher 0',
      // Tess teaches Algebra then.
      '3 teacher null',
    ]);
    const ofMonday = body.clashes.find((one: { class: number }) => one.class === 3);
    expect(ofMonday.other.class_schedule).toBe(await school.classId('mon9'));
  });

  it('clash more often than is listed: each class has its first ones, and the number is of all', async () => {
    const { body } = await preview(Array.from({ length: 30 }, () => at(15)));
    expect(body.clash_count).toBe((2 * 30 * 29) / 2);
    const listed = Map.groupBy(
      body.clashes as { class: number; kind: string }[],
      (one) => `${one.class} ${one.kind}`,
    );
    expect([...listed.values()].map((some) => some.length)).toEqual(Array(60).fill(3));
  });

  it('that clash take a confirmation, and a yes is remembered for each pair (R-CLASH-3)', async () => {
    const both = [at(15), at(15, { teacher_id: other.teacher_id })];
    const before = await countOf();
    const question = await add(both, { confirm_clashes: false });
    expect(question).toMatchObject({ status: 409, body: { clashes: [{ kind: 'classroom' }] } });
    expect(await countOf()).toBe(before);
    const { body } = await add(both, { confirm_clashes: true });
    const { all_clashes } = (await call('GET', `classschedule/${body.ids[0]}/`)).body;
    expect(all_clashes).toMatchObject([{ kind: 'classroom', confirmed: true }]);
    expect((await add([at(16)], { confirm_clashes: false })).status).toBe(201);
  });

  it('that are refused where the institute refuses clashes', async () => {
    await call('PATCH', 'settings/', { clashes: 'refuse' });
    expect((await add([at(15), at(15)])).status).toBe(409);
  });

  it('take a confirmation when one of them is never held (R-WEEK-1)', async () => {
    // The Friday of week 8 is a holiday.
    const never = at(15, { weeks: '8' });
    expect((await preview([at(16), never])).body.never_held).toEqual([1]);
    expect(await add([at(16), never])).toMatchObject({
      status: 409,
      body: { confirm: [expect.stringContaining('no class in these weeks')] },
    });
    expect((await add([at(16), never], { confirm_clashes: true })).status).toBe(201);
    const over = at(17, { weeks: '1-2' });
    expect((await preview([over])).body.never_held).toEqual([0]);
    expect((await add([over])).status).toBe(409);
  });

  it('are one recorded change, which is undone as a whole (R-MANY-3)', async () => {
    const before = await countOf();
    const { operation } = (await add([at(15), at(16), at(17, other)])).body;
    expect((await call('GET', `bulk-operations/${operation}/`)).body).toMatchObject({
      kind: 'edit',
      about: 'classes added together',
      counts: { class_schedule: { added: 3 } },
    });
    const { status, body } = await undo(operation);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await countOf()).toBe(before);
  });

  it('take the permission to add classes, and pay codes that to set them', async () => {
    const body = { classes: [at(15)] };
    for (const path of ['classschedule/many/', 'classschedule/many/preview/'])
      expect((await call('POST', path, body, 'teacher')).status, path).toBe(403);
    const paid = { classes: [at(15, { payroll_id: 1 })] };
    expect((await call('POST', 'classschedule/many/', paid, 'admin')).status).toBe(403);
  });

  it('are at most 200', async () => {
    const tooMany = Array.from({ length: 201 }, () => at(15));
    expect(await add(tooMany)).toMatchObject({
      status: 400,
      body: { classes: ['must be at most 200'] },
    });
    expect((await add([])).status).toBe(400);
  });

  it('sent twice at once for one room: the second sees the first (R-CLASH-5)', async () => {
    await call('PATCH', 'settings/', { clashes: 'refuse' });
    for (const hour of [11, 12, 13, 14, 15, 16]) {
      const both = await Promise.all([add([at(hour)]), add([at(hour)])]);
      expect(both.map(({ status }) => status).toSorted(), String(hour)).toEqual([201, 409]);
    }
  });
});

describe('the times of most classes', () => {
  it('are those of the semester, the most frequent first', async () => {
    const { body } = await call('GET', `classschedule-times/?semester=${Number(base.semester_id)}`);
    expect(body.times).toEqual([
      { start_time: '09:00', end_time: '10:00', classes: 2 },
      { start_time: '09:00', end_time: '10:30', classes: 1 },
      { start_time: '10:00', end_time: '11:00', classes: 1 },
      { start_time: '14:00', end_time: '15:30', classes: 1 },
    ]);
    expect(body.days).toEqual(['Monday', 'Tuesday', 'Saturday']);
  });

  it('are those of all semesters where it has none, and none where there are none', async () => {
    const { body: all } = await call('GET', 'classschedule-times/');
    expect((await call('GET', 'classschedule-times/?semester=999999')).body).toEqual(all);
    await run('update class_schedule set archived_at = now()');
    expect((await call('GET', 'classschedule-times/')).body).toEqual({ times: [], days: [] });
  });
});
