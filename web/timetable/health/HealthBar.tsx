import { Checkbox, NumberInput, Text } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { messages } from '#contract/texts.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { DateRange } from '#web/ui/DateRange.tsx';
import { longDate } from '#web/ui/format.ts';
import { Picker } from '#web/ui/Picker.tsx';
import { semesterPicker, semesterTitle } from '#web/school/semesters.ts';
import { HealthTabs } from './HealthTabs.tsx';
import { OpeningFields } from './OpeningFields.tsx';
import { checkedPeriod } from './queries.ts';
import { partOf, periodOf, type HealthSearch } from './search.ts';
import { useTyped } from '#web/ui/useTyped.ts';
import classes from './Health.module.css';

const pauseMs = 400;

/** The parts of the page, and the checked period. */
export function HealthBar({ search }: { search: HealthSearch }) {
  const navigate = useNavigate({ from: '/timetable/health' });
  const { today } = useSession().config;
  const checked = useQuery(checkedPeriod(periodOf(search)));
  const go = (next: HealthSearch) =>
    void navigate({
      search: (before) => ({ ...before, ...next, page: undefined }),
      resetScroll: false,
    });
  const later = useDebouncedCallback(go, pauseMs);
  const [minutes, setMinutes] = useTyped<string | number>(
    Number(search.break) || 30,
    (value) => {
      if (Number(value) >= 1 && Number(value) <= 240) go({ break: String(value) });
    },
    pauseMs,
  );
  const part = partOf(search);
  const period = checked.data;
  return (
    <>
      <HealthTabs search={search} />
      <div className={classes.bar} role="group" aria-label="What is checked">
        <Picker
          label="Semester"
          placeholder={period ? semesterTitle(period.semester) : 'The current one'}
          source={semesterPicker}
          failure={messages.optionsFailed}
          value={Number(search.semester) || null}
          onChange={(id) =>
            go({
              semester: id === null ? undefined : String(id),
              from_date: undefined,
              to_date: undefined,
            })
          }
        />
        <div className={classes.dates}>
          <DateRange
            label="Dates"
            value={{ from: search.from_date ?? null, to: search.to_date ?? null }}
            today={today}
            onChange={({ from, to }) =>
              go({ from_date: from ?? undefined, to_date: to ?? undefined })
            }
          />
        </div>
        {(part === 'teachers' || part === 'students') && (
          <NumberInput
            label="A break has minutes"
            className={classes.short}
            min={1}
            max={240}
            allowDecimal={false}
            value={minutes}
            onChange={setMinutes}
          />
        )}
        {part === 'rooms' && <OpeningFields search={search} onChange={later} />}
        <Checkbox
          label="Usual week"
          description="Without changes of single dates and holidays"
          checked={search.week === 'usual'}
          onChange={(event) => go({ week: event.currentTarget.checked ? 'usual' : undefined })}
        />
      </div>
      {period && (
        <Text size="sm" c="dimmed" mb="xs">
          {semesterTitle(period.semester)}: {longDate(period.from)} to {longDate(period.to)}
        </Text>
      )}
      {checked.isSuccess && !period && <Text c="dimmed">There is no semester yet.</Text>}
    </>
  );
}
