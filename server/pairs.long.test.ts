import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPairSchool, type PairSchool } from './test/pairs/calls.ts';
import { allPairs, faultsOf } from './test/pairs/check.ts';

let at: PairSchool;
beforeAll(async () => {
  at = await createPairSchool();
});
afterAll(() => at.school.close());

it(
  'any two calls at once end as one after the other (R-RACE-1)',
  { timeout: 3_600_000 },
  async () => {
    expect(await faultsOf(at, allPairs, { times: 8 })).toEqual([]);
  },
);
