import { ActionIcon, Anchor, AppShell, Group, Text } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { limits } from '../../../contract/limits.ts';
import { WaitingMarks } from '../../features/attendance/queue/WaitingMarks.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { hideToastsOnEscape } from '../../ui/toasts.ts';
import { useSession } from '../SessionProvider.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { HeaderSearch } from './HeaderSearch.tsx';
import classes from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { UserMenu } from './UserMenu.tsx';

/** What stands around every page: sidebar, search, account, toasts, breadcrumbs. */
export function Shell({ children }: { children: ReactNode }) {
  const { config } = useSession();
  const small = useMediaQuery(`(max-width: ${limits.smallScreen - 0.02}px)`, window.innerWidth < limits.smallScreen, {
    getInitialValueInEffect: false,
  });
  const [kept, setKept] = useLocalStorage({ key: 'sidebar', defaultValue: 'expanded', getInitialValueInEffect: false });
  const [openOnSmall, setOpenOnSmall] = useState(false);
  const expanded = small ? openOnSmall : kept === 'expanded';
  const toggle = () => (small ? setOpenOnSmall(!openOnSmall) : setKept(expanded ? 'collapsed' : 'expanded'));
  useEffect(hideToastsOnEscape, []);

  return (
    <ModalsProvider>
      <Notifications position="bottom-center" limit={12} zIndex={500} />
      <a href="#page" className={classes.skip}>
        Skip to the page
      </a>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: expanded ? 232 : 64, breakpoint: limits.smallScreen, collapsed: { mobile: !expanded } }}
        transitionDuration={0}
      >
        <AppShell.Header className={classes.header}>
          <Group gap="xs" wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              c="var(--mantine-color-text)"
              size="lg"
              aria-label={expanded ? 'Collapse the sidebar' : 'Expand the sidebar'}
              aria-expanded={expanded}
              onClick={toggle}
            >
              {expanded ? (
                <IconLayoutSidebarLeftCollapse size={20} aria-hidden="true" />
              ) : (
                <IconLayoutSidebarLeftExpand size={20} aria-hidden="true" />
              )}
            </ActionIcon>
            <Anchor
              className={classes.brand}
              underline="never"
              c="inherit"
              renderRoot={(props) => <Link to="/" aria-label={config.title} {...props} />}
            >
              <Logo size={30} />
              <Text fw={700} visibleFrom="sm">
                {config.title}
              </Text>
            </Anchor>
          </Group>
          <HeaderSearch />
          <Group gap="md" wrap="nowrap">
            <WaitingMarks />
            <UserMenu />
          </Group>
        </AppShell.Header>
        <AppShell.Navbar className={classes.sidebar} withBorder={false}>
          {(expanded || !small) && <Sidebar expanded={expanded} onChoose={() => setOpenOnSmall(false)} />}
        </AppShell.Navbar>
        <AppShell.Main>
          <div id="page" tabIndex={-1} className={classes.page}>
            <Breadcrumbs />
            {children}
          </div>
        </AppShell.Main>
      </AppShell>
    </ModalsProvider>
  );
}
