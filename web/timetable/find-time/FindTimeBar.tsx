import { Button, Checkbox, Group, NumberInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { isDate } from '#contract/dates.ts';
import { messages } from '#contract/texts.ts';
import { isTime } from '#contract/time-text.ts';
import { daysWith, weekdays } from '#contract/weekdays.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { DateInput } from '#web/ui/DateInput.tsx';
import { Picker } from '#web/ui/Picker.tsx';
import { PickerList } from '#web/ui/PickerList.tsx';
import { TimeInput } from '#web/ui/TimeInput.tsx';
import { WantedFeatures } from '../classrooms/RoomFeatures.tsx';
import { classPicker, cohortPicker } from '#web/school/cohorts.tsx';
import { semesterPicker } from '#web/school/semesters.ts';
import { teacherPicker } from '#web/school/teachers.ts';
import classes from './FindTime.module.css';
import type { FindTimeSearch } from './search.ts';

interface Props {
  search: FindTimeSearch;
  go: (next: FindTimeSearch) => void;
}

const debounceMs = 300;
const textOf = (id: number | null) => (id === null ? undefined : String(id));
const picked = (text: string | undefined) => Number(text) || null;

/** The class that needs a time, and when. */
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
  const [more, setMore] = useState(false);
  const number = (name: 'seats' | 'minutes') => (value: string | number) =>
    later({ [name]: Number(value) > 0 ? String(value) : undefined });
  const [times, setTimes] = useState({
    earliest: search.earliest ?? '08:00',
    latest: search.latest ?? '18:00',
  });
  const time = (name: keyof typeof times) => ({
    value: times[name],
    onChange(text: string) {
      setTimes({ ...times, [name]: text });
      if (text === '' || isTime(text)) later({ [name]: text || undefined });
    },
  });
  return (
    <div className={`at-card ${classes.bar}`}>
      <Picker
        label="Class"
        placeholder="A new class"
        source={classPicker}
        failure={messages.optionsFailed}
        value={picked(search.id)}
        onChange={(id) => go({ id: textOf(id), on: undefined })}
      />
      {search.id && (
        <DateInput
          label="Only the class of"
          value={search.on ?? ''}
          onChange={(text) => {
            if (text === '' || isDate(text)) go({ on: text || undefined });
          }}
          onPick={(on) => go({ on })}
        />
      )}
      {!search.id && (
        <>
          <Picker
            label="Semester"
            source={semesterPicker}
            failure={messages.optionsFailed}
            value={picked(search.semester)}
            onChange={(id) => go({ semester: textOf(id) })}
          />
          <PickerList
            label="Cohorts"
            source={cohortPicker}
            failure={messages.optionsFailed}
            values={search.cohort?.split(',').map(Number) ?? []}
            onChange={(ids) => go({ cohort: ids.join(',') || undefined })}
          />
        </>
      )}
      <Picker
        label="Teacher"
        placeholder={search.id ? 'As now' : undefined}
        source={teacherPicker}
        failure={messages.optionsFailed}
        value={picked(search.teacher)}
        onChange={(id) => go({ teacher: textOf(id), ...(id === null && { further: undefined }) })}
      />
      {search.teacher && (
        <PickerList
          label="Further teachers"
          source={teacherPicker}
          failure={messages.optionsFailed}
          values={search.further?.split(',').map(Number) ?? []}
          onChange={(ids) => go({ further: ids.join(',') || undefined })}
        />
      )}
      <Button
        variant="default"
        className={classes.toggle}
        aria-expanded={more}
        aria-controls="more-wishes"
        onClick={() => setMore(!more)}
      >
        {more ? 'Fewer filters' : 'More filters'}
      </Button>
      <div id="more-wishes" className={classes.more} data-open={more}>
        <NumberInput
          label="Seats"
          placeholder="For all students"
          min={1}
          max={9999}
          allowDecimal={false}
          defaultValue={search.seats ? Number(search.seats) : ''}
          onChange={number('seats')}
        />
        <WantedFeatures value={search.features} onChange={(features) => go({ features })} />
        <NumberInput
          label="Minutes"
          placeholder={search.id ? 'As now' : '90'}
          min={5}
          max={720}
          allowDecimal={false}
          defaultValue={search.minutes ? Number(search.minutes) : ''}
          onChange={number('minutes')}
        />
        <TimeInput label="Not before" {...time('earliest')} />
        <TimeInput label="Not after" {...time('latest')} />
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
    </div>
  );
}

/** Weekdays; without a choice all of them. */
function Days({ chosen, go }: { chosen: string[]; go: Props['go'] }) {
  const offered = daysWith(useSession().config.weekdays, ...chosen);
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
        {offered.map((day) => (
          <Checkbox key={day} value={day} label={day} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
