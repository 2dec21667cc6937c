import { Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { nameOfWord } from '#contract/week-names.ts';
import { isOfWord, parseWeeks, weeksText, weekWords, type WeekWord } from '#contract/weeks.ts';
import { dayAndMonth } from '#web/ui/format.ts';
import { useFieldProps, useFormState } from '#web/ui/form/form-context.ts';
import { readWeeks, useSemesterWeeks, type SemesterWeeks } from './typed-weeks.ts';
import classes from './WeeksField.module.css';

type Choice = 'every' | WeekWord | 'chosen';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The weeks of the semester in which a class is held (R-WEEK-1). */
export function WeeksField() {
  const { form } = useFormState();
  const { value, error, onChange: _typed, ...props } = useFieldProps('weeks');
  const semester = useSemesterWeeks(form.values.semester_id);
  const [isChosen, setChosen] = useState(false);
  const text = textOf(value);
  const numbers = semester?.numbers ?? [];
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
    const name = semester && nameOfWord(it, semester.naming);
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
          semester={semester}
          text={text}
          set={(weeks) => {
            // Odd weeks that are typed stay a text.
            setChosen(true);
            set(weeks);
          }}
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
  semester: SemesterWeeks;
  text: string;
  set: (weeks: string) => void;
  /** The props of the form's field. */
  field: Omit<ReturnType<typeof useFieldProps>, 'value' | 'onChange'>;
}

/** A check box for each week with its Monday, and the same as text. */
function ChosenWeeks({ semester, text, set, field }: ChosenProps) {
  const { all, numbers } = semester;
  const parsed = parseWeeks(text);
  const [typed, setTyped] = useState<string | null>(null);
  // A text that cannot be read leaves the check boxes as they were, and is refused when it is saved.
  const [before, setBefore] = useState<number[]>([]);
  const found = typed === null ? null : readWeeks(typed, semester, before);
  const problem = found !== null && 'error' in found ? found.error : null;
  const chosen = new Set(problem === null ? (typeof parsed === 'string' ? [] : parsed) : before);
  const type = (entered: string) => {
    const now = [...chosen];
    const weeks = readWeeks(entered, semester, now);
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
