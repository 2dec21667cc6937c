import { Menu } from '@mantine/core';
import { IconDoorOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

/** An entry of a room's menu that links to its classes of a period in which it cannot be used. */
export function RoomClosedItem({ id }: { id: number }) {
  return (
    <Menu.Item
      leftSection={<IconDoorOff size={16} aria-hidden="true" />}
      renderRoot={(props) => (
        <Link {...props} to="/room-closed" search={{ classroom: String(id) }} />
      )}
    >
      Room closed
    </Menu.Item>
  );
}
