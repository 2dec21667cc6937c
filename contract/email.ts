import { z } from 'zod';
import { directionError } from './identifier.ts';

/**
 * The pattern of the browser's own e-mail field, with a named domain: no comments, quotes or
 * address literals, not even `0x7f.0x1`.
 */
const address = z
  .email({ pattern: z.regexes.html5Email })
  .regex(/@[^@]+\.(?=[^.]*[a-z])(?!0x[0-9a-f]*$)[^.]{2,}$/i);
export const looksLikeEmail = (text: string): boolean => address.safeParse(text).success;

/** A domain as people write it, perhaps in another script. */
const written = /^[\p{L}\p{M}\p{N}.-]+$/u;
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

/** The form of a domain that mail servers and sign-in services send: `münchen.example` is `xn--mnchen-3ya.example`. */
const plainDomain = (domain: string): string =>
  written.test(domain) && URL.canParse(`http://${domain}`)
    ? new URL(`http://${domain}`).hostname
    : domain;

/**
 * Why a text is no address (R-NAME-4); null when it is one. An address has one spelling, in the letters that
 * every mail server takes, so that equal addresses are equal texts but for their case.
 */
export function emailError(text: string): string | null {
  if (looksLikeEmail(text)) return null;
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  const plain = plainDomain(domain);
  if (!isAscii(local) && written.test(local) && looksLikeEmail(`a@${plain}`))
    return 'must have letters without accents, a to z, before the @';
  if (!isAscii(domain) && looksLikeEmail(`${local}@${plain}`))
    return `must be written as ${local}@${plain}`;
  return directionError(text) ?? 'must be an e-mail address';
}
