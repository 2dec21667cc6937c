import { cardLimits } from '#contract/card-limits.ts';

/** Numbers of cards are not shorter. */
const minLength = 4;

/** Keys that follow each other within this time, in milliseconds, may be those of one card. */
const withinMs = 1000;

/** A burst within this time after keys that no Enter ended may be the rest of their number, in milliseconds. */
const restWithinMs = 5000;

/** So many keys at a reader's speed are no person's. */
const surelyReader = 3;

/** More keys than a number has, so that a longer text never ends in one; of more the first and the last are known. */
export const maxKeys = 4 * cardLimits.number;

export interface ReaderTerms {
  /** The longest pause between two keys of a reader, in milliseconds. */
  gapMs: number;
  /** Where only readers type, every burst that is no number is torn. */
  onlyReaders?: boolean;
}

/** A key that was pressed; `place` is the text field that takes it, null outside of text fields. */
export interface ReaderKey<Place> {
  key: string;
  /** The key's position on the keyboard, which no layout changes. */
  code: string;
  /** Whether Shift is held. */
  shift?: boolean;
  /** Whether it is a key of the number pad without Num Lock: a digit of a reader, or an arrow of a person. */
  isArrow?: boolean;
  /** In milliseconds. */
  at: number;
  place: Place | null;
}

/** What the keys up to an Enter or Tab are; `places` are those of the reader's keys. */
export type Reading<Place> =
  | { is: 'number'; number: string; places: (Place | null)[] }
  /** `isTail`: its first keys were pressed before there was a page to hear them. */
  | { is: 'torn'; places: (Place | null)[]; isTail: boolean }
  /** A person's keys, or none. */
  | { is: 'silent'; places: (Place | null)[] };

interface BurstReader<Place> {
  key: (key: ReaderKey<Place>) => Reading<Place>;
  /**
   * Whether keys with pauses began so soon after the page has listened that others may have been pressed before it did:
   * those of a slow reader, or of a person. Of the keys that the last key, an Enter or Tab, has ended.
   */
  isSlowTail: () => boolean;
  /** Whether a key at this time continues a burst. */
  isReading: (at: number) => boolean;
  /** Whether a key at this time follows a digit that no text field took, at any speed of a reader. */
  isInNumber: (at: number) => boolean;
  /** Whether the keys until now are a reader's that no Enter or Tab has ended. */
  isUnfinished: () => boolean;
  /** The keys until now are a person's. */
  forget: () => void;
  /** Keys before this time were not heard: a burst that begins right after it is the rest of a number. */
  listenFrom: (at: number) => void;
}

/** A key that types a character. */
export interface PressedKey {
  char: string;
  /** Its position on the keyboard. */
  code: string;
  shift: boolean;
}

interface Typed<Place> extends PressedKey {
  /** The longest pause since the character before, in milliseconds. */
  gap: number;
  isArrow: boolean;
  place: Place | null;
}

/** The digit of a key of the number pad without Num Lock, where it is an arrow, Home or End; null for others. */
export function padDigit({ key, code }: { key: string; code: string }): string | null {
  const digit = /^Numpad(\d)$/.exec(code)?.[1];
  return digit !== undefined && !isCharacter(key) ? digit : null;
}

/** Whether a key types something: an Arabic keyboard has one that types two letters. Others have English names. */
export const isCharacter = (key: string): boolean => key.length === 1 || /^[^ -~]{2}$/.test(key);

const silent = { is: 'silent' as const, places: [] };

/**
 * Distinguishes a card reader, which types like a very fast keyboard, from a person (R-CARD-7). A
 * burst is one whole number or none: half a number may be another card.
 */
export function createBurstReader<Place>(terms: ReaderTerms): BurstReader<Place> {
  let keys: Typed<Place>[] = [];
  let last = -Infinity;
  let gap = 0;
  let since = -Infinity;
  let isTail = false;
  /** How long after the page began to listen the first of the keys was pressed, in milliseconds. */
  let afterMs = Infinity;
  let isSlowTail = false;
  /** Until when a burst may be the rest of keys that no Enter ended. */
  let restUntil = -Infinity;
  let isRest = false;
  const areFast = (from: number) =>
    keys.length >= from &&
    keys.slice(1).every((typed) => typed.gap <= terms.gapMs) &&
    keys.some(({ char, code }) => isDigit(char) || digitKey.test(code));
  /**
   * Whether the keys may be the beginning of a number: two at a reader's speed, or hexadecimal digits at that of a reader
   * on a busy computer.
   */
  const mayBeBegun = () =>
    areFast(2) ||
    (keys.some(isDigitKey) &&
      keys.every((typed) => isDigitKey(typed) || isHexadecimal(typed.char)) &&
      keys.slice(1).every((typed) => typed.gap <= 2 * terms.gapMs));
  const isUnfinished = () => areFast(surelyReader);
  return {
    isSlowTail: () => isSlowTail,
    isUnfinished,
    isReading: (at) => keys.length > 0 && at - last <= terms.gapMs,
    isInNumber: (at) => at - last <= Math.max(withinMs, terms.gapMs) && keys.some(isDigitOutside),
    forget: () => void (keys = []),
    listenFrom(at) {
      since = at;
      [keys, last] = [[], -Infinity];
    },
    key({ key, code, shift = false, isArrow = false, at, place }) {
      const pause = at - last;
      last = at;
      isSlowTail = false;
      if (pause > terms.gapMs) isTail = at - since <= terms.gapMs;
      if (pause > Math.max(withinMs, terms.gapMs)) {
        if (mayBeBegun()) restUntil = at - pause + restWithinMs;
        isRest = at <= restUntil;
        keys = [];
      }
      gap = Math.max(gap, pause);
      if (key === 'Enter' || key === 'Tab') {
        const reading = readingOf(keys, { key, pause: gap, isTail, isRest }, terms);
        // A person looks at what they typed before Enter.
        const pauses = keys.length === 1 ? [gap] : keys.slice(1).map((typed) => typed.gap);
        isSlowTail = Math.max(...pauses) >= afterMs && keys.length > 0;
        [keys, gap, isTail, isRest, restUntil] = [[], 0, false, false, -Infinity];
        return reading;
      }
      if (!isCharacter(key)) return silent;
      if (keys.length === 0) afterMs = at - since;
      keys.push({ char: key, code, shift, gap, isArrow, place });
      if (keys.length > maxKeys) keys.splice(1, 1);
      gap = 0;
      return silent;
    },
  };
}

/** @param end the key that ended them, and the pause before it in milliseconds. */
function readingOf<Place>(
  typed: Typed<Place>[],
  end: { key: 'Enter' | 'Tab'; pause: number; isTail: boolean; isRest: boolean },
  { gapMs, onlyReaders = false }: ReaderTerms,
): Reading<Place> {
  const isSlow = (gap: number) => gap > gapMs;
  const isInText = typed.every(({ place }) => place !== null);
  const other = inOtherLayout(typed);
  const words = isInText && other === null ? wordsIn(typed) : noWords;
  const part = typed.slice(words.end);
  const ofReader = isInText ? part.slice(typedBefore(part, isSlow)) : part;
  const places = ofReader.map(({ place }) => place);
  if (end.isTail && part.some(({ char }) => isDigit(char)))
    return { is: 'torn', places, isTail: true };
  // The rest of a number may be another one.
  if (end.isRest && part.length >= surelyReader && part.slice(1).every(({ gap }) => !isSlow(gap)))
    return { is: 'torn', places, isTail: false };
  const quiet = { is: 'silent' as const, places: typed.map(({ place }) => place) };
  // Outside of text fields no user types numbers: a reader's Enter would press the focused button.
  const isOutside = end.key === 'Enter' && typed.every(({ place }) => place === null);
  const isNumberOutside = isOutside && part.some(isDigitOutside);
  if (part.length < minLength)
    return (onlyReaders && part.length > 0) || isNumberOutside
      ? { is: 'torn', places, isTail: false }
      : quiet;
  const gaps = [...part.slice(1).map(({ gap }) => gap), end.pause];
  const slow = gaps.filter(isSlow).length;
  // Arrows that a person pressed.
  if (part.some(({ isArrow }) => isArrow) && 2 * slow > gaps.length) return quiet;
  // A word at a reader's speed may be the beginning of what the reader sent.
  const isApart =
    words.end === 0 ||
    (words.isSpaced && part.every(({ char }) => /\w/.test(char))) ||
    (isSlow(part[0]?.gap ?? 0) && words.gaps.some(isSlow));
  const number = slow === 0 ? numberOf(part) : null;
  if (number !== null && isApart) return { is: 'number', number, places };
  // Text at the end of which no number stands.
  if (slow === 0 && number === null && words.end > 0) return quiet;
  const hasDigits = part.some(({ char, code }) => isDigit(char) || digitKey.test(code));
  const isReader = (gaps.length - slow >= slow && (!isInText || hasDigits)) || isNumberOutside;
  return onlyReaders || isReader ? { is: 'torn', places, isTail: false } : quiet;
}

/** How many keys before a burst a person typed, mostly with longer pauses than a reader's: they stay text. */
function typedBefore(part: Typed<unknown>[], isSlow: (gap: number) => boolean): number {
  const start = part.findLastIndex(({ gap }, at) => at > 0 && isSlow(gap));
  if (start < 2 || part.length - start < minLength) return 0;
  const gaps = part.slice(1, start).map(({ gap }) => gap);
  return 2 * gaps.filter(isSlow).length > gaps.length ? start : 0;
}

interface Words {
  /** The place after the last word and its spaces. */
  end: number;
  isSpaced: boolean;
  /** The pauses within the last word. */
  gaps: number[];
}
const noWords: Words = { end: 0, isSpaced: false, gaps: [] };

/** The words of a person: two lower-case letters, one of which no hexadecimal number has. */
function wordsIn(typed: Typed<unknown>[]): Words {
  const text = typed.map(({ char }) => char).join('');
  const word = [...text.matchAll(/[a-z]*[g-z][a-z]*/g)].findLast(([letters]) => letters.length > 1);
  if (!word) return noWords;
  const after = word.index + word[0].length;
  const spaces = /^ */.exec(text.slice(after))?.[0].length ?? 0;
  return {
    end: after + spaces,
    isSpaced: spaces > 0,
    gaps: typed.slice(word.index + 1, after).map(({ gap }) => gap),
  };
}

const isDigit = (char: string): boolean => /\d/.test(char);
const isDigitKey = ({ char, code }: PressedKey): boolean => isDigit(char) || digitKey.test(code);

const digitKey = /^(?:Digit|Numpad)\d$/;
/** A digit outside of text fields, in any keyboard layout: no command of a page has one. */
const isDigitOutside = ({ char, code, isArrow, place }: Typed<unknown>): boolean =>
  place === null && !isArrow && (isDigit(char) || digitKey.test(code));

/** Letters, digits, and what readers send between and around them. */
const shape = /^[\w .,:;/\\+*#%=?^@-]+$/;

/** The whole number; null where the keys make none, in the keyboard's layout or by their positions. */
function numberOf(part: Typed<unknown>[]): string | null {
  const text = part
    .map(({ char }) => char)
    .join('')
    .trim();
  const isNumber = shape.test(text) && text.replace(/[^0-9a-z]/gi, '').length >= minLength;
  const number = inOtherLayout(part) ?? (isNumber ? text : (byPosition(part)?.trim() ?? null));
  return number !== null && number.length <= cardLimits.number ? number : null;
}

/** A hexadecimal number of which the keyboard's layout makes other letters or signs, as Dvorak does; null for others. */
function inOtherLayout(keys: readonly PressedKey[]): string | null {
  const sent = byPosition(keys)?.trim() ?? '';
  const text = keys.map(({ char }) => char).join('');
  const isNumber = /\d/.test(sent) && isHexadecimal(sent) && !isHexadecimal(text);
  return isNumber ? sent : null;
}

/** The hexadecimal number of keys of which the keyboard's layout makes another text; null for others. */
export function numberByPosition(keys: readonly PressedKey[]): string | null {
  const sent = inOtherLayout(keys);
  return sent !== null && sent.length >= minLength && sent.length <= cardLimits.number
    ? sent
    : null;
}

/** The number of keys of which the keyboard's layout makes other signs alone, such as Ö for a colon; null for others. */
export function signsByPosition(keys: readonly PressedKey[]): string | null {
  const areSame = keys.every(
    ({ char, code }) => signs[code] !== undefined || code.endsWith(char.toUpperCase()),
  );
  return areSame ? numberByPosition(keys) : null;
}

/** The digits of keys of which the keyboard's layout makes none; null for other keys. */
export function digitsByPosition(keys: readonly PressedKey[]): string | null {
  const sent = byPosition(keys)?.trim() ?? '';
  const isNumber =
    /^\d+$/.test(sent) && sent.length >= minLength && sent.length <= cardLimits.number;
  return isNumber && !keys.some(({ char }) => isDigit(char)) ? sent : null;
}

const isHexadecimal = (text: string): boolean => /^[0-9a-f .,:;?%-]+$/i.test(text);

/** Readers send these signs between and around digits; by their key of a US keyboard, alone and with Shift. */
const signs: Record<string, [alone: string, shifted: string]> = {
  Semicolon: [';', ':'],
  Comma: [',', '<'],
  Minus: ['-', '_'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Equal: ['=', '+'],
  Space: [' ', ' '],
};

/** The signs that the keys of digits type with Shift on a US keyboard, from 0 to 9. */
const shiftedDigits = ')!@#$%^&*(';

function ofUsKeyboard({ code, shift }: PressedKey): string | undefined {
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (shift && digit !== undefined) return shiftedDigits[Number(digit)];
  return signs[code]?.[shift ? 1 : 0] ?? /^(?:Digit|Numpad|Key)([0-9A-Z])$/.exec(code)?.[1];
}

/** Readers press the keys of a US keyboard: with a French layout 1 types &, with a German one ; types ö. */
function byPosition(part: readonly PressedKey[]): string | null {
  const chars = part.map(ofUsKeyboard);
  const number = chars.every((char) => char !== undefined) ? chars.join('') : null;
  return number !== null && shape.test(number) ? number : null;
}
