import { Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { BackButton } from '#web/ui/BackButton.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { ChooseStudent } from './ChooseStudent.tsx';
import { GivenCards } from './GivenCards.tsx';
import { HandOutProblems } from './HandOutProblems.tsx';
import classes from './HandOut.module.css';
import { ReadCard } from './ReadCard.tsx';
import { useCardDesk } from './useCardDesk.ts';

/** Cards are read one after the other and given to students (R-CARD-5). */
export function HandOutPage() {
  const { card: tapped } = useSearch({ from: '/students/cards' });
  const cardInput = useRef<HTMLInputElement>(null);
  const studentInput = useRef<HTMLInputElement>(null);
  const desk = useCardDesk(tapped, { cardInput, studentInput });
  const { cards, hand, card } = desk;
  return (
    <>
      <PageHead title="Hand out cards">
        <BackButton />
      </PageHead>
      <Text c="dimmed" size="sm" mb="xs">
        Tap a card, choose the student with the arrow keys or a click, press Enter. Then the next
        card.
      </Text>
      <div className={classes.page}>
        <ReadCard
          input={cardInput}
          typed={desk.typed}
          type={desk.type}
          submit={desk.readCard}
          isReading={hand.reading.isPending}
          card={card}
          next={cards.next}
        />
        <ChooseStudent
          input={studentInput}
          card={card}
          round={cards.round}
          isGiving={hand.giving.isPending}
          give={(student) => card && void desk.give(card, student)}
        />
        <HandOutProblems
          isTorn={desk.isTorn}
          reading={hand.reading.error}
          dropped={cards.dropped}
          failures={hand.failures}
          forgetDropped={cards.forget}
          forgetFailure={hand.forgetFailure}
        />
        <GivenCards
          given={hand.given}
          undo={(given) => hand.undoing.mutate(given)}
          isUndoing={hand.undoing.isPending}
        />
      </div>
    </>
  );
}
