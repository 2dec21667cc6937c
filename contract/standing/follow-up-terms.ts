/** The kinds of steps of a follow-up. */
export const stepKinds = ['spoke', 'wrote', 'meeting', 'letter', 'other'] as const;

export type StepKind = (typeof stepKinds)[number];

/** The outcomes of a follow-up. */
export const outcomes = ['helped', 'not_helped', 'withdrew', 'not_needed'] as const;

export type Outcome = (typeof outcomes)[number];

export const followUpLimits = {
  /** Maximum characters of the note of a step, and of an outcome. */
  noteLength: 1000,
  /** Maximum steps of a follow-up, removed ones among them. */
  steps: 200,
  /** Maximum days from today until it is due. */
  dueDays: 366,
} as const;
