import { Group, Text, TextInput, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { oldCardText } from '#contract/people/card-reasons.ts';
import { cardLimits } from '#contract/card-limits.ts';
import type { Student } from '#contract/student.ts';
import type { FoundCard } from '#contract/people/student-card.ts';
import { playSound } from '#web/platform/reader/sound.ts';
import { cardField, useReader } from '#web/platform/reader/useReader.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import { ChooseStudent } from './ChooseStudent.tsx';
import { GivenCards } from './GivenCards.tsx';
import { HandOutProblems } from './HandOutProblems.tsx';
import classes from './HandOut.module.css';
import { nameAndId, useHandOut } from './useHandOut.ts';
import { useNextCard } from './useNextCard.ts';

/** Cards are read one after the other and given to students (R-CARD-5). */
export function HandOutPage() {
  const { card: tapped } = useSearch({ from: '/students/cards' });
  const { time_zone, reader_gap_ms } = useSession().config;
  const [typed, setTyped] = useState(tapped ?? '');
  const [isTorn, setTorn] = useState(false);
  const cardInput = useRef<HTMLInputElement>(null);
  const studentInput = useRef<HTMLInputElement>(null);
  const isUnderWay = useRef(false);
  /** Whether the student of the next card is searched for while the card before is given. */
  const isSearched = useRef(false);
  const { next, dropped, round, wait, drop, found, restartSearch, ...cards } = useNextCard();
  const clear = useCallback(() => {
    // Empty before it has the focus: a reader that types now would add to the card before.
    flushSync(() => setTyped(''));
    cardInput.current?.focus();
  }, []);
  const { reading, read, giving, isAsking, undoing, given, ...hand } = useHandOut(time_zone, clear);
  const isGiving = giving.isPending;
  const take = useCallback(
    (number: string) => {
      setTorn(false);
      setTyped(number);
      found(number);
      read(number);
      studentInput.current?.focus();
    },
    [read, found],
  );
  const { reset } = reading;
  const torn = useCallback(() => {
    setTorn(true);
    playSound('bad');
    if (isUnderWay.current) return drop();
    // The card before would be given to the student who tapped this one.
    setTyped('');
    reset();
  }, [reset, drop]);
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
  }, [tapped, read]);
  const card = reading.data;
  return (
    <>
      <Group justify="space-between" my="xs">
        <Title order={1} size="h3">
          Hand out cards
        </Title>
        <BackButton />
      </Group>
      <Text c="dimmed" size="sm" mb="xs">
        Tap a card, choose the student with the arrow keys or a click, press Enter. Then the next
        card.
      </Text>
      <div className={classes.page}>
        <section className={`at-card ${classes.part}`} aria-label="Card">
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (typed.trim()) readCard(typed.trim());
            }}
          >
            <TextInput
              ref={cardInput}
              {...{ [cardField]: '' }}
              label="Card"
              description="Tap it at the reader, or type its number"
              autoComplete="off"
              // A card that is read here replaces the one before.
              onFocus={(event) => event.currentTarget.select()}
              maxLength={cardLimits.number}
              value={typed}
              onChange={(event) => {
                setTorn(false);
                setTyped(event.currentTarget.value);
                reading.reset();
              }}
            />
          </form>
          <div role="status" className={classes.card} data-tone={card ? toneOf(card) : undefined}>
            {reading.isPending ? 'Reading…' : card && textOf(card, time_zone)}
            {next !== null && <Text size="sm">Card {next} is next.</Text>}
          </div>
        </section>
        <ChooseStudent
          input={studentInput}
          card={card}
          round={round}
          isGiving={isGiving}
          give={(student) => card && void give(card, student)}
        />
        <HandOutProblems
          isTorn={isTorn}
          reading={reading.error}
          dropped={dropped}
          failures={hand.failures}
          forgetDropped={cards.forget}
          forgetFailure={hand.forgetFailure}
        />
        <GivenCards
          given={given}
          undo={(one) => undoing.mutate(one)}
          isUndoing={undoing.isPending}
        />
      </div>
    </>
  );
}

const toneOf = ({ holder, former }: FoundCard) =>
  holder?.kind === 'teacher' ? 'bad' : holder || former ? 'known' : 'good';

function textOf({ number, holder, former }: FoundCard, timeZone: string): string {
  if (holder?.kind === 'teacher')
    return `${number} is the card of a teacher: it is not given to a student.`;
  if (holder) return `${number} is the card of ${nameAndId(holder)}.`;
  if (former) return `${oldCardText(former, timeZone)}.`;
  return `${number} is free.`;
}
