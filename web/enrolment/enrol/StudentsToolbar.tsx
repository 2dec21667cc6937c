import { SegmentedControl, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Change } from '#web/ui/list/useListState.ts';
import { useTyped } from '#web/ui/useTyped.ts';
import classes from './Enrolment.module.css';
import { shownStudents } from './useScheduleStudents.ts';

interface StudentsToolbarProps {
  search: string;
  shown: string;
  change: (change: Change, options?: { replace?: boolean }) => void;
  /** Actions on the selected students. */
  children: ReactNode;
}

/** The search among the students of a class, and which of them are shown. */
export function StudentsToolbar({ search, shown, change, children }: StudentsToolbarProps) {
  const [text, setText] = useTyped(search, (next) =>
    change({ search: next || undefined }, { replace: search !== '' }),
  );
  return (
    <search className={classes.toolbar}>
      <TextInput
        type="search"
        aria-label="Search students"
        placeholder="Search"
        value={text}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <SegmentedControl
        aria-label="Which students"
        value={shown}
        onChange={(enrolled) => change({ enrolled })}
        data={shownStudents}
      />
      {children}
    </search>
  );
}
