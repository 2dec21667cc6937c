import type { Way } from '#contract/attendance.ts';

/** How a mark came to be, as the screen says it. */
export const ways: Record<Way, string> = {
  card: 'card',
  typed: 'typed ID',
  manual: 'by hand',
  bulk: 'by hand',
  import: 'imported',
  closing: 'roll closed',
};
