import { Anchor, Group, Text, Title, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import dayjs from 'dayjs';
import type { Holiday } from '#contract/timetable/holiday.ts';
import { messages } from '#contract/texts.ts';
import { useIsBuilt } from '#web/platform/useIsBuilt.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import classes from './Dashboard.module.css';
import { comingHolidays } from '#web/school/days.ts';

/** Holidays from today on; a click goes to the first day. */
export function HolidaysPanel({ today, go }: { today: string; go: (date: string) => void }) {
  const isBuilt = useIsBuilt();
  const holidays = useQuery(comingHolidays(today));
  return (
    <section className={`at-card ${classes.holidays}`} aria-labelledby="holidays-title">
      <Group justify="space-between">
        <Title order={2} size="h5" id="holidays-title">
          Holidays
        </Title>
        {isBuilt('/holiday') && (
          <Anchor size="sm" renderRoot={(props) => <Link to="/holiday" {...props} />}>
            View all
          </Anchor>
        )}
      </Group>
      {holidays.isError && (
        <LoadError error={holidays.error} retry={() => void holidays.refetch()} />
      )}
      {holidays.data?.results.length === 0 && <Text c="dimmed">{messages.noData}</Text>}
      <ul>
        {holidays.data?.results.map((holiday) => (
          <li key={holiday.id}>
            <UnstyledButton className={classes.holiday} onClick={() => go(holiday.date_from)}>
              <Text fw={600} size="sm">
                {holiday.name}
              </Text>
              <Text size="sm" c="dimmed">
                {span(holiday)}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function span({ date_from, date_to }: Holiday): string {
  const format = 'ddd D MMM YYYY';
  const first = dayjs(date_from).format(format);
  return date_from === date_to ? first : `${first} – ${dayjs(date_to).format(format)}`;
}
