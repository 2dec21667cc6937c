import { Button, Group } from '@mantine/core';
import { IconListCheck, IconPlus, IconUserOff, IconUserX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { limits } from '#contract/limits.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { PageActions, type PageAction } from '#web/ui/PageActions.tsx';
import { useBuildingAction } from '../building/useBuildingAction.ts';
import { ExportButton } from '#web/exchange/public/ExportButton.ts';

interface DashboardActionsProps {
  date: string;
  /** Undefined for all. */
  teacher: number | undefined;
}

const addSchedule = {
  title: 'Add schedule',
  Icon: IconPlus,
  link: { to: '/timetable/add' },
} as const;

/** The links that lead away from a day. On a phone adding a class is in the menu as well. */
export function DashboardActions({ date, teacher }: DashboardActionsProps) {
  const can = useCan();
  const whoIsHere = useBuildingAction();
  const isSmall = window.innerWidth < limits.smallScreen;
  const mayAdd = can('Attendance', 'scheduleAdd');
  const actions: (PageAction & { allowed: boolean })[] = [
    {
      allowed: can('Attendance', 'teacherFilter'),
      title: 'Today’s rolls',
      Icon: IconListCheck,
      link: { to: '/todays-rolls' },
    },
    {
      allowed: can('Attendance', 'read'),
      title: 'Absences',
      Icon: IconUserX,
      link: { to: '/absences', search: { from_date: date, to_date: date } },
    },
    {
      allowed: can('Timetables', 'edit'),
      title: 'Teacher away',
      Icon: IconUserOff,
      link: {
        to: '/teacher-away',
        search: { teacher: teacher === undefined ? undefined : String(teacher), from: date },
      },
    },
    { allowed: mayAdd && isSmall, ...addSchedule },
  ];
  return (
    <Group gap="xs">
      <ExportButton />
      <PageActions
        actions={[...actions.filter(({ allowed }) => allowed), ...whoIsHere]}
        main={
          mayAdd &&
          !isSmall && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              renderRoot={(props) => <Link {...props} {...addSchedule.link} />}
            >
              {addSchedule.title}
            </Button>
          )
        }
      />
    </Group>
  );
}
