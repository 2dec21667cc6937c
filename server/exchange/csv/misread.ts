/** The byte of each character beyond ASCII in Windows-1252. */
const bytes = new Map(
  Array.from({ length: 128 }, (_, at) => at + 128).map((byte) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
    byte,
  ]),
);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The UTF-8 text that characters stand for, where their bytes are such a text; null for others. */
function utf8Of(run: string): string | null {
  const chars = run.split('');
  const found = chars.flatMap((char) => bytes.get(char) ?? []);
  if (found.length < chars.length) return null;
  try {
    return utf8.decode(Uint8Array.from(found));
  } catch {
    return null;
  }
}

/** Latin letters of names, and signs that programs write between words: one of them is enough. */
const latin = /^[\u00a0-\u017f\u0218-\u021b\u1ea0-\u1ef9\u2010-\u2026\u20ac]+$/u;
/** Letters of other alphabets. A single one may be two Latin letters that stand beside each other. */
const others =
  /^[\p{Script=Greek}\u0400-\u045f\u05d0-\u05ea\u0621-\u064a\p{Script=Thai}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Devanagari}]{2,}$/u;

/** Whether a text in UTF-8 was read as Windows-1252: *ZoÃ«*, *WiÅ›niewski*, *ÐŸÐ°Ð²Ð»Ð¾Ð²Ð°*. */
function wasReadAsLatin(text: string): boolean {
  const runs = text.match(/[^\p{ASCII}]{2,}/gu) ?? [];
  const read = runs.flatMap((run) => utf8Of(run) ?? []);
  return read.some((part) => latin.test(part)) || others.test(read.join(''));
}

/** Codes of HTML: `Zo&euml;`, `&#39;`. */
const htmlCode =
  /&(?:#\d{2,6}|#x[\da-f]{2,5}|amp|lt|gt|quot|apos|nbsp|szlig|[a-z]{1,2}(?:acute|grave|circ|tilde|uml|ring|cedil|slash|caron|lig)\b)(?:;|\b)/iu;

/** Why a text is refused that was read in another encoding than it was written in, or has codes of HTML; null for others. */
export const misreadError = (text: string): string | null =>
  wasReadAsLatin(text) || htmlCode.test(text)
    ? 'has letters that were saved in a wrong way: export the file again as CSV UTF-8'
    : null;
