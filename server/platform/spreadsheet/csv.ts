import { guarded } from '#contract/formula.ts';

/** The format of every CSV of the server: UTF-8 with a byte order mark, text never a formula. */
export const csvOptions = { bom: true, cast: { string: guarded } } as const;
