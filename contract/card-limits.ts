/** Limits of cards; without zod, for the screens. */
export const cardLimits = {
  /** Characters of a number as a reader sends it. */
  number: 64,
  /** Cards of a student that are listed: the latest. */
  listed: 100,
  /** Cards that are printed at once. */
  printed: 500,
} as const;
