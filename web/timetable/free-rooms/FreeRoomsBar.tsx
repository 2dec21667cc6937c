import { Button, Group, NumberInput } from '@mantine/core';
import { Select } from '#web/ui/Select.tsx';
import { isDate } from '#contract/dates.ts';
import { daysWith } from '#contract/weekdays.ts';
import { messages } from '#contract/texts.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { Picker } from '#web/ui/Picker.tsx';
import { semesterPicker } from '#web/school/semesters.ts';
import { WantedFeatures } from '../classrooms/RoomFeatures.tsx';
import { DayNavigation } from '#web/school/DayNavigation.tsx';
import type { FreeRoomsSearch } from './search.ts';
import { WeeksInput } from '../class-schedules/WeeksInput.tsx';
import { useTyped } from '#web/ui/useTyped.ts';
import classes from './FreeRooms.module.css';

interface FreeRoomsBarProps {
  date: string;
  today: string;
  search: FreeRoomsSearch;
  go: (next: FreeRoomsSearch) => void;
}

const pauseMs = 300;

/** The day, and the required seats. */
export function FreeRoomsBar({ date, today, search, go }: FreeRoomsBarProps) {
  const { day, semester, weeks, seats } = search;
  const { weekdays } = useSession().config;
  const isUsual = day !== undefined;
  const [wanted, setWanted] = useTyped<string | number>(
    seats ? Number(seats) : '',
    (value) => go({ seats: Number(value) > 0 ? String(value) : undefined }),
    pauseMs,
  );
  return (
    <div className={classes.bar}>
      <Group gap="xs" role="group" aria-label="Which day">
        <Button
          variant={isUsual ? 'default' : 'light'}
          aria-pressed={!isUsual}
          onClick={() => go({ day: undefined, semester: undefined, weeks: undefined })}
        >
          Date
        </Button>
        <Button
          variant={isUsual ? 'light' : 'default'}
          aria-pressed={isUsual}
          onClick={() => go({ day: day ?? weekdays[0], date: undefined })}
        >
          Usual week
        </Button>
      </Group>
      {!isUsual && (
        <DayNavigation
          date={date}
          today={today}
          go={(next) => isDate(next) && go({ date: next })}
        />
      )}
      {isUsual && (
        <>
          <Select
            label="Day"
            data={daysWith(weekdays, day ?? null)}
            value={day}
            allowDeselect={false}
            onChange={(next) => next && go({ day: next })}
          />
          <Picker
            label="Semester"
            placeholder="Those that have not ended"
            source={semesterPicker}
            failure={messages.optionsFailed}
            value={Number(semester) || null}
            onChange={(id) => go({ semester: id === null ? undefined : String(id) })}
          />
          <WeeksInput
            semester={Number(semester) || null}
            value={weeks}
            onChange={(next) => go({ weeks: next })}
          />
        </>
      )}
      <NumberInput
        label="Seats at least"
        className={classes.seats}
        min={0}
        max={99_999}
        allowDecimal={false}
        allowNegative={false}
        value={wanted}
        onChange={setWanted}
      />
      <div className={classes.features}>
        <WantedFeatures value={search.features} onChange={(features) => go({ features })} />
      </div>
    </div>
  );
}
