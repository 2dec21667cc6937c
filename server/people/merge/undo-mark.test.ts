import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RollChange } from '#contract/attendance/roll-history.ts';
import { monday } from '#server/test/marking.ts';
import { createMerging, type Merging } from '#server/test/merging.ts';

let marking: Merging;
let keep: number;
let remove: number;
beforeAll(async () => {
  marking = await createMerging();
});
afterAll(() => marking.school.close());
beforeEach(async () => {
  ({ keep, remove } = await marking.pair());
});

const mark = async (student: number, more: object = {}) =>
  (await marking.tap(await marking.codeOf(student), more)).body.id as number;
const merge = async (counts?: 'keep' | 'remove') => {
  const marks = counts && [{ class_schedule: marking.mon9, date: monday, counts }];
  const answer = await marking.merge(keep, remove, { ...(marks && { marks }) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const changes = async (): Promise<RollChange[]> =>
  (
    await marking.call(
      'admin',
      'GET',
      `attendance/roll-history/?class_schedule=${marking.mon9}&date=${monday}`,
    )
  ).body.results.filter(({ student }: RollChange) => student === keep);
const undo = (change: RollChange | undefined) =>
  marking.call('admin', 'POST', 'attendance/undo-marks/', {
    class_schedule: marking.mon9,
    date: monday,
    changes: [change?.id],
  });
const state = async () =>
  (
    await marking.run(`
      select a.status, d.late_minutes, d.excuse, u.email as excuse_by from attendance a
      left join mark_detail d on d.student_id = a.student_id and d.date = a.date
        and d.class_schedule_id = a.class_schedule_id
      left join app_user u on u.id = d.changed_by and d.excuse is not null
      where a.student_id = ${keep}`)
  ).rows;

describe('undoing the change of a mark by a merge (R-ROLL-19, R-MERGE-4)', () => {
  it('brings back the mark of the student who stays, with its excuse and author', async () => {
    const id = await mark(keep, { status: 'Absent' });
    await marking.call('admin', 'PATCH', `attendance/attendance/${id}/`, { excuse: 'sick' });
    const before = await state();
    expect(before).toMatchObject([{ status: 'Absent', excuse: 'sick' }]);
    marking.school.at(`${monday}T09:20:00+11:00`);
    await mark(remove);
    await merge('remove');
    expect(await state()).toMatchObject([{ status: 'Present', late_minutes: 20 }]);
    expect((await undo((await changes()).at(-1))).status).toBe(200);
    expect(await state()).toEqual(before);
  });

  it('brings back its minutes', async () => {
    marking.school.at(`${monday}T09:20:00+11:00`);
    await mark(keep);
    await mark(remove, { status: 'Absent', excuse: 'school' });
    const before = await state();
    await merge('remove');
    await undo((await changes()).at(-1));
    expect(await state()).toEqual(before);
    expect(before).toMatchObject([{ status: 'Present', late_minutes: 20 }]);
  });

  it('brings the mark that was set aside, as the history says, with its minutes', async () => {
    await mark(keep, { status: 'Absent', excuse: 'sick' });
    marking.school.at(`${monday}T09:25:00+11:00`);
    await mark(remove);
    await merge('keep');
    const last = (await changes()).at(-1);
    expect(last).toMatchObject({ from: 'Present', to: 'Absent' });
    await undo(last);
    expect(await state()).toMatchObject([{ status: 'Present', late_minutes: 25, excuse: null }]);
  });

  it('passes over what had happened to a mark of the other student that was gone', async () => {
    await mark(keep);
    const own = (await changes()).at(-1);
    await mark(remove, { status: 'Absent' });
    await marking.call('admin', 'POST', 'attendance/withdraw-marks/', {
      class_schedule: marking.mon9,
      date: monday,
      student: [remove],
      status: 'Absent',
    });
    await merge();
    expect((await undo(own)).status).toBe(200);
    expect(await state()).toEqual([]);
  });
});
