import { Button } from '@mantine/core';
import { IconCalendarWeek } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCan } from '#web/platform/SessionProvider.tsx';
import type { WeekSearch } from './search.ts';

/** Leads to the week of what a page is about, for who may read timetables. */
export function WeekButton({ of }: { of: WeekSearch }) {
  if (!useCan()('Timetables', 'read')) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconCalendarWeek size={16} aria-hidden="true" />}
      renderRoot={(props) => <Link {...props} to="/timetable/week" search={of} />}
    >
      Week
    </Button>
  );
}
