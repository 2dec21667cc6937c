import { Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { semesterEndpoints } from '#contract/timetable/semesters.endpoints.ts';
import { nameOfWord, typedWeeks, type WeekNaming } from '#contract/week-names.ts';
import {
  isOfWord,
  parseWeeks,
  weeksOf,
  weeksText,
  weekWords,
  type WeekWord,
} from '#contract/weeks.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { dayAndMonth } from '#web/ui/format.ts';
import { useFieldProps, useFormState } from '#web/ui/form/form-context.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { semesterResource } from '#web/school/semesters.ts';
import classes from './WeeksField.module.css';

type Choice = 'every' | WeekWord | 'chosen';

/** The chosen semester, for the dates of its weeks. */
function useSemester(id: unknown) {
  return useQuery({
    queryKey: resourceKey(semesterResource, 'one', id),
    queryFn: ({ signal }) => request(semesterEndpoints.get, { params: { id: Number(id) }, signal }),
    enabled: typeof id === 'number',
  }).data;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The weeks of the semester in which a class is held (R-WEEK-1). */
export function WeeksField() {
  const { form } = useFormState();
  const { value, error, onChange: _typed, ...props } = useFieldProps('weeks');
  const { week_names } = useSession().config;
  const semester = useSemester(form.values.semester_id);
  const [isChosen, setChosen] = useState(false);
  const text = textOf(value);
  const all = semester ? weeksOf(semester) : [];
  const numbers = all.map(({ number }) => number);
  const ofWord = (word: WeekWord) => weeksText(numbers.filter((week) => isOfWord(week, word)));
  const set = (weeks: string | null) => form.setFieldValue('weeks', weeks || null);

  const word = weekWords.find((it) => semester !== undefined && text === ofWord(it));
  const choice: Choice = isChosen ? 'chosen' : text === '' ? 'every' : (word ?? 'chosen');
  const choose = (next: Choice) => {
    setChosen(next === 'chosen');
    if (next === 'every') set(null);
    else if (next === 'chosen') set(text || weeksText(numbers));
    else set(ofWord(next));
  };
  const labelOf = (it: WeekWord) => {
    const name = semester && nameOfWord(it, { names: week_names, first_week: semester.first_week });
    return name ?? (it === 'odd' ? 'Odd' : 'Even');
  };
  return (
    <fieldset
      className={classes.field}
      // The text field has it where it is there.
      {...(choice !== 'chosen' && { 'data-path': 'weeks', tabIndex: -1 })}
    >
      <legend>Weeks</legend>
      <SegmentedControl
        aria-label="Weeks"
        value={choice}
        onChange={(next) => choose(next)}
        disabled={!semester}
        data={[
          { value: 'every', label: 'Every week' },
          ...weekWords.map((it) => ({ value: it, label: labelOf(it) })),
          { value: 'chosen', label: 'Chosen' },
        ]}
      />
      {!semester && <p className={classes.hint}>Choose a semester to choose its weeks.</p>}
      {semester && choice === 'chosen' && (
        <ChosenWeeks
          all={all}
          text={text}
          set={(weeks) => {
            // Odd weeks that are typed stay a text.
            setChosen(true);
            set(weeks);
          }}
          naming={{ names: week_names, first_week: semester.first_week }}
          field={{ ...props, error }}
        />
      )}
      {error && choice !== 'chosen' && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface ChosenProps {
  all: { number: number; monday: string }[];
  text: string;
  set: (weeks: string) => void;
  naming: WeekNaming;
  /** The props of the form's field. */
  field: Omit<ReturnType<typeof useFieldProps>, 'value' | 'onChange'>;
}

/** A check box for each week with its Monday, and the same as text. */
function ChosenWeeks({ all, text, set, naming, field }: ChosenProps) {
  const parsed = parseWeeks(text);
  const [typed, setTyped] = useState<string | null>(null);
  // A text that cannot be read leaves the check boxes as they were, and is refused when it is saved.
  const [before, setBefore] = useState<number[]>([]);
  const numbers = all.map(({ number }) => number);
  function read(entered: string, chosenBefore: readonly number[]): number[] | { error: string } {
    const weeks = typedWeeks(entered, numbers, naming) ?? [];
    if ('error' in weeks) return weeks;
    const after = weeks.find((week) => week > all.length && !chosenBefore.includes(week));
    return after === undefined
      ? weeks
      : { error: `has no week ${after}: the semester has ${all.length}` };
  }
  const found = typed === null ? null : read(typed, before);
  const problem = found !== null && 'error' in found ? found.error : null;
  const chosen = new Set(problem === null ? (typeof parsed === 'string' ? [] : parsed) : before);
  const type = (entered: string) => {
    const now = [...chosen];
    const weeks = read(entered, now);
    setTyped(entered);
    setBefore(now);
    set('error' in weeks ? entered : weeksText(weeks));
  };
  const choose = (weeks: readonly number[]) => {
    setTyped(null);
    set(weeksText(weeks));
  };
  const half = Math.ceil(all.length / 2);
  const toggle = (week: number) => {
    const next = new Set(chosen);
    if (!next.delete(week)) next.add(week);
    choose([...next]);
  };
  const only = (first: number, last: number) =>
    choose(numbers.filter((week) => week >= first && week <= last));
  const beyond = [...chosen].filter((week) => week > all.length);
  return (
    <>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={() => only(1, half)}>
          First half
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => only(half + 1, all.length)}>
          Second half
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => only(1, all.length)}>
          All
        </Button>
      </Group>
      <div className={classes.weeks}>
        {all.map(({ number, monday }) => (
          <label key={number} className={classes.week}>
            <input
              type="checkbox"
              className="at-hidden"
              aria-label={`Week ${number}, ${dayAndMonth(monday)}`}
              checked={chosen.has(number)}
              onChange={() => toggle(number)}
            />
            <b aria-hidden="true">{number}</b>
            <span aria-hidden="true">{dayAndMonth(monday)}</span>
          </label>
        ))}
        {beyond.map((week) => (
          <label key={week} className={classes.week} title="After the last week of the semester">
            <input
              type="checkbox"
              className="at-hidden"
              aria-label={`Week ${week}, after the last week of the semester`}
              checked
              onChange={() => toggle(week)}
            />
            <s aria-hidden="true">{week}</s>
          </label>
        ))}
      </div>
      <TextInput
        {...field}
        label="Weeks as text"
        description={text === '' ? 'No week is chosen: the class is held every week.' : undefined}
        placeholder="1-6,8"
        value={typed ?? text}
        error={problem ?? field.error}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={(event) => {
          if (problem === null) setTyped(null);
          field.onBlur?.(event);
        }}
        autoComplete="off"
        maw={320}
      />
    </>
  );
}
