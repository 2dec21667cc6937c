/** A field, and the further ones of it in their order. */
export interface Picks {
  first: number | null;
  further: number[];
}

export const idsIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'number') : [];

/** @param at the position among the further ones; the first of them changes places with the field's own. */
export function movedUp({ first, further }: Picks, at: number): Picks {
  const own = further[at];
  if (own === undefined) return { first, further };
  if (at === 0) return { first: own, further: first === null ? further : further.with(0, first) };
  const before = further[at - 1] ?? own;
  return { first, further: further.with(at - 1, own).with(at, before) };
}

/** One that was chosen as the first one is no further one; the same picks where it is none. */
export const withoutFirst = (picks: Picks): Picks =>
  picks.first !== null && picks.further.includes(picks.first)
    ? { ...picks, further: picks.further.filter((id) => id !== picks.first) }
    : picks;
