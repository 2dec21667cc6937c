import { Button, Group, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RoomHours } from '#contract/timetable/timetable-health.ts';
import { weekdays } from '#contract/weekdays.ts';
import { useDownload } from '#web/ui/export/useDownload.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { roomHoursQuery } from './queries.ts';
import { periodOf, type HealthSearch } from './search.ts';
import classes from './Health.module.css';

type Hour = RoomHours['hours'][number];

const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
/** One shade for each 20 %. */
const shadeOf = (utilisation: number) => Math.min(4, Math.floor(utilisation / 20));

const columns: Column<Hour>[] = [
  { id: 'day_of_week', title: 'Day', text: (row) => row.day_of_week },
  { id: 'hour', title: 'Hour', text: (row) => hourText(row.hour) },
  { id: 'utilisation', title: 'Used (%)', text: (row) => row.utilisation },
  { id: 'used_minutes', title: 'Used (min)', text: (row) => row.used_minutes },
  { id: 'opening_minutes', title: 'Open (min)', text: (row) => row.opening_minutes },
];

/** How full all rooms are by weekday and hour: numbers, with shades beside them. */
export function HeatMap({ search }: { search: HealthSearch }) {
  const { open_from, open_to } = search;
  const found = useQuery({
    ...roomHoursQuery(periodOf(search), { open_from, open_to }),
    placeholderData: keepPreviousData,
  });
  const { busy, run, save } = useDownload();
  if (found.isError && !found.data)
    return <LoadError error={found.error} retry={() => void found.refetch()} />;
  if (found.isPending) return <PleaseWait />;
  const { hours: all, rooms, period } = found.data;
  if (all.length === 0) return null;
  const hours = [...new Set(all.map(({ hour }) => hour))];
  const days = weekdays.filter((day) => all.some(({ day_of_week }) => day_of_week === day));
  return (
    <section className={classes.kind} aria-labelledby="heat-map">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5" id="heat-map">
          Used by weekday and hour, in percent
        </Title>
        <Button
          variant="default"
          size="xs"
          loading={busy}
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          onClick={() =>
            void run(() => save('csv', { title: 'Rooms by hour', columns, rows: all }))
          }
        >
          CSV
        </Button>
      </Group>
      <section className="at-scroll" tabIndex={0} aria-label="Rooms by weekday and hour, table">
        <table className={`at-table ${classes.heat}`} aria-busy={found.isPlaceholderData}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  {hourText(hour)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                {hours.map((hour) => {
                  const cell = all.find((it) => it.day_of_week === day && it.hour === hour);
                  if (!cell) return <td key={hour}>–</td>;
                  return (
                    <td key={hour} data-shade={shadeOf(cell.utilisation)}>
                      <HourLink of={cell} semester={period?.semester.id} />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Text size="sm" c="dimmed">
        {rooms === 1 ? '1 room' : `${rooms} rooms`} with seats. A number opens the rooms of that
        day.
      </Text>
    </section>
  );
}

/** The rooms of the usual week on that day. */
function HourLink({ of, semester }: { of: Hour; semester: number | undefined }) {
  const { day_of_week: day, hour, utilisation } = of;
  return (
    <Link
      to="/free-rooms"
      search={{ day, semester: semester === undefined ? undefined : String(semester) }}
      aria-label={`${day} ${hourText(hour)}: ${utilisation} % used`}
    >
      {utilisation}
    </Link>
  );
}
