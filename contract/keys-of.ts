/** The keys of an object that has no others than its type says. */
export const keysOf = <Names extends string>(object: Partial<Record<Names, unknown>>): Names[] =>
  Object.keys(object) as Names[];
