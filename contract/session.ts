import { z } from 'zod';
import { cardTermsFields } from './card-terms.ts';
import type { Permissions } from './permissions.ts';
import { roles } from './permissions.ts';
import { weekdays } from './weekdays.ts';

/** The configuration that screens need before and after sign-in. */
export const publicConfig = z.object({
  title: z.string(),
  /** The address of the institute's picture; null for the mark of the product. */
  logo: z.string().nullable(),
  time_zone: z.string(),
  /** The format of dates and money on screens: a BCP 47 language tag and an ISO 4217 code. */
  locale: z.string(),
  currency: z.string(),
  /** The days with weekly classes (R-SET-4). */
  weekdays: z.array(z.enum(weekdays)),
  /** The names of odd and even weeks, `A/B`; empty without names. */
  week_names: z.string(),
  /** ISO 8601 UTC. */
  now: z.string(),
  /** The institute's date. */
  today: z.string(),
  /** Marks for future dates are accepted only in development. */
  development: z.boolean(),
  /** The demo sign-in is enabled. */
  demo_sign_in: z.boolean(),
  /** Students sign in: rolls offer check-in by QR code. */
  student_sign_in: z.boolean(),
  /** There is no mail server: mails go to the local inbox. */
  local_inbox: z.boolean(),
  /** Teachers open *Who is here* (R-HERE-5). */
  teachers_see_building: z.boolean(),
  support_url: z.string().nullable(),
  /** The domain of students' e-mail addresses, after the student's id; null when the institute has none. */
  mail_domain: z.string().nullable(),
  /** The longest pause between two keys of a card reader, in milliseconds. */
  reader_gap_ms: z.number(),
  /** How long before a class its teacher may check in. */
  check_in_before_minutes: z.number(),
  /** How card numbers are stored (R-CARD-1). */
  ...cardTermsFields,
  /** Limits and constants for screens: lengths, sizes in bytes, times in milliseconds. */
  limits: z.record(z.string(), z.unknown()),
  /** Browsers may store an open roll and pending marks; false where computers are shared. */
  keep_on_device: z.boolean(),
  /** Requests are traced: the browser begins each trace with a `traceparent`. */
  tracing: z.boolean(),
  sign_in: z.object({
    authority: z.string(),
    client_id: z.string(),
    scope: z.string(),
    redirect_uri: z.string(),
  }),
});
export type PublicConfig = z.output<typeof publicConfig>;

export const userDetails = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  user_role: z.array(z.enum(roles)),
  teacher_id: z.number().nullable(),
  permissions: z.record(z.string(), z.array(z.string())),
});
export type UserDetails = Omit<z.output<typeof userDetails>, 'permissions'> & {
  permissions: Permissions;
};
