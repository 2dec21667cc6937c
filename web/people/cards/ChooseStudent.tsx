import { Button, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState, type KeyboardEvent, type RefObject } from 'react';
import type { Student } from '#contract/student.ts';
import type { FoundCard } from '#contract/people/student-card.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import classes from './HandOut.module.css';
import { StudentFilters } from './StudentFilters.tsx';
import { StudentOption } from './StudentOption.tsx';
import { noFilters, studentsForCards } from './students-for-cards.ts';
import { useOnChange } from './useOnChange.ts';
import { nameAndId } from './useHandOut.ts';

interface Props {
  input: RefObject<HTMLInputElement | null>;
  card: FoundCard | undefined;
  /** Another number: the next student is searched for from the beginning. */
  round: number;
  isGiving: boolean;
  give: (student: Student) => void;
}

/**
 * Search and list of students, first those without a card. Enter gives the card to who was chosen by an
 * arrow key or a click, and to no other: readers type it too (R-CARD-5).
 */
export function ChooseStudent({ input, card, round, isGiving, give }: Props) {
  const listId = useId();
  const [text, setText] = useState('');
  const [filters, setFilters] = useState(noFilters);
  const [search] = useDebouncedValue(text.trim(), 150);
  const found = useQuery(studentsForCards(search, filters));
  const students = found.data?.results ?? [];
  const total = found.data?.total ?? 0;
  const isStale = found.isPlaceholderData || search !== text.trim();
  const isFree = card !== undefined && card.holder?.kind !== 'teacher' && !isGiving;
  const { chosen, choose, isUnchosen, onKey } = useChosen({ students, isFree, give });

  // The next student is searched for from the beginning.
  useOnChange(round, () => {
    setText('');
    choose(undefined);
  });
  // Who was chosen for a card is not chosen for the next.
  useOnChange(card?.number, () => choose(undefined));

  const chosenId = chosen && `${listId}-${chosen.id}`;
  useEffect(() => {
    if (chosenId)
      document.querySelector(`[id="${chosenId}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);

  return (
    <section className={`at-card ${classes.part}`} aria-label="Student">
      <div className={classes.filters}>
        <TextInput
          ref={input}
          label="Student"
          placeholder="Name or ID"
          autoComplete="off"
          role="combobox"
          aria-expanded={students.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosenId}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            choose(undefined);
          }}
          onKeyDown={onKey}
        />
        <StudentFilters filters={filters} change={setFilters} />
      </div>
      {found.isError && <LoadError error={found.error} retry={() => void found.refetch()} />}
      <Text size="sm" c="dimmed" role="status">
        {found.isPending ? 'Loading…' : countText(total, filters.all)}
        {isUnchosen && '. Choose one with the arrow keys or a click; then Enter gives the card.'}
      </Text>
      <ul
        id={listId}
        role="listbox"
        aria-label="Students"
        className={classes.list}
        aria-busy={isStale || undefined}
      >
        {students.map((student) => (
          <StudentOption
            key={student.id}
            id={`${listId}-${student.id}`}
            student={student}
            isChosen={student === chosen}
            choose={() => {
              choose(student);
              input.current?.focus();
            }}
          />
        ))}
      </ul>
      <Button
        disabled={!isFree || !chosen}
        loading={isGiving}
        onClick={() => chosen && give(chosen)}
      >
        {card && chosen ? `Give ${card.number} to ${nameAndId(chosen)}` : 'Give the card'}
      </Button>
    </section>
  );
}

interface Choice {
  students: Student[];
  isFree: boolean;
  give: (student: Student) => void;
}

/** The student who was chosen by an arrow key or a click; Enter without one is answered with a hint. */
function useChosen({ students, isFree, give }: Choice) {
  const [chosenOne, setChosenOne] = useState<number | null>(null);
  const [isUnchosen, setUnchosen] = useState(false);
  const at = students.findIndex(({ id }) => id === chosenOne);
  const chosen = students[at];
  const choose = (student: Student | undefined) => {
    setChosenOne(student?.id ?? null);
    setUnchosen(false);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      choose(students[at < 0 && step < 0 ? students.length - 1 : at + step] ?? chosen);
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!isFree) return;
    // Also while the list is read again: who was chosen is who was seen.
    if (chosen) give(chosen);
    else setUnchosen(true);
  };
  return { chosen, choose, isUnchosen, onKey };
}

function countText(total: number, all: boolean): string {
  const students = total === 1 ? '1 student' : `${total} students`;
  return all ? students : `${students} without a card`;
}
