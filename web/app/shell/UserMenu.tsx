import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import {
  IconCalendarShare,
  IconDeviceDesktop,
  IconLifebuoy,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCheck,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { usePendingMarks, waitingText } from '#web/attendance/public/MarkQueueProvider.ts';
import { hasWaitingTicks } from '#web/platform/offline/waiting-ticks.ts';
import { confirm } from '#web/ui/confirm.ts';
import { LazyMenu } from '#web/ui/LazyMenu.tsx';
import { useCan, useSession, useUser } from '#web/platform/SessionProvider.tsx';
import { useCanOpen } from '../page-permissions.ts';
import classes from './Shell.module.css';

const size = 16;

const ticksWait =
  'Ticks of the roll call of the building wait for the network. They stay on this device and are sent when you log ' +
  'in here again, not before.';

/** Without the code that reads them any that wait in this browser may be the user's. */
async function haveTicksWaiting(email: string): Promise<boolean> {
  if (!hasWaitingTicks()) return false;
  try {
    const { storedTicks } = await import('#web/platform/offline/building-on-device.ts');
    return (await storedTicks(email)).length > 0;
  } catch {
    return true;
  }
}

/** The user's name, colour scheme, own pages, support and logout (R-SHELL-6). */
export const UserMenu = memo(function UserMenu() {
  const user = useUser();
  const can = useCan();
  const canOpen = useCanOpen();
  const { logout, config } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { waiting } = usePendingMarks();

  async function leave() {
    const texts = [
      ...(waiting.length > 0 ? [waitingText(waiting)] : []),
      ...((await haveTicksWaiting(user.email)) ? [ticksWait] : []),
    ];
    const question = { title: 'Log out?', text: texts.join(' '), yes: 'Log out', no: 'Stay' };
    if (texts.length === 0 || (await confirm(question))) await logout();
  }
  const schemes = [
    { value: 'light', title: 'Light', icon: <IconSun size={size} aria-hidden="true" /> },
    { value: 'dark', title: 'Dark', icon: <IconMoon size={size} aria-hidden="true" /> },
    { value: 'auto', title: 'System', icon: <IconDeviceDesktop size={size} aria-hidden="true" /> },
  ] as const;
  const support = {
    leftSection: <IconLifebuoy size={size} aria-hidden="true" />,
    children: 'Support',
  };
  return (
    <LazyMenu
      position="bottom-end"
      width={240}
      target={
        <UnstyledButton aria-label={`Account of ${user.name}`} className={classes.account}>
          <Text span size="sm" visibleFrom="sm">
            {user.name}
          </Text>
          <Avatar color="spruce" variant="filled" />
        </UnstyledButton>
      }
    >
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
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(value) => setColorScheme(value as typeof colorScheme)}
        aria-label="Colours"
      >
        {schemes.map(({ value, title, icon }) => (
          <Menu.RadioItem key={value} value={value} rightSection={icon}>
            {title}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      {can('My Attendance', 'read') && (
        <Menu.Item
          leftSection={<IconUserCheck size={size} aria-hidden="true" />}
          component="a"
          href="/me"
        >
          My attendance
        </Menu.Item>
      )}
      {canOpen('/mytimesheet') && (
        <Menu.Item
          leftSection={<IconCalendarShare size={size} aria-hidden="true" />}
          renderRoot={(props) => (
            <Link to="/mytimesheet" search={{ show: 'calendar-link' }} {...props} />
          )}
        >
          Calendar link
        </Menu.Item>
      )}
      {config.support_url ? (
        <Menu.Item
          component="a"
          href={config.support_url}
          target="_blank"
          rel="noreferrer"
          {...support}
        />
      ) : (
        <Menu.Item renderRoot={(props) => <Link to="/support" {...props} />} {...support} />
      )}
      <Menu.Item
        leftSection={<IconLogout size={size} aria-hidden="true" />}
        onClick={() => void leave()}
      >
        Logout
      </Menu.Item>
    </LazyMenu>
  );
});
