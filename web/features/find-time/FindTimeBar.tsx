import { Checkbox, Group, NumberInput, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, type ChangeEvent } from 'react';
import { isDate } from '#contract/dates.ts';
import { messages } from '#contract/messages.ts';
import { weekdays } from '#contract/weekdays.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { Picker } from '#web/ui/Picker.tsx';
import { classPicker, cohortPicker } from '../cohorts/resource.tsx';
import { semesterPicker } from '../semesters/resource.ts';
import { teacherPicker } from '../teachers/resource.ts';
import classes from './FindTime.module.css';
import type { FindTimeSearch } from './search.ts';

interface Props {
  search: FindTimeSearch;
  go: (next: FindTimeSearch) => void;
}

const debounceMs = 300;
const textOf = (id: number | null) => (id === null ? undefined : String(id));
const picked = (text: string | undefined) => Number(text) || null;

/** For which class a time is wanted, and when. */
export function FindTimeBar({ search, go }: Props) {
  // Fields that are changed soon after one another are sent together.
  const entered = useRef<FindTimeSearch>({});
  const send = useDebouncedCallback(() => {
    go(entered.current);
    entered.current = {};
  }, debounceMs);
  const later = (next: FindTimeSearch) => {
    entered.current = { ...entered.current, ...next };
    send();
  };
  const number = (name: 'seats' | 'minutes') => (value: string | number) =>
    later({ [name]: Number(value) > 0 ? String(value) : undefined });
  const time = (name: 'earliest' | 'latest') => ({
    type: 'time',
    defaultValue: search[name] ?? (name === 'earliest' ? '08:00' : '18:00'),
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      later({ [name]: event.currentTarget.value || undefined }),
  });
  return (
    <div className={`at-card ${classes.bar}`}>
      <Picker
        label="Class"
        placeholder="A new class"
        source={classPicker}
        failure={messages.optionsFailed}
        value={picked(search.id)}
        onChange={(id) => go({ id: textOf(id) })}
      />
      {!search.id && (
        <>
          <Picker
            label="Semester"
            source={semesterPicker}
            failure={messages.optionsFailed}
            value={picked(search.semester)}
            onChange={(id) => go({ semester: textOf(id) })}
          />
          <Picker
            label="Cohort"
            source={cohortPicker}
            failure={messages.optionsFailed}
            value={picked(search.cohort)}
            onChange={(id) => go({ cohort: textOf(id) })}
          />
        </>
      )}
      <Picker
        label="Teacher"
        placeholder={search.id ? 'As now' : undefined}
        source={teacherPicker}
        failure={messages.optionsFailed}
        value={picked(search.teacher)}
        onChange={(id) => go({ teacher: textOf(id) })}
      />
      <NumberInput
        label="Seats"
        placeholder="For all students"
        min={1}
        max={9999}
        allowDecimal={false}
        defaultValue={search.seats ? Number(search.seats) : ''}
        onChange={number('seats')}
      />
      <NumberInput
        label="Minutes"
        placeholder={search.id ? 'As now' : '90'}
        min={5}
        max={720}
        allowDecimal={false}
        defaultValue={search.minutes ? Number(search.minutes) : ''}
        onChange={number('minutes')}
      />
      <TextInput label="Not before" {...time('earliest')} />
      <TextInput label="Not after" {...time('latest')} />
      <DateInput
        label="From when"
        value={search.from ?? ''}
        onChange={(text) => {
          if (text === '' || isDate(text)) go({ from: text || undefined });
        }}
        onPick={(from) => go({ from })}
      />
      <Days chosen={search.days?.split(',') ?? []} go={go} />
    </div>
  );
}

/** Only some weekdays; none chosen is all of them. */
function Days({ chosen, go }: { chosen: string[]; go: Props['go'] }) {
  return (
    <Checkbox.Group
      className={classes.days}
      label="Only on"
      value={chosen}
      onChange={(days) =>
        go({ days: weekdays.filter((day) => days.includes(day)).join(',') || undefined })
      }
    >
      <Group gap="md" mt={4}>
        {weekdays.map((day) => (
          <Checkbox key={day} value={day} label={day} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
