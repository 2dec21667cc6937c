import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconLifebuoy, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSession, useUser } from '../SessionProvider.tsx';

const size = 16;

/** Who is signed in, the colours, support and the way out. */
export function UserMenu() {
  const user = useUser();
  const { logout, config } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const schemes = [
    { value: 'light', title: 'Light', icon: <IconSun size={size} aria-hidden="true" /> },
    { value: 'dark', title: 'Dark', icon: <IconMoon size={size} aria-hidden="true" /> },
    { value: 'auto', title: 'As the system', icon: <IconDeviceDesktop size={size} aria-hidden="true" /> },
  ] as const;
  const support = { leftSection: <IconLifebuoy size={size} aria-hidden="true" />, children: 'Support' };
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton aria-label={`Account of ${user.name}`}>
          <Avatar color="spruce" variant="filled" name={user.name} aria-hidden="true" alt="" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fw={600} c="var(--mantine-color-text)">
            {user.name}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {user.email}
          </Text>
          <Text size="sm" c="dimmed">
            Role: {user.user_role[0]}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        {schemes.map(({ value, title, icon }) => (
          <Menu.Item key={value} leftSection={icon} role="menuitemradio" aria-checked={colorScheme === value} onClick={() => setColorScheme(value)}>
            {title}
            {colorScheme === value && ' ✓'}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {config.support_url ? (
          <Menu.Item component="a" href={config.support_url} target="_blank" rel="noreferrer" {...support} />
        ) : (
          <Menu.Item renderRoot={(props) => <Link to="/support" {...props} />} {...support} />
        )}
        <Menu.Item leftSection={<IconLogout size={size} aria-hidden="true" />} onClick={() => void logout()}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
