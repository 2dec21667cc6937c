import { z } from 'zod';
import { date, optionalText } from './fields.ts';
import { limits } from './limits.ts';

const change = z.object({
  /** The last day whose check-ins no longer change; null when none is closed. */
  closed_until: z.string().nullable(),
  /** Why closed days were opened again. */
  reason: z.string().nullable(),
  /** Who. */
  by: z.string(),
  at: z.string(),
});

/** Until when pay is closed (R-PAY-8), and how it came to that: the latest first, at most twenty. */
export const payClosing = z.object({
  closed_until: z.string().nullable(),
  changes: z.array(change),
});
export type PayClosing = z.output<typeof payClosing>;

export const payClosingChange = z.strictObject({
  /** A day before today; null opens every day. */
  closed_until: date.nullable(),
  /** Required where closed days are opened again. */
  reason: optionalText(limits.reasonLength),
});
