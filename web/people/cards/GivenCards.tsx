import { Button, Text, Title } from '@mantine/core';
import { fullName } from '#contract/person-name.ts';
import { cardStateLabel } from '../students/labels.ts';
import classes from './HandOut.module.css';
import { nameAndId, type Given } from './useHandOut.ts';

interface Props {
  /** The latest first. */
  given: Given[];
  undo: (given: Given) => void;
  isUndoing: boolean;
}

/** What was given since the page was opened; the last step is undone (R-CARD-5). */
export function GivenCards({ given, undo, isUndoing }: Props) {
  const [last, ...others] = given;
  return (
    <section className={`at-card ${classes.part}`} aria-label="Handed out">
      <Title order={2} size="h5">
        Handed out{given.length > 0 && `: ${given.filter(({ undone }) => !undone).length}`}
      </Title>
      <div role="status" aria-live="assertive" className={classes.last}>
        {last && (
          <div key={last.id} data-tone={last.undone ? 'known' : 'good'}>
            <strong>{textOf(last)}</strong>
            {!last.undone && <small>{detailOf(last)}</small>}
          </div>
        )}
      </div>
      {last && !last.undone && (
        <div>
          <Button
            size="compact-sm"
            variant="default"
            loading={isUndoing}
            aria-label={`Undo: ${textOf(last)}`}
            onClick={() => undo(last)}
          >
            Undo
          </Button>
        </div>
      )}
      {!last && (
        <Text size="sm" c="dimmed">
          Nothing yet.
        </Text>
      )}
      {others.length > 0 && (
        <ol className={classes.others} aria-label="Before">
          {others.map((one) => (
            <li key={one.id}>{textOf(one)}</li>
          ))}
        </ol>
      )}
    </section>
  );
}

const textOf = ({ number, student, undone }: Given): string =>
  undone
    ? `Undone: card ${number} was taken back from ${nameAndId(student)}`
    : `${nameAndId(student)} was given card ${number}`;

function detailOf({ before, number, card_print_status, taken_from }: Given): string {
  const parts = [
    before.number !== null && before.number !== number && `Card ${before.number} was replaced.`,
    taken_from && `${fullName(taken_from)} has no card now.`,
    card_print_status !== before.card_print_status &&
      `Card print status: ${cardStateLabel(card_print_status ?? 'not_printed')}.`,
  ];
  return parts.filter(Boolean).join(' ');
}
