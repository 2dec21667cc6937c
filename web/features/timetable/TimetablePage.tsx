import { Button, Menu } from '@mantine/core';
import { IconCalendarWeek, IconMailForward, IconTable, IconUsers } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ClassSchedule } from '../../../contract/timetable.ts';
import { useMay } from '../../app/SessionProvider.tsx';
import { ResourceList } from '../../ui/list/ResourceList.tsx';
import { classTitle } from '../cohorts/section.tsx';
import { timetableFilters } from './filters.ts';
import { timetableColumns, timetableSection } from './section.tsx';
import { WeekPage } from './WeekPage.tsx';

const studentsOption = ({ id }: ClassSchedule) => (
  <Menu.Item
    leftSection={<IconUsers size={16} aria-hidden="true" />}
    renderRoot={(props) => <Link {...props} to="/enroll-by-schedule/view" search={{ id: String(id) }} />}
  >
    Students
  </Menu.Item>
);

/** The timetable as a list or, with `?show=week`, as a week. */
export function TimetablePage() {
  const { show }: { show?: string } = useSearch({ strict: false });
  const may = useMay();
  const filters = useMemo(() => timetableFilters(may), [may]);
  const week = show === 'week';
  const other = (
    <Button
      variant="default"
      leftSection={week ? <IconTable size={16} aria-hidden="true" /> : <IconCalendarWeek size={16} aria-hidden="true" />}
      renderRoot={(props) => (
        <Link {...props} to="/timetable" search={(before: Record<string, unknown>) => ({ ...before, show: week ? undefined : 'week' })} />
      )}
    >
      {week ? 'List' : 'Week'}
    </Button>
  );
  const actions = (
    <>
      {may('Timetables', 'export') && (
        <Button
          variant="default"
          leftSection={<IconMailForward size={16} aria-hidden="true" />}
          renderRoot={(props) => <Link {...props} to="/schedule-export" />}
        >
          Schedule export
        </Button>
      )}
      {other}
    </>
  );
  if (week) return <WeekPage actions={actions} />;
  return (
    <ResourceList<ClassSchedule>
      section={timetableSection}
      columns={timetableColumns}
      usualOrder="day_of_week"
      filters={filters}
      nameOf={classTitle}
      actions={actions}
      rowOptions={may('Enroll Student', 'read') ? studentsOption : undefined}
    />
  );
}
