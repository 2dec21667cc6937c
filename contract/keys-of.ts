/** The keys of an object, typed. */
export const keysOf = <Names extends string>(object: Partial<Record<Names, unknown>>): Names[] =>
  Object.keys(object) as Names[];
