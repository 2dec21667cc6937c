import { Menu } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

/** Links to the copy of a semester's classes. */
export function CopySemesterItem({ id }: { id: number }) {
  return (
    <Menu.Item
      leftSection={<IconCopy size={16} aria-hidden="true" />}
      renderRoot={(props) => (
        <Link {...props} to="/timetable/copy" search={{ semester: String(id) }} />
      )}
    >
      Copy its classes
    </Menu.Item>
  );
}
