import { looksLikeEmail } from '#contract/fields.ts';
import type { Config } from '#server/config.ts';
import { mayBeMailedTo } from '../exports/recipients.ts';

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
