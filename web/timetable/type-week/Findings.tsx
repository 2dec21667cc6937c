import { Button, UnstyledButton } from '@mantine/core';
import { Select } from '#web/ui/Select.tsx';
import { messages } from '#contract/texts.ts';
import { foundOptions } from '#web/ui/found-options.ts';
import { answered, type Grid, type NewClass } from './grid-state.ts';
import { parts, partTitles, type Choice, type Choices } from './names.ts';
import { moreText, type Line, type linesOf } from './new-classes.ts';
import type { Typing } from './useTyping.ts';
import classes from './TypeWeek.module.css';

/** More lines are no help before the first ones are dealt with. */
const maxLines = 30;

interface FindingsProps {
  grid: Grid;
  lines: ReturnType<typeof linesOf>;
  typing: Typing;
  /** What a text may mean that nothing is called. */
  choices: Choices;
  /** Brings the focus to the cell of a class. */
  show: (key: number) => void;
}

/** What has to be answered or changed before the classes are saved, and clashes. */
export function Findings({ grid, lines, typing, choices, show }: FindingsProps) {
  const open = Map.groupBy(
    grid.classes.flatMap((one) => one.questions),
    ({ text }) => text,
  );
  const everything = parts.flatMap((part) => choices[part]);
  const list = (title: string, of: readonly Line[], count = of.length) => {
    const more = moreText(count, Math.min(of.length, maxLines));
    if (of.length === 0) return null;
    return (
      <section aria-label={title} className={classes.findings}>
        <h2>{title}</h2>
        <ul>
          {of.slice(0, maxLines).map(({ key, id, text }) => (
            <li key={id}>
              <UnstyledButton className={classes.line} onClick={() => show(key)}>
                <b>{placeText(grid, key)}</b> {text}
              </UnstyledButton>
            </li>
          ))}
          {more && <li>{more}</li>}
        </ul>
      </section>
    );
  };
  return (
    <>
      {open.size > 0 && (
        <section aria-label="Who or what is meant?" className={classes.findings}>
          <h2>Who or what is meant?</h2>
          <ul>
            {[...open].map(([text, [first, ...others]]) => (
              <li key={text} className={classes.question}>
                <Question
                  label={others.length > 0 ? `${text} (${others.length + 1} times)` : text}
                  choices={first?.choices.length ? first.choices : everything}
                  isKnown={Boolean(first?.choices.length)}
                  answer={(choice) => typing.change((before) => answered(before, text, choice))}
                />
                <Button
                  variant="default"
                  onClick={() => typing.change((before) => answered(before, text, null))}
                  aria-label={`Leave out ${text}`}
                >
                  Leave out
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {list('Not complete', lines.missing)}
      {list('Cannot be added', lines.faults)}
      {list('Never held', lines.never)}
      {list('Clashes', lines.clashes, Math.max(lines.clashCount, lines.clashes.length))}
    </>
  );
}

/** More than one reads; what is looked for is typed. */
const maxOffered = 30;

interface QuestionProps {
  label: string;
  choices: readonly Choice[];
  /** Whether the choices are what the text may mean. */
  isKnown: boolean;
  answer: (choice: Choice) => void;
}

function Question({ label, choices, isKnown, answer }: QuestionProps) {
  const options = choices.map(optionOf);
  return (
    <Select
      label={label}
      placeholder={isKnown ? 'Choose' : 'Nothing is called so: type to search'}
      data={options}
      searchable
      filter={foundOptions}
      limit={maxOffered}
      nothingFoundMessage={messages.noDataFound}
      value={null}
      onChange={(value) => {
        const choice = choices[options.findIndex((option) => option.value === value)];
        if (choice) answer(choice);
      }}
    />
  );
}

const optionOf = ({ part, id, label }: Choice) => ({
  value: `${part} ${id}`,
  label: `${partTitles[part]} ${label}`,
});

/** `Monday 09:00 MAT1`. */
export function placeText(grid: Grid, key: number): string {
  const one: NewClass | undefined = grid.classes.find((it) => it.key === key);
  const period = grid.periods.find((it) => it.key === one?.period);
  return [one?.day, period?.start, one?.subject?.short].filter(Boolean).join(' ');
}
