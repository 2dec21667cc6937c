import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { following } from './next-id.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const add = async (student_id: string, more: object = {}) => {
  const body = {
    student_id,
    first_name: 'A',
    last_name: 'B',
    phone_number: '1',
    date_of_birth: '2004-01-01',
    ...more,
  };
  expect((await school.call('admin', 'POST', 'attendance/students/create/', body)).status).toBe(
    201,
  );
};
const next = async () => (await school.call('admin', 'GET', 'attendance/next-student-id/')).body;

it('proposes the number after the newest student ID, skipping used ones', async () => {
  await add('K0101');
  await add('K0102A', { rfid_number: 'K0103' });
  await add('k0104');
  await add('K0099');
  expect(await next()).toEqual({ student_id: 'K0100' });
  await add('K0100');
  expect(await next()).toEqual({ student_id: 'K0102' });
  await add('K0102');
  expect(await next()).toEqual({ student_id: 'K0105' });
});

it('proposes no ID that is too long', async () => {
  await add('K999999999');
  expect(await next()).toEqual({ student_id: null });
});

it.each([
  ['S0099', 'S0100'],
  ['2026-7B', '2026-8B'],
  ['S9', 'S10'],
  ['0000000009', '0000000010'],
  ['9999999999', undefined],
  ['none', undefined],
])('after %s comes %s', (id, after) => expect(following(id)[0]).toBe(after));
