import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RollRow } from '#contract/marks.ts';
import type { RollChange } from '#contract/attendance/roll-history.ts';
import { createMarking, monday, type Marking } from '#server/test/marking.ts';
import type { Caller } from '#server/test/test-school.ts';

let marking: Marking;
let before: number;
beforeAll(async () => {
  marking = await createMarking();
});
afterAll(() => marking.school.close());
beforeEach(async () => {
  await marking.reset();
  before = (await changes()).length;
});

const of = () => ({ class_schedule: marking.mon9, date: monday });
const query = () => `class_schedule=${marking.mon9}&date=${monday}`;
const call = (caller: Caller, path: string, body: object) =>
  marking.school.call(caller, 'POST', `attendance/${path}/`, { ...of(), ...body });
const undo = (ids: number[]) => call('teacher', 'undo-marks', { changes: ids });
const changes = async (): Promise<RollChange[]> =>
  (await marking.school.call('teacher', 'GET', `attendance/roll-history/?${query()}`)).body.results;
/** The changes of this test. */
const newChanges = async () => (await changes()).slice(before);
const roll = async (): Promise<RollRow[]> =>
  (await marking.school.call('teacher', 'GET', `attendance/attendance/?${query()}`)).body.results;
const statuses = async () =>
  Object.fromEntries((await roll()).map((row) => [row.student_id, row.status]));
const rowOf = async (code: string) => (await roll()).find((row) => row.student_id === code)!;
const details = async (code: string) =>
  (await marking.school.call('admin', 'GET', `attendance/attendance/${(await rowOf(code)).id}/`))
    .body;

describe('the history of a roll', () => {
  it('lists every change, oldest first, with the student and the author', async () => {
    await marking.tap('1000001');
    await marking.tap('S2', { status: 'Absent' });
    await marking.tap('1000002');
    expect(await newChanges()).toMatchObject([
      { student_id: 'S1', from: null, to: 'Present', how: 'card', changed_by: 'Tess Teacher' },
      { student_id: 'S2', from: null, to: 'Absent', how: 'typed' },
      { student_id: 'S2', from: 'Absent', to: 'Present', how: 'card' },
    ]);
  });

  it('contains a withdrawn mark of a student who has left the class since', async () => {
    await marking.tap('S3');
    await call('teacher', 'withdraw-marks', {
      student: [(await rowOf('S3')).student],
      status: 'Present',
    });
    expect(await newChanges()).toMatchObject([
      { student_id: 'S3', to: 'Present' },
      { student_id: 'S3', from: 'Present', to: null },
    ]);
  });
});

describe('undoing changes (R-ROLL-19)', () => {
  it('makes a first mark N/A, a changed one its previous status, and a withdrawn one Present', async () => {
    await marking.tap('1000001');
    await marking.tap('S2', { status: 'Absent' });
    await marking.tap('1000002');
    await marking.tap('S3');
    const withdrawn = { student: [(await rowOf('S3')).student], status: 'Present' };
    await call('teacher', 'withdraw-marks', withdrawn);
    const [first, , changed, , gone] = (await newChanges()).map(({ id }) => id) as number[];
    const { status, body } = await undo([first!, changed!, gone!]);
    expect([status, body.students.length, body.fail]).toEqual([200, 3, []]);
    expect(await statuses()).toMatchObject({ S1: 'N/A', S2: 'Absent', S3: 'Present' });
    expect((await newChanges()).length).toBe(8);
  });

  it('undoes a whole selection in one step', async () => {
    await call('teacher', 'mark-rest-absent', {});
    const all = await newChanges();
    expect((await undo(all.map(({ id }) => id))).body.students.length).toBe(all.length);
    expect(new Set(Object.values(await statuses()))).toEqual(new Set(['N/A']));
  });

  it('restores how a mark was made, also after its details were changed, and twice', async () => {
    const { body } = await marking.tap('1000001');
    const mark = `attendance/attendance/${body.id}/`;
    await marking.school.call('teacher', 'PATCH', mark, { late_minutes: 4 });
    for (const _time of ['once', 'twice']) {
      await marking.school.call('teacher', 'PATCH', mark, { status: 'Absent' });
      expect((await rowOf('S1')).how).toBe('manual');
      expect((await undo([(await newChanges()).at(-1)!.id])).status).toBe(200);
      expect(await rowOf('S1')).toMatchObject({ status: 'Present', how: 'card', late_minutes: 4 });
      // The change itself was made by hand.
      expect((await newChanges()).at(-1)).toMatchObject({ how: 'manual', mark_how: 'card' });
    }
    await call('teacher', 'withdraw-marks', { student: [body.student], status: 'Present' });
    await undo([(await newChanges()).at(-1)!.id]);
    expect(await rowOf('S1')).toMatchObject({ status: 'Present', how: 'card' });
  });

  it('restores the minutes of a late mark', async () => {
    marking.school.at(`${monday}T09:20:00+11:00`);
    await marking.tap('1000001');
    await marking.tap('S1', { status: 'Absent' });
    const last = (await newChanges()).at(-1)!;
    await undo([last.id]);
    expect(await rowOf('S1')).toMatchObject({ status: 'Present', late_minutes: 20 });
  });

  it('restores an excuse that another replaced', async () => {
    await marking.tap('S1', { status: 'Absent', excuse: 'sick' });
    await marking.tap('S1', { status: 'Absent', excuse: 'school', excuse_note: 'Chess' });
    expect((await details('S1')).excuse).toBe('school');
    const last = (await newChanges()).at(-1)!;
    expect((await undo([last.id])).status).toBe(200);
    expect((await details('S1')).excuse).toBe('sick');
  });

  it.each(['Present', 'Absent'])(
    'restores the excuse that an administrator wrote, for users who may read it (%s since)',
    async (status) => {
      const { body } = await marking.tap('S1', { status: 'Absent' });
      const path = `attendance/attendance/${body.id}/`;
      await marking.school.call('admin', 'PATCH', path, { excuse: 'sick' });
      const other = status === 'Absent' ? { excuse: null } : { status };
      await marking.school.call('teacher', 'PATCH', path, other);
      expect((await undo([(await newChanges()).at(-1)!.id])).status).toBe(200);
      expect((await details('S1')).excuse).toBe('sick');
      const { body: seen } = await marking.school.call('teacher', 'GET', path);
      expect(seen).toMatchObject({ excused: true, excuse: null });
    },
  );

  it('keeps a change that was followed by another, and lists it', async () => {
    await marking.tap('1000001');
    await marking.tap('S1', { status: 'Absent' });
    await marking.tap('1000002');
    const [first, , other] = (await newChanges()).map(({ id }) => id) as number[];
    const { status, body } = await undo([first!, other!]);
    expect([status, body.students.length]).toEqual([200, 1]);
    expect(body.fail).toMatchObject([{ student_id: 'S1', status: 'This mark was changed since' }]);
    expect(await statuses()).toMatchObject({ S1: 'Absent', S2: 'N/A' });
  });

  const back = async (code: string, status: string) =>
    call('teacher', 'undo-marks', { student: [(await rowOf(code)).student], status });
  const patched = async (code: string, body: object) =>
    marking.school.call('admin', 'PATCH', `attendance/attendance/${(await rowOf(code)).id}/`, body);

  it('by student takes back the caller’s own latest change, with the excuse from before', async () => {
    await marking.tap('S1', { status: 'Absent', excuse: 'sick' });
    await marking.tap('S1', { status: 'Present' });
    expect(await back('S1', 'Present')).toMatchObject({ status: 200, body: { fail: [] } });
    expect((await details('S1')).excuse).toBe('sick');
    // A request that is repeated finds what it has done, and takes nothing back.
    expect((await back('S1', 'Present')).status).toBe(409);
    expect(await statuses()).toMatchObject({ S1: 'Absent' });
  });

  it.each([
    ['withdrew the mark', 'N/A'],
    ['added minutes', 'Present'],
    ['marked the student otherwise', 'Absent'],
  ])('by student keeps what somebody else did since, who %s', async (what, after) => {
    await marking.tap('S1', { status: 'Absent' });
    await marking.tap('S1', { status: 'Present' });
    const { student } = await rowOf('S1');
    if (after === 'N/A')
      await call('admin', 'withdraw-marks', { student: [student], status: 'Present' });
    else await patched('S1', after === 'Absent' ? { status: 'Absent' } : { late_minutes: 10 });
    const rows = await marking.historyRows();
    expect((await back('S1', 'Present')).body, what).toMatchObject({
      fail: [{ student_id: 'S1', status: 'This mark was changed since' }],
    });
    expect([await statuses(), await marking.historyRows()]).toMatchObject([{ S1: after }, rows]);
  });

  it('answers 409 when nothing can be undone, and changes nothing', async () => {
    await marking.tap('1000001');
    await marking.tap('S1', { status: 'Absent' });
    const rows = await marking.historyRows();
    const [first] = await newChanges();
    expect((await undo([first!.id])).status).toBe(409);
    expect((await undo([2 ** 40])).status).toBe(409);
    expect(await marking.historyRows()).toBe(rows);
  });

  it('is refused in a closed roll', async () => {
    await marking.tap('1000001');
    const [first] = await newChanges();
    await call('teacher', 'close-roll', {});
    expect((await undo([first!.id])).body).toMatchObject({ date: ['This roll is closed'] });
    await call('teacher', 'reopen-roll', {});
  });

  it('never undoes twice, also with concurrent requests', async () => {
    await marking.tap('S1', { status: 'Absent' });
    await marking.tap('1000001');
    const last = (await newChanges()).at(-1)!;
    const answers = await Promise.all(Array.from({ length: 6 }, () => undo([last.id])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await newChanges()).length).toBe(3);
  });

  it('never replaces a concurrent mark', async () => {
    for (let round = 0; round < 10; round++) {
      await marking.tap('S3');
      const { student } = await rowOf('S3');
      await call('teacher', 'withdraw-marks', { student: [student], status: 'Present' });
      const last = (await newChanges()).at(-1)!;
      const [marked, undone] = await Promise.all([
        marking.tap('S3', { status: 'Absent' }),
        undo([last.id]),
      ]);
      // In either order: the mark by hand stays, or it follows the restored one.
      expect(marked.status).toBeLessThan(300);
      expect([200, 409]).toContain(undone.status);
      expect(await statuses()).toMatchObject({ S3: 'Absent' });
    }
  });
});
