import { Button, Checkbox, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState, type KeyboardEvent, type RefObject } from 'react';
import { studentEndpoints } from '#contract/people/students.endpoints.ts';
import type { Student } from '#contract/student.ts';
import type { FoundCard } from '#contract/people/student-card.ts';
import { request } from '#web/platform/api.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { Picker } from '#web/ui/Picker.tsx';
import { fullName } from '#web/ui/labels.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { StudentPhoto } from '#web/ui/StudentPhoto.tsx';
import { cohortPicker } from '#web/school/cohorts.tsx';
import { coursePicker } from '#web/school/courses.ts';
import { cardStateLabel } from '../students/labels.ts';
import classes from './HandOut.module.css';
import { nameAndId } from './useHandOut.ts';

/** Students that are shown; the search finds the others. */
const shown = 20;

interface Filters {
  search: string;
  all: boolean;
  cohort: number | null;
  course: number | null;
}

const studentsQuery = ({ search, all, cohort, course }: Filters) => ({
  queryKey: resourceKey({ calls: studentEndpoints }, 'for-cards', search, all, cohort, course),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    request(studentEndpoints.list, {
      query: {
        search: search || undefined,
        has_card: all ? undefined : 'false',
        cohort: cohort ?? undefined,
        course: course ?? undefined,
        limit: shown,
      },
      signal,
    }),
  placeholderData: keepPreviousData,
});

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
  const can = useCan();
  const listId = useId();
  const [text, setText] = useState('');
  const [all, setAll] = useState(false);
  const [cohort, setCohort] = useState<number | null>(null);
  const [course, setCourse] = useState<number | null>(null);
  const [chosenOne, setChosenOne] = useState<number | null>(null);
  const [isUnchosen, setUnchosen] = useState(false);
  const [search] = useDebouncedValue(text.trim(), 150);
  const found = useQuery(studentsQuery({ search, all, cohort, course }));
  const students = found.data?.results ?? [];
  const total = found.data?.total ?? 0;
  const isStale = found.isPlaceholderData || search !== text.trim();
  const at = students.findIndex(({ id }) => id === chosenOne);
  const chosen = students[at];
  const isFree = card !== undefined && card.holder?.kind !== 'teacher' && !isGiving;

  const choose = (student: Student | undefined) => {
    setChosenOne(student?.id ?? null);
    setUnchosen(false);
  };

  // The next student is searched for from the beginning.
  const [shownRound, setShownRound] = useState(round);
  if (shownRound !== round) {
    setShownRound(round);
    setText('');
    choose(undefined);
  }
  // Who was chosen for a card is not chosen for the next.
  const number = card?.number;
  const [shownNumber, setShownNumber] = useState(number);
  if (shownNumber !== number) {
    setShownNumber(number);
    choose(undefined);
  }

  const chosenId = chosen && `${listId}-${chosen.id}`;
  useEffect(() => {
    if (chosenId)
      document.querySelector(`[id="${chosenId}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);

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
        {(can('Cohort', 'read') || can('Enroll Student', 'read')) && (
          <Picker label="Cohort" source={cohortPicker} value={cohort} onChange={setCohort} />
        )}
        {(can('Courses', 'read') || can('Subjects', 'edit')) && (
          <Picker label="Course" source={coursePicker} value={course} onChange={setCourse} />
        )}
        <Checkbox
          label="Also students with a card"
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      </div>
      {found.isError && <LoadError error={found.error} retry={() => void found.refetch()} />}
      <Text size="sm" c="dimmed" role="status">
        {found.isPending ? 'Loading…' : countText(total, all)}
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
          <li
            key={student.id}
            id={`${listId}-${student.id}`}
            role="option"
            aria-selected={student === chosen}
            onClick={() => {
              choose(student);
              input.current?.focus();
            }}
          >
            <StudentPhoto
              student={{ name: fullName(student), profile_image: student.profile_image }}
              size={32}
            />
            <span>
              <strong>{fullName(student)}</strong>
              <small>
                {student.student_id}
                {student.rfid_number !== null && `, card ${student.rfid_number}`}
                {student.card_print_status !== null &&
                  `, ${cardStateLabel(student.card_print_status).toLowerCase()}`}
              </small>
            </span>
          </li>
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

function countText(total: number, all: boolean): string {
  const students = total === 1 ? '1 student' : `${total} students`;
  return all ? students : `${students} without a card`;
}
