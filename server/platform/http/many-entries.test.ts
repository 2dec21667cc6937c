import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const calls = endpoints
  // A body without a sign-in is too short for an oversized array.
  .filter(({ endpoint }) => endpoint.access !== 'public')
  .map(({ key }) => key)
  .filter((key) => /^(POST|PATCH) .*attendance\//.test(key));

it('an oversized array is rejected by every call with this message, before its entries are validated', async () => {
  for (const key of calls) {
    const [method, route] = key.split(' ') as ['POST' | 'PATCH', string];
    const path = route.replaceAll(/:\w+/g, '1');
    for (const [field, max] of [
      ['student', 4000],
      ['ids', 9999],
    ] as const) {
      const { status, body } = await school.call('account', method, path, {
        [field]: Array(20_000).fill(0),
        class_schedule: 1,
      });
      if (status === 403) continue;
      expect({ key, status, body }).toEqual({
        key,
        status: 400,
        body: { [field]: [`must have at most ${max} entries`] },
      });
    }
  }
});

it('the response names the field', async () => {
  const { status, body } = await school.call(
    'teacher',
    'POST',
    'attendance/mark-student-attendance/',
    { student: Array(10_000).fill(1) },
  );
  expect([status, body]).toEqual([400, { student: ['must have at most 4000 entries'] }]);
});

it('and so is a body with more fields than any call has', async () => {
  const fields = Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`f${at}`, 1]));
  const { status, body } = await school.call('teacher', 'POST', calls[0]!.split(' ')[1]!, fields);
  expect([status, body]).toEqual([400, { detail: 'The body has more than 100 fields.' }]);
});
