import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconInbox,
  IconLifebuoy,
  IconFileImport,
  IconHistory,
  IconListNumbers,
  IconListSearch,
  IconDeviceTablet,
  IconKey,
  IconLogout,
  IconMailForward,
  IconMoon,
  IconSend,
  IconSettings,
  IconSun,
  IconTemplate,
  IconUserCheck,
  IconUserOff,
  IconWebhook,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { usePendingMarks } from '#web/attendance/public/MarkQueueProvider.ts';
import { confirm } from '#web/ui/confirm.ts';
import { LazyMenu } from '#web/ui/LazyMenu.tsx';
import { canStore } from '#web/platform/offline/device.ts';
import { useCan, useSession, useUser } from '#web/platform/SessionProvider.tsx';
import classes from './Shell.module.css';

const size = 16;

/** The user's name, colour scheme, support and logout. */
export const UserMenu = memo(function UserMenu() {
  const user = useUser();
  const can = useCan();
  const { logout, config } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { waiting } = usePendingMarks();

  async function leave() {
    const count = waiting.length === 1 ? '1 mark waits' : `${waiting.length} marks wait`;
    const question = {
      title: 'Log out?',
      text: canStore(config)
        ? `${count} for the network. They stay on this device and are sent when you log in here again, not before.`
        : `${count} for the network. This computer stores nothing: they are lost when you log out before they are sent.`,
      yes: 'Log out',
      no: 'Stay',
    };
    if (waiting.length === 0 || (await confirm(question))) await logout();
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
      {can('Timetables', 'export') && (
        <>
          <Menu.Item
            leftSection={<IconMailForward size={size} aria-hidden="true" />}
            renderRoot={(props) => <Link to="/jobs" {...props} />}
          >
            Exports by mail
          </Menu.Item>
          {config.local_inbox && (
            <Menu.Item
              leftSection={<IconInbox size={size} aria-hidden="true" />}
              renderRoot={(props) => <Link to="/inbox" {...props} />}
            >
              Local inbox
            </Menu.Item>
          )}
        </>
      )}
      {can('Students', 'delete') && (
        <Menu.Item
          leftSection={<IconListSearch size={size} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/audit" {...props} />}
        >
          Audit log
        </Menu.Item>
      )}
      {can('Settings', 'read') && (
        <Menu.Item
          leftSection={<IconFileImport size={size} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/import" {...props} />}
        >
          Import
        </Menu.Item>
      )}
      {can('Settings', 'read') && (
        <Menu.Item
          leftSection={<IconHistory size={size} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/change-history" {...props} />}
        >
          Change history
        </Menu.Item>
      )}
      {can('Settings', 'read') && (
        <Menu.Item
          leftSection={<IconSettings size={size} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/settings" {...props} />}
        >
          Institute settings
        </Menu.Item>
      )}
      {can('Settings', 'read') && (
        <Menu.Item
          leftSection={<IconListNumbers size={size} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/set-up" {...props} />}
        >
          Set up
        </Menu.Item>
      )}
      {can('Settings', 'read') && (
        <Menu.Item
          leftSection={<IconTemplate size={size} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/templates" {...props} />}
        >
          Templates
        </Menu.Item>
      )}
      {can('Settings', 'read') && (
        <Menu.Item
          leftSection={<IconSend size={size} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/messages" {...props} />}
        >
          Messages
        </Menu.Item>
      )}
      {can('Settings', 'read') && (
        <Menu.Item
          leftSection={<IconDeviceTablet size={size} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/devices" {...props} />}
        >
          Devices
        </Menu.Item>
      )}
      {can('Settings', 'read') && (
        <Menu.Item
          leftSection={<IconKey size={size} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/access-tokens" {...props} />}
        >
          Access tokens
        </Menu.Item>
      )}
      {can('Settings', 'read') && (
        <Menu.Item
          leftSection={<IconWebhook size={size} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/webhooks" {...props} />}
        >
          Webhooks
        </Menu.Item>
      )}
      {can('Settings', 'read') && (
        <Menu.Item
          leftSection={<IconUserOff size={size} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/sign-in-blocks" {...props} />}
        >
          Blocked sign-ins
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
