import { guarded } from '#contract/formula.ts';

/** How every CSV of the server is written: UTF-8 with a byte order mark, text never a formula. */
export const csvOptions = { bom: true, cast: { string: guarded } } as const;
