import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { identifierError } from '#contract/identifier.ts';
import { answerChecker, changeDetector } from './test/fuzzing/answers.ts';
import { requestsTo } from './test/fuzzing/requests.ts';
import type { OpenApi } from './test/openapi.ts';
import { createTestSchool, type TestSchool } from './test/test-school.ts';

/** `FUZZ_REQUESTS=50000` for the whole drill (docs/reliability.md); `FUZZ_SEED` repeats a run. */
const numRuns = Number(process.env.FUZZ_REQUESTS ?? 1000);
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ env: { LOG_LEVEL: 'error' }, asApplicationUser: true });
  // Adds it now: later it would be a change.
  await school.token('device');
});
afterAll(() => school.close());

/** A stream does not end unless it is refused. */
const endless = (route: string) => route.endsWith('/live');

it(`${numRuns} requests made of the OpenAPI document: no 5xx, each response as described, no internals, no change by a 4xx`, async () => {
  const described = (await school.call('anonymous', 'GET', 'openapi.json')).body as OpenApi;
  const faultOf = answerChecker(described);
  const hasChanged = await changeDetector(school.database);
  const statuses = new Map<number, number>();
  const routes = new Set<string>();

  await fc.assert(
    fc.asyncProperty(requestsTo(described, endless), async (request) => {
      const bearer =
        request.caller === 'anonymous'
          ? {}
          : { authorization: `Bearer ${await school.token(request.caller)}` };
      const answer = await school.app.inject({
        method: request.method,
        url: request.url,
        headers: { ...bearer, ...request.headers },
        ...(request.payload !== undefined && { payload: request.payload }),
      });
      const { statusCode } = answer;
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      routes.add(`${request.method} ${request.route}`);
      const fault = faultOf(request, statusCode, answer.body, answer.headers['content-type'] ?? '');
      if (fault) throw new Error(fault);
      if ((await hasChanged()) && statusCode >= 400)
        throw new Error(`${statusCode} has changed something: ${answer.body.slice(0, 200)}`);
    }),
    { numRuns, seed, endOnFailure: Boolean(process.env.FUZZ_SEED) },
  );

  const count = (from: number) =>
    [...statuses]
      .filter(([status]) => status >= from && status < from + 100)
      .reduce((sum, [, times]) => sum + times, 0);
  console.log(
    `seed ${seed}: ${[...statuses]
      .sort()
      .map(([status, times]) => `${status} ${times}`)
      .join(', ')}`,
  );
  expect(count(500)).toBe(0);
  const { rows } = await sql<{ key: string }>`
    select student_id as key from student union all select rfid_number from student
    union all select room_number from classroom union all select subject_code from subject
    union all select specialization_code from specialization union all select paycode from pay_code
    union all select email from teacher union all select batch from semester`.execute(
    school.database,
  );
  // R-KEY-1
  expect(rows.filter(({ key }) => key && identifierError(key, 'key') !== null)).toEqual([]);
  // A fuzzer without successful requests, or that misses routes, proves nothing.
  expect(count(200)).toBeGreaterThan(numRuns / 20);
  const all = Object.entries(described.paths)
    .filter(([route]) => !endless(route))
    .flatMap(([, calls]) => Object.keys(calls));
  if (numRuns >= 3000) expect(routes.size).toBe(all.length);
}, 3_600_000);
