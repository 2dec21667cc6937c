import { Button } from '@mantine/core';
import { IconCalendarWeek } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCan } from '#web/platform/SessionProvider.tsx';
import type { WeekSearch } from './search.ts';

/** Links to the week of a page's record, for users who may read timetables. */
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
