import { z } from 'zod';
import type { Permissions } from './permissions.ts';
import { roles } from './permissions.ts';

/** What the screens need to know before and after sign-in. */
export const publicConfig = z.object({
  title: z.string(),
  time_zone: z.string(),
  /** How dates and money are written on screens: a BCP 47 language tag and an ISO 4217 code. */
  locale: z.string(),
  currency: z.string(),
  /** ISO 8601 UTC. */
  now: z.string(),
  /** The institute's date. */
  today: z.string(),
  /** Marks for future dates are taken only here. */
  development: z.boolean(),
  /** The demo sign-in is on. */
  demo_sign_in: z.boolean(),
  /** Mails stay here instead of being sent. */
  local_inbox: z.boolean(),
  support_url: z.string().nullable(),
  /** What follows a student's id in their e-mail address; null when the institute has none. */
  mail_domain: z.string().nullable(),
  /** The longest pause between two keys of a card reader, in milliseconds. */
  reader_gap_ms: z.number(),
  /** How long before a class its teacher may check in. */
  check_in_before_minutes: z.number(),
  /** Limits and constants that screens keep: lengths, sizes in bytes, times in milliseconds. */
  limits: z.record(z.string(), z.unknown()),
  /** Browsers may keep an open roll and marks that wait; false where computers are shared. */
  keep_on_device: z.boolean(),
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
