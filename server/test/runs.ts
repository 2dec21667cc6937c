/**
 * How many cases a property is tried with: some here, and ten times as many by
 * `npm run proof properties`.
 */
export const runs = (count: number): { numRuns: number } => ({
  numRuns: count * Number(process.env.PROPERTY_FACTOR ?? 1),
});
