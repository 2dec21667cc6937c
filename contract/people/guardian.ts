import { z } from 'zod';
import { messageStop } from '../messages/message-stop.ts';
import type { FieldErrors } from '../resource.ts';
import { cleanText, optionalEmail, optionalText } from '../fields.ts';

export const guardianLimits = { name: 200, relation: 100, phone: 30, ofStudent: 10 };

/** A contact of a student who may be notified of absences (R-GUARD-1). */
export const guardian = z.object({
  id: z.number(),
  name: z.string(),
  relation: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  gets_messages: z.boolean(),
  /** When a consent of the student was recorded, and by whom; null without one. */
  consent: z.object({ at: z.string(), by: z.string() }).nullable(),
  /** Who stopped the messages, and when; null while they are sent. */
  stopped: messageStop.nullable(),
});
export type Guardian = z.output<typeof guardian>;

export const guardians = z.object({
  results: z.array(guardian),
  /** The student is 18 or older, or has no date of birth: messages need a recorded consent. */
  needs_consent: z.boolean(),
});
export type Guardians = z.output<typeof guardians>;

const fields = {
  name: cleanText(guardianLimits.name, { as: 'line' }),
  relation: optionalText(guardianLimits.relation, { as: 'line' }),
  /** Null without one: nothing is mailed then. */
  email: optionalEmail().transform((text) => text?.toLowerCase() ?? text),
  phone: optionalText(guardianLimits.phone, { as: 'line' }),
  gets_messages: z.boolean('must be true or false'),
  /** The student, who is 18 or older, agrees; false withdraws it. */
  consent: z.boolean('must be true or false'),
};
export const newGuardian = z.strictObject({
  ...fields,
  gets_messages: fields.gets_messages.default(false),
  consent: fields.consent.default(false),
});
export type NewGuardian = z.output<typeof newGuardian>;
/** What holds over several fields, in the form as in a file (R-GUARD-1). */
export const guardianRule = ({
  email,
  phone,
  gets_messages,
}: {
  email?: unknown;
  phone?: unknown;
  gets_messages?: unknown;
}): FieldErrors =>
  gets_messages === true && !email && !phone
    ? { email: 'is needed for messages, or a phone number' }
    : {};

export const guardianPatch = z.strictObject(fields).partial();
export type GuardianPatch = z.output<typeof guardianPatch>;
