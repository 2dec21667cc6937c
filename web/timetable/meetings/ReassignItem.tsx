import { Menu } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReassignedKind } from '#contract/timetable/reassignment.ts';

const titles = { teacher: 'Classes to another teacher', classroom: 'Classes to another room' };

/** Links to the reassignment of all classes of a teacher or a room. */
export function ReassignItem({ kind, id }: { kind: ReassignedKind; id: number }) {
  return (
    <Menu.Item
      leftSection={<IconArrowsExchange size={16} aria-hidden="true" />}
      renderRoot={(props) => (
        <Link {...props} to="/timetable/reassign" search={{ [kind]: String(id) }} />
      )}
    >
      {titles[kind]}
    </Menu.Item>
  );
}
