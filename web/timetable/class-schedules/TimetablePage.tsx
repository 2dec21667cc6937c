import { Menu } from '@mantine/core';
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
import type { PageAction } from '#web/ui/PageActions.tsx';
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

type Can = ReturnType<typeof useCan>;

/** The other views of the timetable, and its tools. */
function actionsOf(can: Can, isWeek: boolean): PageAction[] {
  const list: PageAction = {
    title: 'List',
    Icon: IconTable,
    isFrequent: true,
    link: {
      to: '/timetable',
      search: (before: Record<string, unknown>) => ({ ...before, show: undefined }),
    },
  };
  const week: PageAction = {
    title: 'Week',
    Icon: IconCalendarWeek,
    isFrequent: true,
    link: { to: '/timetable/week' },
  };
  const health: PageAction = {
    title: 'Timetable health',
    Icon: IconStethoscope,
    isFrequent: !isWeek,
    link: { to: '/timetable/health' },
  };
  return [
    ...(isWeek ? [list] : []),
    week,
    ...(can('Timetables', 'edit') ? [health] : []),
    ...(can('Timetables', 'add') ? tools : []),
    ...(can('Timetables', 'export') ? [scheduleExport] : []),
  ];
}
const tools: PageAction[] = [
  { title: 'Type a week', Icon: IconKeyboard, link: { to: '/timetable/grid' } },
  { title: 'Copy a semester', Icon: IconCopy, link: { to: '/timetable/copy' } },
];
const scheduleExport: PageAction = {
  title: 'Schedule export',
  Icon: IconMailForward,
  link: { to: '/schedule-export' },
};

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
  const actions = actionsOf(can, week);
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
      pageActions={actions}
      rowOptions={Object.values(canOpen).some(Boolean) ? options : undefined}
    >
      <UndoBand place={timetablePage} />
    </ResourceList>
  );
}
