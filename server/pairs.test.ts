import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPairSchool, type PairSchool } from './test/pairs/calls.ts';
import { sentByPairs, writingOperations } from './test/pairs/covered.ts';
import { leftOut } from './test/pairs/left-out.ts';
import { allPairs, faultsOf, somePairs } from './test/pairs/check.ts';

let at: PairSchool;
beforeAll(async () => {
  at = await createPairSchool();
});
afterAll(() => at.school.close());

/** `PAIRS='tap S1' npm run test:unit -- server/pairs.test.ts` takes the pairs with this text in their name. */
const named = process.env.PAIRS;
/** A run of CI can be repeated; others take other pairs each time. */
const seed = Number(
  process.env.PAIRS_SEED ?? (process.env.CI ? 1 : Math.floor(Math.random() * 1_000_000)),
);
const isNamed = ([a, b]: (typeof allPairs)[number]) =>
  `${a.name} | ${b.name}`.includes(named ?? '');

// All of them, and more often, in pairs.long.test.ts.
describe('two calls at once end as one after the other (R-RACE-1)', () => {
  it(`some pairs of seed ${seed}`, { timeout: 600_000 }, async () => {
    const pairs = named ? allPairs.filter(isNamed) : somePairs(300, seed);
    const faults = await faultsOf(at, pairs, { times: named ? 8 : 2 });
    expect(faults, faults.join('\n')).toEqual([]);
  });
});

it('every call that writes has a line in server/test/pairs, or a reason in left-out.ts', async () => {
  const known = [...(await sentByPairs(at)), ...Object.values(leftOut).flat()];
  expect(known.toSorted(), 'CONTRIBUTING.md, Add a call').toEqual(writingOperations.toSorted());
});
