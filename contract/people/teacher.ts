import { z } from 'zod';
import { cleanText, email, firstName, idList, lastName, optionalText, yesOrNo } from '../fields.ts';
import { cardLimits } from '../card-limits.ts';
import { limits } from '../limits.ts';
import { messages } from '../texts.ts';
import { resource } from '../resource.ts';

const teacherRow = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** What readers at doors take as this teacher's card (R-DOOR-7). */
  card_number: z.string().nullable(),
});
export type Teacher = z.output<typeof teacherRow>;

/** A teacher; they sign in with their e-mail. */
export const teachers = resource({
  permission: 'Teachers',
  singular: 'teacher',
  fields: {
    first_name: firstName(),
    last_name: lastName(),
    email: email(),
    phone: cleanText(limits.phoneLength, { tooLong: messages.phoneTooLong, as: 'line' }),
    card_number: optionalText(cardLimits.number, { tooLong: messages.rfidTooLong, as: 'key' }),
  },
  row: teacherRow,
  filters: {
    id: idList.optional(),
    /** Lists the teachers of these subjects, and of classes of them. */
    subject: idList.optional(),
    has_card: yesOrNo.optional(),
  },
  sortKeys: ['first_name', 'last_name', 'email'],
});
