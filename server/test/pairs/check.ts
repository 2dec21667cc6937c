import fc from 'fast-check';
import { retries } from '../../platform/database/transactions.ts';
import type { PairCall, PairSchool } from './calls.ts';
import { faultOf, outcomeAtOnce, outcomesInTurn } from './outcomes.ts';
import { writingCalls } from './writing-calls.ts';

type CallPair = [PairCall, PairCall];

/** All pairs of writing calls that name the same kind of row, a call with itself included. */
export const allPairs: CallPair[] = writingCalls.flatMap((a, place) =>
  writingCalls
    .slice(place)
    .filter((b) => a.about.some((kind) => b.about.includes(kind)))
    .map((b): CallPair => [a, b]),
);

/** Some of them, others for another seed. */
export function somePairs(count: number, seed: number): CallPair[] {
  const [some = []] = fc.sample(
    fc.shuffledSubarray(allPairs, { minLength: count, maxLength: count }),
    { seed, numRuns: 1 },
  );
  return some;
}

/** By how many milliseconds the first call begins before the second. */
const leads = [0, 1, -1, 2, -2, 3, -3, 0];

/**
 * @returns the faults of pairs that were sent at once some times, with their names. Deadlocks that a retry solved
 * are printed: each needs a reason.
 */
export async function faultsOf(
  at: PairSchool,
  pairs: CallPair[],
  { times }: { times: number },
): Promise<string[]> {
  const faults: string[] = [];
  for (const pair of pairs) {
    const { deadlock } = retries();
    const inTurn = await outcomesInTurn(at, pair);
    for (const lead of leads.slice(0, times)) {
      const fault = await faultOf(at, pair, await outcomeAtOnce(at, pair, lead), inTurn);
      if (!fault) continue;
      faults.push(`${pair[0].name} | ${pair[1].name}: ${fault}`);
      break;
    }
    const deadlocks = retries().deadlock - deadlock;
    if (deadlocks > 0)
      console.log(`${pair[0].name} | ${pair[1].name}: ${deadlocks} deadlocks, tried again`);
  }
  return faults;
}
