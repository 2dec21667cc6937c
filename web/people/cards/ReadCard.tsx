import { Text, TextInput } from '@mantine/core';
import type { RefObject } from 'react';
import { cardLimits } from '#contract/card-limits.ts';
import { warningOf } from '#contract/card-hints.ts';
import { oldCardText } from '#contract/people/card-reasons.ts';
import type { FoundCard } from '#contract/people/student-card.ts';
import { cardField } from '#web/platform/reader/fields.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import classes from './HandOut.module.css';
import { nameAndId } from './useHandOut.ts';

interface ReadCardProps {
  input: RefObject<HTMLInputElement | null>;
  typed: string;
  type: (number: string) => void;
  submit: (number: string) => void;
  isReading: boolean;
  card: FoundCard | undefined;
  /** The number of the card that is given next. */
  next: string | null;
}

/** The card that is read, and whose it is. */
export function ReadCard({ input, typed, type, submit, isReading, card, next }: ReadCardProps) {
  const { time_zone } = useSession().config;
  return (
    <section className={`at-card ${classes.part}`} aria-label="Card">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim()) submit(typed.trim());
        }}
      >
        <TextInput
          ref={input}
          {...{ [cardField]: 'number' }}
          label="Card"
          description="Tap it at the reader, or type its number"
          autoComplete="off"
          // A card that is read here replaces the one before.
          onFocus={(event) => event.currentTarget.select()}
          maxLength={cardLimits.number}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </form>
      <div role="status" className={classes.card} data-tone={card ? toneOf(card) : undefined}>
        {isReading ? 'Reading…' : card && textOf(card, time_zone)}
        {!isReading && card && <Text size="sm">{warningOf(card.number)}</Text>}
        {next !== null && <Text size="sm">Card {next} is next.</Text>}
      </div>
    </section>
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
