import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyOfDevice } from '#server/test/device.ts';
import { tapsInOrder } from '#server/test/device-calls.ts';
import { monday } from '#server/test/marking.ts';
import { createMerging, type Merging } from '#server/test/merging.ts';

let marking: Merging;
let pair: Awaited<ReturnType<Merging['pair']>>;
beforeAll(async () => {
  marking = await createMerging();
});
afterAll(() => marking.school.close());
beforeEach(async () => {
  pair = await marking.pair();
  marking.school.at('2026-03-02T09:16:00+11:00');
  await marking.run(`truncate device cascade`);
  doors.start(await keyOfDevice(marking.school.database));
});

/** Before the merge, by the device that waited. */
const waited = { made_at: '2026-03-02T09:15:20+11:00' };
const doors = tapsInOrder(() => marking.school);
/** Of the last minute. */
const doorTap = (card: string) => ({ ...doors.tap(card), at: waited.made_at });

const merge = async (decided?: object) => {
  const { status, body } = await marking.merge(pair.keep, pair.remove, decided);
  expect(status, JSON.stringify(body)).toBe(200);
};
const withdraw = async (student: number[], more: object = {}) =>
  marking.call('teacher', 'POST', 'attendance/withdraw-marks/', {
    class_schedule: marking.mon9,
    date: monday,
    status: 'Present',
    student,
    ...more,
  });
const statusNow = async () => marking.statusOf(await marking.codeOf(pair.keep));

/** Does something that waits for a merge, which is committed then. */
async function duringMerge<T>(act: () => Promise<T>): Promise<T> {
  const { keep, remove } = pair;
  const connection = await marking.school.pool.connect();
  try {
    await connection.query('begin');
    await connection.query(`select from student where id in (${keep}, ${remove}) for update`);
    await connection.query(`delete from enrolment where student_id = ${remove}`);
    await connection.query(
      `update student set archived_at = now(), merged_into = ${keep} where id = ${remove}`,
    );
    const acting = act();
    const waiting = `
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await marking.run(waiting)).rows.length).toBe(1);
    await connection.query('commit');
    return await acting;
  } finally {
    connection.release();
  }
}

describe('what waited while two students were merged is about the one who stays (R-MERGE-4)', () => {
  it.each([
    ['online', {}],
    ['that waited', waited],
  ])('a withdrawal %s takes the mark back', async (_name, more) => {
    await marking.tap(pair.cards.remove, waited);
    await merge();
    expect(await statusNow()).toBe('Present');
    const { status, body } = await withdraw([pair.remove], more);
    expect([status, body]).toEqual([200, { students: [pair.keep] }]);
    expect(await statusNow()).toBe('N/A');
  });

  it('a withdrawal at the same moment does too', async () => {
    await marking.tap(pair.cards.keep);
    const { body } = await duringMerge(() => withdraw([pair.remove]));
    expect(body).toEqual({ students: [pair.keep] });
  });

  it('a withdrawal that finds no such mark names the student and the reason', async () => {
    const student_id = await marking.codeOf(pair.keep);
    const named = { student_id, name: expect.stringContaining('Ida Twice') };
    expect((await withdraw([pair.keep])).body).toEqual({
      students: [],
      fail: [{ ...named, status: 'There is no mark to take back' }],
    });
    await marking.tap(student_id, { status: 'Absent' });
    expect((await withdraw([pair.keep])).body).toEqual({
      students: [],
      fail: [{ ...named, status: 'This mark was changed since' }],
    });
  });

  it('a waiting tap at the same moment marks that student', async () => {
    const answer = await duringMerge(() => marking.tap(pair.cards.remove, waited));
    expect(answer).toMatchObject({ status: 201, body: { student: pair.keep } });
  });

  it('a waiting mark by hand of the one who went marks that student', async () => {
    await merge();
    expect(await marking.tap(pair.remove, { ...waited, status: 'Absent' })).toMatchObject({
      status: 201,
      body: { student: pair.keep, status: 'Absent', how: 'manual' },
    });
  });

  it('a mark by hand now says where the student is', async () => {
    await merge();
    const { status, body } = await marking.tap(pair.remove);
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining(await marking.codeOf(pair.keep)),
    ]);
  });

  it.each([
    ['stays with the row that went', []],
    ['is exchanged', ['rfid_number']],
  ])(
    'a tap at a door of the minute before marks that student, where the card %s',
    async (_name, exchange) => {
      await merge({ exchange });
      expect(await doors.outcomes([doorTap(pair.cards.remove)])).toEqual(['late']);
      expect(await statusNow()).toBe('Present');
    },
  );

  it('a tap at a door at the same moment marks that student', async () => {
    const outcomes = await duringMerge(() => doors.outcomes([doorTap(pair.cards.remove)]));
    expect(outcomes).toEqual(['late']);
    expect(await statusNow()).toBe('Present');
  });

  it('so do several taps of a device', async () => {
    const taps = [doorTap('1000001'), doorTap(pair.cards.remove), doorTap('1000002')];
    const outcomes = await duringMerge(() => doors.outcomes(taps));
    expect(outcomes).toEqual(['late', 'late', 'late']);
  });
});
