import { z } from 'zod';
import { cleanText, idList, oneOf, optionalText, several } from '../fields.ts';
import { messages } from '../texts.ts';
import { resource } from '../resource.ts';

/** Type of class and kind of teacher: doctors have rates of their own. */
export const payTypes = [
  'initial_lecture_regular',
  'initial_lecture_doctor',
  'repeat_lecture_regular',
  'repeat_lecture_doctor',
  'tutorial_regular',
  'tutorial_doctor',
  'lectorial_regular',
  'lectorial_doctor',
] as const;

/** `initial_lecture_doctor` → `Initial lecture, doctor`. */
export function payTypeTitle(type: string): string {
  const words = type.split('_');
  const who = words.pop();
  const what = words.join(' ');
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}, ${who}`;
}

const payCodeRow = z.object({
  id: z.number(),
  paycode: z.string(),
  /** Per hour, a decimal with two places: `"198.50"`. */
  amount: z.string(),
  paycode_type: z.enum(payTypes),
  details: z.string().nullable(),
  /** The number of classes of the timetable that are paid by it now; archived ones are not counted. */
  classes: z.number(),
});
export type PayCode = z.output<typeof payCodeRow>;

/** A decimal with at most two places, as text or number. */
export const amount = z
  .union([z.string(), z.number()], { error: () => messages.required })
  .transform((given) => String(given).trim())
  .refine((text) => text !== '', { message: messages.required, abort: true })
  .refine((text) => /^\d{1,7}(\.\d{1,2})?$/.test(text), 'must be an amount such as 198.50');

export const payCodes = resource({
  permission: 'Payrolls',
  singular: 'pay code',
  fields: {
    paycode: cleanText(50, { as: 'key' }),
    amount,
    paycode_type: oneOf(payTypes),
    details: optionalText(1000),
  },
  row: payCodeRow,
  filters: {
    id: idList.optional(),
    paycode_type: several.pipe(z.array(z.enum(payTypes, 'must be a pay type'))).optional(),
  },
  sortKeys: ['paycode', 'amount', 'paycode_type'],
});
