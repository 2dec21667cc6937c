import { Button, Group, Menu } from '@mantine/core';
import { IconListCheck, IconPlus, IconUserOff, IconUserX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { limits } from '#contract/limits.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { LazyMenu } from '#web/ui/LazyMenu.tsx';
import { ExportButton } from '#web/exchange/public/ExportButton.ts';

interface DashboardActionsProps {
  date: string;
  /** Undefined for all. */
  teacher: number | undefined;
}

/** Links that lead away from a day. The most frequent ones are buttons, and the others are in a menu. */
export function DashboardActions({ date, teacher }: DashboardActionsProps) {
  const can = useCan();
  const actions = [
    {
      allowed: can('Attendance', 'teacherFilter'),
      title: 'Today’s rolls',
      Icon: IconListCheck,
      to: '/todays-rolls' as const,
    },
    {
      allowed: can('Attendance', 'read'),
      title: 'Absences',
      Icon: IconUserX,
      to: '/absences' as const,
      search: { from_date: date, to_date: date },
    },
    {
      allowed: can('Timetables', 'edit'),
      title: 'Teacher away',
      Icon: IconUserOff,
      to: '/teacher-away' as const,
      search: { teacher: teacher === undefined ? undefined : String(teacher), from: date },
    },
    {
      allowed: can('Attendance', 'scheduleAdd'),
      title: 'Add schedule',
      Icon: IconPlus,
      to: '/timetable/add' as const,
      isMain: true,
    },
  ].filter(({ allowed }) => allowed);

  // On a phone in the menu, too: the day comes first.
  const isSmall = window.innerWidth < limits.smallScreen;
  const buttons = actions.filter(({ isMain }) => isMain && !isSmall);
  const more = actions.filter((action) => !buttons.includes(action));
  return (
    <Group gap="xs">
      <ExportButton />
      {buttons.map(({ title, Icon, to, search }) => (
        <Button
          key={title}
          leftSection={<Icon size={16} aria-hidden="true" />}
          renderRoot={(props) => <Link {...props} to={to} search={search ?? {}} />}
        >
          {title}
        </Button>
      ))}
      {more.length > 0 && (
        <LazyMenu
          position="bottom-end"
          target={
            <button type="button" className="at-icon-button at-dots" aria-label="More actions" />
          }
        >
          {more.map(({ title, Icon, to, search }) => (
            <Menu.Item
              key={title}
              leftSection={<Icon size={16} aria-hidden="true" />}
              renderRoot={(props) => <Link {...props} to={to} search={search ?? {}} />}
            >
              {title}
            </Menu.Item>
          ))}
        </LazyMenu>
      )}
    </Group>
  );
}
