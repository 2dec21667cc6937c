/**
 * How many cases a property is tried with: less than half of `count` here, other ones each time, and
 * ten times `count` by `npm run proof properties`.
 */
export const runs = (count: number): { numRuns: number } => ({
  numRuns: Math.ceil(count * Number(process.env.PROPERTY_FACTOR ?? 0.4)),
});

/** Not less than `count` cases: for a test that expects each kind of case among them. */
export const allRuns = (count: number): { numRuns: number } => ({
  numRuns: Math.max(count, runs(count).numRuns),
});
