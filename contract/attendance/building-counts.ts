// Without schemas, so that the page loads none: it is opened in a hurry.

/** Limits of roll calls of the building. */
export const buildingLimits = {
  /** Maximum people of a list. */
  people: 20_000,
  /** Maximum ticks of one call. */
  ticks: 500,
  /** Maximum late ticks, and ticks, that a record lists. */
  lateTicks: 500,
} as const;

/** Why people are counted. */
export const rollCallKinds = ['drill', 'emergency'] as const;
export type RollCallKind = (typeof rollCallKinds)[number];

/** What counts of a person. */
interface Counted {
  expected: boolean;
  accounted: boolean;
}

/** Whether a person counts as accounted for: the one definition of figures, filters and files (R-HERE-4). */
export const isAccountedFor = ({ expected, accounted }: Counted): boolean => expected && accounted;

/** Whether a person is missing: the one definition of figures, filters and files. */
export const isMissing = ({ expected, accounted }: Counted): boolean => expected && !accounted;

/** Whether a person was ticked who is not expected: they are counted beside the others. */
export const isOther = ({ expected, accounted }: Counted): boolean => !expected && accounted;

/** How many of these people are expected, how many of those are accounted for, and how many others were ticked. */
export function countsOf(people: Iterable<Counted>): {
  expected: number;
  accounted: number;
  others: number;
} {
  let [expected, accounted, others] = [0, 0, 0];
  for (const person of people) {
    if (person.expected) expected++;
    if (isAccountedFor(person)) accounted++;
    if (isOther(person)) others++;
  }
  return { expected, accounted, others };
}
