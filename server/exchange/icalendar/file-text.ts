import { decodeText, unreadable } from '#contract/text-encoding.ts';

/** The text of a calendar file; null where it is in no known encoding. */
export const calendarText = (bytes: Uint8Array): string | null => {
  const found = decodeText(bytes);
  if (found && found.encoding !== 'windows-1252' && !found.text.includes(unreadable))
    return found.text;
  // A fold within a character makes the bytes invalid as UTF-8.
  return decodeText(withWholeCharacters(bytes))?.text ?? null;
};

const [space, tab, lineFeed, carriageReturn] = [0x20, 0x09, 0x0a, 0x0d];
const isContinued = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x80 && byte <= 0xbf;

/**
 * Folds are defined on bytes (RFC 5545, 3.1), and may part those of one character. Such a fold is moved behind
 * the character, which leaves the numbers of the lines and, once it is unfolded, the text as they are.
 */
function withWholeCharacters(bytes: Uint8Array): Uint8Array {
  const moved = Uint8Array.from(bytes);
  for (let at = 1; at < bytes.length; at++) {
    if (bytes[at] !== space && bytes[at] !== tab) continue;
    if (!isContinued(bytes[at + 1])) continue;
    let begin = at - 1;
    if (bytes[begin] === lineFeed && bytes[begin - 1] === carriageReturn) begin--;
    else if (bytes[begin] !== lineFeed && bytes[begin] !== carriageReturn) continue;
    let end = at + 1;
    while (end - at <= 3 && isContinued(bytes[end])) end++;
    moved.set(bytes.subarray(at + 1, end), begin);
    moved.set(bytes.subarray(begin, at + 1), begin + end - at - 1);
  }
  return moved;
}
