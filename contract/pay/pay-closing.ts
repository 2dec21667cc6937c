import { z } from 'zod';
import { date, optionalText } from '../fields.ts';
import { limits } from '../limits.ts';

const change = z.object({
  /** The last day whose check-ins no longer change; null when none is closed. */
  closed_until: z.string().nullable(),
  /** The reason why closed days were reopened. */
  reason: z.string().nullable(),
  /** The user. */
  by: z.string(),
  at: z.string(),
});

/** The date until which pay is closed (R-PAY-8), and its changes: the latest first, at most twenty. */
export const payClosing = z.object({
  closed_until: z.string().nullable(),
  changes: z.array(change),
});
export type PayClosing = z.output<typeof payClosing>;

export const payClosingChange = z.strictObject({
  /** A day before today; null reopens every day. */
  closed_until: date.nullable(),
  /** Required when closed days are reopened. */
  reason: optionalText(limits.reasonLength),
});
