import { Menu } from '@mantine/core';
import { IconCalendarWeek } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { WeekSearch } from './search.ts';

/** An entry of a row's menu that links to its week. */
export function WeekItem({ of }: { of: WeekSearch }) {
  return (
    <Menu.Item
      leftSection={<IconCalendarWeek size={16} aria-hidden="true" />}
      renderRoot={(props) => <Link {...props} to="/timetable/week" search={of} />}
    >
      Week
    </Menu.Item>
  );
}
