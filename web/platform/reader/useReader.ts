import { useEffect, useLayoutEffect, useRef } from 'react';
import { cardLimits } from '#contract/card-limits.ts';
import {
  createBurstReader,
  digitsByPosition,
  isCharacter,
  numberByPosition,
  padDigit,
  signsByPosition,
  maxKeys,
  type PressedKey,
  type Reading,
  type ReaderTerms,
} from './burst.ts';
import {
  beforeOf,
  cardField,
  focusedField,
  isOwn,
  isSearch,
  restoreChoice,
  restoreField,
  restoreFields,
  type Before,
  type Choice,
  type Field,
} from './fields.ts';

/** The second of two Enters of a reader follows within this time, in milliseconds. */
const secondEndMs = 100;
/** A reader that sends neither Enter nor Tab has ended after this time, in milliseconds. */
const endMs = 1500;

interface ReaderUse extends ReaderTerms {
  /** A whole number, as the reader sent it. */
  onNumber: (number: string) => void;
  /** A card that was not read whole: the page says so, and sends nothing (R-CARD-7). */
  onTorn: () => void;
  /** The same, because the page is left in the middle of it; by default `onTorn`. */
  onLeft?: () => void;
  /** The page takes no cards: a reader of the page itself goes first, and in a search a card is text. */
  isElsewhere?: boolean;
}

/** How many readers pages have at present. */
let ofPages = 0;

/**
 * The cards of a reader that types like a keyboard, wherever the focus is: the focused field keeps
 * its text. Where only readers type, text fields are not for cards.
 */
export function useReader({
  gapMs,
  onlyReaders = false,
  isElsewhere = false,
  onNumber,
  onTorn,
  onLeft = onTorn,
}: ReaderUse): void {
  const latest = useRef({ onNumber, onTorn, onLeft });
  useEffect(() => {
    latest.current = { onNumber, onTorn, onLeft };
  });

  // Before the effects that listen for the keys of commands: those of a card are none.
  useLayoutEffect(() => {
    const reader = createBurstReader<Before>({ gapMs, onlyReaders });
    if (!isElsewhere) ofPages++;
    /** A choice before the first key: a letter chooses another one. */
    let choice: Choice | null = null;
    /** The keys of the text in the field for cards, since the last Enter or Tab. */
    let own: PressedKey[] = [];
    let ownField: Field | null = null;
    let empty: Before | null = null;
    // The time of a key is that of the clock of events.
    reader.listenFrom(new Event('listen').timeStamp);
    /** When the keys of a reader ended: some send two Enters. */
    let endedAt = -Infinity;
    /** Runs while keys outside of text fields wait for their end. */
    let waiting = 0;
    const awaitEnd = () => {
      waiting = window.setTimeout(() => reader.isUnfinished() && latest.current.onTorn(), endMs);
    };
    /** The digits of the number pad that are pressed with Alt: a reader's code of a character. */
    let altCode = '';
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.isComposing) return;
      if (isElsewhere && (ofPages > 0 || isSearch(focusedField()))) return reader.forget();
      // A key that is held is a person's; a program that types without releasing keys repeats equal digits.
      if (event.repeat && !reader.isReading(event.timeStamp)) return;
      const digit = /^Numpad(\d)$/.exec(event.code)?.[1];
      if (event.altKey && digit !== undefined) {
        altCode += digit;
        reader.key({ key: 'Alt', code: event.code, at: event.timeStamp, place: null });
      } else if (!event.altKey) {
        altCode = '';
        take(event, padDigit(event) ?? event.key);
      }
    };
    const onKeyUp = (event: KeyboardEvent) => {
      const code = Number(altCode);
      if (event.key !== 'Alt' || altCode === '') return;
      altCode = '';
      const isPrinted = code >= 32 && code < 127;
      if (isPrinted) take(event, String.fromCharCode(code));
    };
    /** @param key the key, or the character of an Alt code. */
    const take = (event: KeyboardEvent, key: string) => {
      const { code, shiftKey: shift, timeStamp: at } = event;
      clearTimeout(waiting);
      const ofPad = padDigit(event);
      const field = focusedField();
      if (field && onlyReaders) return;
      const isTabOfOwn = key === 'Tab' && field && isOwn(field) && !event.shiftKey;
      if (key === 'Tab' && (field || event.shiftKey) && !isTabOfOwn) return reader.forget();
      const isWithin = reader.isReading(at);
      if (key === 'Enter' || key === 'Tab') {
        if (!isWithin && at >= endedAt && at - endedAt <= secondEndMs) {
          event.preventDefault();
          event.stopPropagation();
          return;
        }
        if (isWithin) endedAt = at;
      }
      const { target } = event;
      if (!isWithin)
        choice = target instanceof HTMLSelectElement ? { of: target, value: target.value } : null;
      const isInNumber = reader.isInNumber(at) && !(target instanceof HTMLSelectElement);
      const place = field && beforeOf(field);
      if (field !== ownField) [own, ownField, empty] = [[], field, null];
      if (place && isOwn(place.field) && isCharacter(key)) {
        const isAll = place.start === 0 && place.end === place.value.length;
        if (isAll) [own, empty] = [[], { ...place, value: '', start: 0, end: 0 }];
        if (own.length < maxKeys) own.push({ char: key, code, shift });
      }
      const ofOwn = own;
      if (key === 'Enter' || key === 'Tab') own = [];
      const reading = reader.key({ key, code, shift, isArrow: ofPad !== null, at, place });
      // At a reader's speed they move nothing.
      if (ofPad !== null && isWithin) {
        event.preventDefault();
        event.stopPropagation();
      }
      if (!field && isCharacter(key)) awaitEnd();
      // A space of a number presses no button, and its letters are no commands.
      if (!field && (isWithin || isInNumber) && isCharacter(key)) event.preventDefault();
      if (!field && isInNumber && /^[a-z]$/i.test(key)) event.stopPropagation();
      const isTail = isOwnTail(reader, reading, place);
      if (!isTail && isPlain(reading, place)) {
        const isEnd = key === 'Enter' || isTabOfOwn;
        const sent = isEnd && place ? sentToOwn(reading, place, ofOwn) : undefined;
        if (sent === undefined) {
          if (isTabOfOwn && ofOwn.length > 0) submitOwn(field, event);
          return;
        }
        event.preventDefault();
        event.stopPropagation();
        if (empty) restoreField(empty);
        if (sent === null) latest.current.onTorn();
        else latest.current.onNumber(sent);
        return;
      }
      if (reading.is === 'silent' && !isTail) return;
      event.preventDefault();
      event.stopPropagation();
      if (reading.is === 'torn' && empty && areOwn(reading, place)) restoreField(empty);
      else restoreFields(reading.places);
      if (choice) restoreChoice(choice);
      if (reading.is === 'number' && !isTail) latest.current.onNumber(reading.number);
      else latest.current.onTorn();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    window.addEventListener('keyup', onKeyUp, { capture: true });
    return () => {
      clearTimeout(waiting);
      if (!isElsewhere) ofPages--;
      const { timeStamp: now } = new Event('leave');
      if (reader.isUnfinished() && reader.isReading(now)) latest.current.onLeft();
      window.removeEventListener('keydown', onKey, { capture: true });
      window.removeEventListener('keyup', onKeyUp, { capture: true });
    };
  }, [gapMs, onlyReaders, isElsewhere]);
}

type Read = Reading<Before>;
const areOwn = (reading: Read, place: Before | null): boolean =>
  [place, ...reading.places].every((before) => before && isOwn(before.field));

/** The rest of a card in its own field, at any speed of a reader: there the keys of a slow one are a number, too. */
const isOwnTail = (
  reader: ReturnType<typeof createBurstReader<Before>>,
  reading: Read,
  place: Before | null,
): boolean =>
  areOwn(reading, place) && (reader.isSlowTail() || (reading.is === 'torn' && reading.isTail));

/**
 * In its own field a card is plain text and Enter: a reader that hesitates loses no digit there. Not a whole one, or the
 * rest of one, behind other text.
 */
function isPlain(reading: Read, place: Before | null): boolean {
  if (!areOwn(reading, place)) return false;
  const [first] = reading.places;
  return reading.is === 'silent' || !first?.value;
}

/**
 * What a reader has sent to the field for cards where the field's text is another: with another keyboard layout, or
 * longer than a number. Undefined where the text is it, or a person's; null for no number.
 */
function sentToOwn(
  reading: Read,
  { field, value }: Before,
  own: PressedKey[],
): string | null | undefined {
  const text = value.trim();
  if (text.length > cardLimits.number) return null;
  const [first] = reading.places;
  const isAlone = first && first.start === 0 && first.end === first.value.length;
  if (reading.is === 'number')
    return isAlone && reading.number !== text ? reading.number : undefined;
  // Text that was corrected is what stands in the field.
  if (textOf(own) !== text) return undefined;
  const isOfReader = reading.is === 'torn' || field.getAttribute(cardField) === 'number';
  const ofReader = isOfReader || isNoText.test(text) ? numberByPosition(own) : null;
  return ofReader ?? digitsByPosition(own) ?? signsByPosition(own) ?? undefined;
}

const textOf = (keys: PressedKey[]): string =>
  keys
    .map(({ char }) => char)
    .join('')
    .trim();

/** Signs that no ID has, and that a French keyboard types for digits. */
const isNoText = /[&"'(]/;

/** Readers that end a number with Tab: in the field for cards it is what Enter is. */
function submitOwn(field: Field, event: KeyboardEvent): void {
  if (!field.value.trim()) return;
  event.preventDefault();
  event.stopPropagation();
  field.form?.requestSubmit();
}
