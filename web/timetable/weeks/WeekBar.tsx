import { Button, Group, Text, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { addDays, isDate, mondayOf } from '#contract/dates.ts';
import type { Week } from '#contract/timetable/week.ts';
import { semesterName } from '#web/ui/format.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { weekTitle } from './dates.ts';
import { weekCounts } from './search.ts';
import classes from './WeekPage.module.css';

interface WeekBarProps {
  monday: string;
  today: string;
  /** How many weeks are shown. */
  weeks: number;
  setWeeks: (weeks: number) => void;
  go: (date: string) => void;
  /** Of the first week that is shown. */
  semesters: Week['semesters'] | undefined;
}

/** Buttons for the current, the previous and the next week, and a date field. */
export function WeekBar({ monday, today, weeks, setWeeks, go, semesters = [] }: WeekBarProps) {
  return (
    <Group gap="xs" className="at-screen">
      <Button variant="default" disabled={monday === mondayOf(today)} onClick={() => go(today)}>
        This week
      </Button>
      <Button
        variant="default"
        px="xs"
        aria-label="Previous week"
        onClick={() => go(addDays(monday, -7 * weeks))}
      >
        <IconChevronLeft size={18} aria-hidden="true" />
      </Button>
      <Button
        variant="default"
        px="xs"
        aria-label="Next week"
        onClick={() => go(addDays(monday, 7 * weeks))}
      >
        <IconChevronRight size={18} aria-hidden="true" />
      </Button>
      <GoToDate key={monday} monday={monday} go={go} />
      <Title order={2} size="h4" aria-live="polite">
        {weekTitle(monday, weeks)}
      </Title>
      {weeks === 1 && semesters.length > 0 && (
        <Text size="sm" c="dimmed">
          {[...new Set(semesters.map((it) => weekOfSemester(it, semesters.length > 1)))].join(
            ' · ',
          )}
        </Text>
      )}
      <select
        className="at-field"
        aria-label="Weeks"
        value={weeks}
        onChange={(event) => setWeeks(Number(event.currentTarget.value))}
      >
        {weekCounts.map((count) => (
          <option key={count} value={count}>
            {count === 1 ? '1 week' : `${count} weeks`}
          </option>
        ))}
      </select>
    </Group>
  );
}

/** `Week 5`, `Week 5, A`; of several semesters with their names. */
const weekOfSemester = ({ week, name, ...semester }: Week['semesters'][number], isNamed: boolean) =>
  [`Week ${week}`, name, isNamed && semesterName(semester)].filter(Boolean).join(', ');

/** A chosen date, or a typed one after Enter, shows its week. */
function GoToDate({ monday, go }: Pick<WeekBarProps, 'monday' | 'go'>) {
  const [text, setText] = useState('');
  const show = (date: string) => {
    if (isDate(date) && mondayOf(date) !== monday) go(date);
  };
  return (
    <DateInput
      aria-label="Go to date"
      className={classes.goTo}
      value={text}
      onChange={setText}
      onPick={show}
      onBlur={() => show(text)}
      onKeyDown={({ key }) => key === 'Enter' && show(text)}
    />
  );
}
