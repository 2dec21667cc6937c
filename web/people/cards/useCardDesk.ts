import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { FoundCard } from '#contract/people/student-card.ts';
import type { Student } from '#contract/student.ts';
import { playSound } from '#web/platform/reader/sound.ts';
import { useReader } from '#web/platform/reader/useReader.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { useHandOut } from './useHandOut.ts';
import { useNextCard } from './useNextCard.ts';

interface Fields {
  cardInput: RefObject<HTMLInputElement | null>;
  studentInput: RefObject<HTMLInputElement | null>;
}

/**
 * The order of the steps at a desk: a card is read, its student chosen, the card given, and the next
 * one, which may have been read meanwhile, is taken (R-CARD-5).
 * @param tapped a card that a roll or a device did not know.
 */
export function useCardDesk(tapped: string | undefined, { cardInput, studentInput }: Fields) {
  const { time_zone, reader_gap_ms } = useSession().config;
  const [typed, setTyped] = useState(tapped ?? '');
  const [isTorn, setTorn] = useState(false);
  const isUnderWay = useRef(false);
  /** Whether the student of the next card is searched for while the card before is given. */
  const isSearched = useRef(false);
  const cards = useNextCard();
  const { wait, drop, miss, found, restartSearch } = cards;
  /** The card that was read, is free, and is still to be given. */
  const inHand = useRef<string | null>(null);
  const clear = useCallback(() => {
    // Empty before it has the focus: a reader that types now would add to the card before.
    flushSync(() => setTyped(''));
    cardInput.current?.focus();
  }, [cardInput]);
  const hand = useHandOut(time_zone, clear);
  const { reading, read, giving, isAsking } = hand;
  const { reset, data } = reading;
  useEffect(() => {
    inHand.current = data?.holder === null ? data.number : null;
  }, [data]);
  /** Another card is read instead of the one in hand, which is named. */
  const putAside = useCallback(
    (next: string | null) => {
      const { current: number } = inHand;
      if (number !== null && number !== next) miss(number);
      inHand.current = null;
    },
    [miss],
  );
  const take = useCallback(
    (number: string) => {
      setTorn(false);
      putAside(number);
      setTyped(number);
      found(number);
      read(number);
      studentInput.current?.focus();
    },
    [read, found, putAside, studentInput],
  );
  const torn = useCallback(() => {
    setTorn(true);
    playSound('bad');
    if (isUnderWay.current) return drop();
    // The card before would be given to the student who tapped this one.
    putAside(null);
    setTyped('');
    reset();
  }, [reset, drop, putAside]);
  const readCard = (number: string) => {
    if (!isUnderWay.current) return take(number);
    setTorn(false);
    wait(number);
    // A question about the card before is open; else its answer is on the way, and what is typed now
    // is the next student.
    if (isAsking.current) return;
    isSearched.current = true;
    restartSearch();
    studentInput.current?.focus();
  };
  async function give(card: FoundCard, student: Student) {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    isSearched.current = false;
    const done = await giving.mutateAsync({ card, student }).catch(() => null);
    isUnderWay.current = false;
    // After a no, or an error, the card before is still to be given.
    if (!done) return drop();
    inHand.current = null;
    if (!isSearched.current) restartSearch();
    const number = cards.take();
    if (number !== null) take(number);
  }
  useReader({ gapMs: reader_gap_ms, onNumber: readCard, onTorn: torn });
  // A card that a roll or a device did not know.
  useEffect(() => {
    if (tapped === undefined) return cardInput.current?.focus();
    read(tapped);
    studentInput.current?.focus();
  }, [tapped, read, cardInput, studentInput]);
  /** The number is typed: what was found for the one before is forgotten. */
  const type = (number: string) => {
    setTorn(false);
    setTyped(number);
    reset();
  };
  return { typed, type, isTorn, readCard, give, card: reading.data, cards, hand };
}
