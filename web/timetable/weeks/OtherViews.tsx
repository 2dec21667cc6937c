import { Button } from '@mantine/core';
import { IconDoor, IconStethoscope, IconTable } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCan } from '#web/platform/SessionProvider.tsx';
import type { WeekSearch } from './search.ts';

/** The filters that the usual week has, too. */
const usualFilters = ({ teacher, classroom, cohort }: WeekSearch) => ({
  teacher: teacher === 'all' ? undefined : teacher,
  classroom,
  cohort,
});

/** Leads from a week to the other views of the timetable. */
export function OtherViews({ search }: { search: WeekSearch }) {
  const can = useCan();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTable size={16} aria-hidden="true" />}
        renderRoot={(props) => <Link {...props} to="/timetable" />}
      >
        List
      </Button>
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link {...props} to="/timetable" search={{ show: 'week', ...usualFilters(search) }} />
        )}
      >
        Usual week
      </Button>
      <Button
        variant="default"
        leftSection={<IconDoor size={16} aria-hidden="true" />}
        renderRoot={(props) => <Link {...props} to="/free-rooms" search={{ date: search.date }} />}
      >
        Free rooms
      </Button>
      {can('Timetables', 'edit') && (
        <Button
          variant="default"
          leftSection={<IconStethoscope size={16} aria-hidden="true" />}
          renderRoot={(props) => <Link {...props} to="/timetable/health" />}
        >
          Health
        </Button>
      )}
    </>
  );
}
