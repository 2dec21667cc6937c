import { sql } from 'kysely';
import { looksLikeEmail } from '#contract/email.ts';
import type { Config } from '#server/config.ts';
import { mayBeMailedTo } from '#server/school/mail-recipients.ts';

/** The present address of message `m` of student `s` and guardian `gu`; of staff that of the alert. */
export const addressNow = sql<string | null>`case m.recipient when 'student' then s.student_mail
  when 'guardian' then gu.email else m.address end`;

/** The present phone number of its recipient; none of staff. */
export const phoneNow = sql<string | null>`case m.recipient when 'student' then s.phone_number
  when 'guardian' then gu.phone end`;

/** Whether short messages go to a number: with its digits, and what is written between them. */
export const isPhone = (text: string | null): text is string =>
  text !== null && /^\+?[\d ()/.-]{5,30}$/.test(text) && text.replaceAll(/\D/g, '').length >= 5;

/** Why no message goes to an address; null where one may. */
export function addressProblem(
  address: string | null,
  { mailDomains }: Pick<Config, 'mailDomains'>,
): string | null {
  if (!address) return 'There is no e-mail address.';
  // Imported rows of earlier versions may have others.
  if (!looksLikeEmail(address)) return 'This is no e-mail address.';
  return mayBeMailedTo(address, mailDomains)
    ? null
    : 'Mails to this domain are not allowed (MAIL_DOMAINS).';
}
