import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { create, createMarking, monday, type Marking } from '#server/test/marking.ts';

let marking: Marking;
beforeAll(async () => {
  marking = await createMarking();
});
afterAll(() => marking.school.close());
beforeEach(() => marking.reset());

const early = '2026-03-02T08:50:00+11:00';
const post = (path: string, more: object = {}) =>
  marking.school.call('teacher', 'POST', `attendance/${path}/`, {
    class_schedule: marking.mon9,
    date: monday,
    ...more,
  });
const all = ['S1', 'S2', 'S3', 'S5'];
const question = `This class begins at 09:00 on ${monday}`;

it.each([
  ['the rest', 'mark-rest-absent', {}, 3],
  ['closing the roll', 'close-roll', {}, 3],
  ['a list that is the whole class', 'attendance/create', { student: all, status: 'Absent' }, 4],
])(
  'before the class has begun %s is marked absent after a question only',
  async (_, path, body, students) => {
    await marking.tap('S1');
    marking.school.at(early);
    expect(await post(path, body)).toMatchObject({
      status: 409,
      body: {
        detail: `${question}. Marking ${students} students absent before has to be confirmed.`,
        confirm: [question],
      },
    });
    expect(await marking.written()).toBe(1);
    expect(await marking.statusOf('S1')).toBe('Present');

    expect((await post(path, { ...body, confirm: true })).status).toBeLessThan(300);
    expect(await marking.statusOf('S2')).toBe('Absent');
    if (path === 'close-roll') await post('reopen-roll');
  },
);

it('from its beginning on, and for single students, there is no question', async () => {
  marking.school.at(early);
  expect((await post('attendance/create', { student: 'S1', status: 'Absent' })).status).toBe(201);
  expect(
    (await post('attendance/create', { student: ['S1', 'S2'], status: 'Absent' })).status,
  ).toBe(201);
  marking.school.at('2026-03-02T09:00:00+11:00');
  expect((await post('mark-rest-absent')).status).toBe(200);
});

it('a roll of which every student is marked is closed early without a question', async () => {
  marking.school.at(early);
  await marking.school.call('teacher', 'POST', create, {
    class_schedule: marking.mon9,
    date: monday,
    student: all,
  });
  expect(await post('close-roll')).toMatchObject({ status: 200, body: { students: [] } });
});
