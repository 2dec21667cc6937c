import { Button, Menu } from '@mantine/core';
import {
  IconCalendarWeek,
  IconCopy,
  IconKeyboard,
  IconMailForward,
  IconStethoscope,
  IconTable,
  IconUsers,
} from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { useCan, useMayFilter, useSession } from '#web/platform/SessionProvider.tsx';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { classTitle } from '#web/school/cohorts.tsx';
import { FindTimeItem } from '../find-time/FindTimeItem.tsx';
import { UndoBand } from '../meetings/UndoBand.tsx';
import { ExtraClassItem } from './ExtraClass.tsx';
import { timetableFilters } from './filters.ts';
import { timetableColumns, timetableResource } from './resource.tsx';
import { UsualWeekPage } from './UsualWeekPage.tsx';

const studentsOption = ({ id }: ClassSchedule) => (
  <Menu.Item
    leftSection={<IconUsers size={16} aria-hidden="true" />}
    renderRoot={(props) => (
      <Link {...props} to="/enroll-by-schedule/view" search={{ id: String(id) }} />
    )}
  >
    Students
  </Menu.Item>
);

const timetablePage = { page: 'timetable' } as const;

/** The timetable as a list or, with `?show=week`, as the usual week. */
export function TimetablePage() {
  const { show } = useSearch({ from: '/timetable' });
  const can = useCan();
  const mayFilter = useMayFilter();
  const { weekdays } = useSession().config;
  const filters = useMemo(
    () => timetableFilters(can, mayFilter, weekdays),
    [can, mayFilter, weekdays],
  );
  const week = show === 'week';
  const other = (
    <>
      {week && (
        <Button
          variant="default"
          leftSection={<IconTable size={16} aria-hidden="true" />}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/timetable"
              search={(before: Record<string, unknown>) => ({ ...before, show: undefined })}
            />
          )}
        >
          List
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconCalendarWeek size={16} aria-hidden="true" />}
        renderRoot={(props) => <Link {...props} to="/timetable/week" />}
      >
        Week
      </Button>
    </>
  );
  const actions = (
    <>
      {can('Timetables', 'export') && (
        <Button
          variant="default"
          leftSection={<IconMailForward size={16} aria-hidden="true" />}
          renderRoot={(props) => <Link {...props} to="/schedule-export" />}
        >
          Schedule export
        </Button>
      )}
      {can('Timetables', 'edit') && (
        <Button
          variant="default"
          leftSection={<IconStethoscope size={16} aria-hidden="true" />}
          renderRoot={(props) => <Link {...props} to="/timetable/health" />}
        >
          Health
        </Button>
      )}
      {can('Timetables', 'add') && (
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden="true" />}
          renderRoot={(props) => <Link {...props} to="/timetable/copy" />}
        >
          Copy a semester
        </Button>
      )}
      {can('Timetables', 'add') && (
        <Button
          variant="default"
          leftSection={<IconKeyboard size={16} aria-hidden="true" />}
          renderRoot={(props) => <Link {...props} to="/timetable/grid" />}
        >
          Type a week
        </Button>
      )}
      {other}
    </>
  );
  const canOpen = {
    students: can('Enroll Student', 'read'),
    extra: can('Timetables', 'add'),
    times: can('Timetables', 'edit'),
  };
  const options = (row: ClassSchedule, archived: boolean) => (
    <>
      {canOpen.students && studentsOption(row)}
      {canOpen.times && !archived && <FindTimeItem id={row.id} />}
      {canOpen.extra && !archived && <ExtraClassItem of={row} place={timetablePage} />}
    </>
  );
  if (week) return <UsualWeekPage actions={actions} />;
  return (
    <ResourceList<ClassSchedule>
      resource={timetableResource}
      columns={timetableColumns}
      defaultSort="day_of_week"
      filters={filters}
      nameOf={classTitle}
      actions={actions}
      rowOptions={Object.values(canOpen).some(Boolean) ? options : undefined}
    >
      <UndoBand place={timetablePage} />
    </ResourceList>
  );
}
