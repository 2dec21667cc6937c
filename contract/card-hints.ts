/** A property of a card or a reader that shows in a number, with the text that explains it. */
export interface CardHint {
  is: 'random' | 'cascade' | 'checksum' | 'parts' | 'surrounded';
  text: string;
}

const random = 'It begins with 08: phones and some new cards send another such number at each tap.';

/** Hexadecimal digits in pairs, also with separators; null for other texts. */
function hexBytes(sent: string): number[] | null {
  const digits = sent.trim().replaceAll(/[ .:-]/g, '');
  if (!/^(?:[0-9a-f]{2}){4,10}$/i.test(digits)) return null;
  return (digits.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
}

const fourBytes = 2 ** 32;
/** The first of the four bytes of a number, written in hexadecimal or, with nine or ten digits, in decimal. */
function firstOfFour(sent: string): number | null {
  const bytes = hexBytes(sent);
  if (bytes?.length === 4) return bytes[0] ?? null;
  const number = /^\D*(\d{9,10})\D*$/.exec(sent)?.[1];
  return number !== undefined && Number(number) < fourBytes
    ? Math.floor(Number(number) / 2 ** 24)
    : null;
}

/** Whether a card may send another number at each tap, so that it is no use to give it to somebody. */
const mayBeRandom = (sent: string): boolean => firstOfFour(sent) === 0x08;

/** The warning about a number that is given to somebody; null where there is none. */
export const warningOf = (sent: string): string | null =>
  mayBeRandom(sent) ? `${random} Tap it twice before it is given.` : null;

/** So many characters of a part are a whole number: shorter ones are those of a facility and a card of it. */
const wholeLength = 8;

/** Returns the advice about a number in several parts: a part that is whole by itself is chosen, a facility and its card stay together. */
function partsText(parts: string[]): string {
  const isWhole = (part: string | undefined) => (part?.length ?? 0) >= wholeLength;
  const choice = isWhole(parts[0]) ? 'first' : isWhole(parts.at(-1)) ? 'last' : null;
  return choice
    ? `It has parts with commas. The setting “The number among parts with commas” chooses the ${choice} one.`
    : 'It has the number of a facility and that of a card, which cards of other facilities may have, too: leave the setting “The number among parts with commas” at “All of it”.';
}

/** The hints about a text that a reader sent, with the settings that would take it into account. */
export function cardHints(sent: string): CardHint[] {
  const hints: CardHint[] = [];
  const bytes = hexBytes(sent);
  if (mayBeRandom(sent))
    hints.push({
      is: 'random',
      text: `${random} Tap the card again: if the number differs, it cannot be used.`,
    });
  if (bytes?.length === 4 && bytes[0] === 0x88)
    hints.push({
      is: 'cascade',
      text: 'It begins with 88: the reader sends the first part of a number of seven bytes, which other cards may have too. Set the reader to send the whole number.',
    });
  if (bytes && [5, 6, 8].includes(bytes.length) && bytes.reduce((all, byte) => all ^ byte, 0) === 0)
    hints.push({
      is: 'checksum',
      text: `Its last byte fits the others: it may be a checksum. The setting “Checksum byte” takes it off (after ${bytes.length - 1} bytes).`,
    });
  if (sent.includes(','))
    hints.push({
      is: 'parts',
      text: partsText(sent.split(',').map((part) => part.trim())),
    });
  if (/[g-z]/i.test(sent))
    hints.push({
      is: 'surrounded',
      text: 'It has letters that no number has. If every card has them, the settings “Before the number” and “After the number” take them off.',
    });
  return hints;
}
