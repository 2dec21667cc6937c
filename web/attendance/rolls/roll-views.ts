/** The views of a roll, in the order of their switch. */
export const rollViews = ['list', 'faces', 'seats'] as const;
export type RollView = (typeof rollViews)[number];
