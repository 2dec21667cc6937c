import { ActionIcon, Anchor, em, Group, Text } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCallback, useState, type ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { WaitingMarks } from '#web/attendance/public/WaitingMarks.ts';
import { Logo } from '#web/ui/Logo.tsx';
import { HeaderSearch } from '../search/HeaderSearch.tsx';
import { Palette } from '../search/Palette.tsx';
import { useRememberPages } from '../search/useRememberPages.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { HelpButton } from './help/HelpButton.tsx';
import classes from './Shell.module.css';
import { LateNews } from './LateNews.tsx';
import { Overlays } from './Overlays.tsx';
import { Sidebar } from './Sidebar.tsx';
import { UserMenu } from './UserMenu.tsx';

const smallScreens = `(max-width: ${em(limits.smallScreen - 0.02)})`;

/** Until one is chosen, the sidebar shows its pictures only: a table needs the width. */
const narrowScreens = `(max-width: ${em(959.98)})`;

/**
 * The frame of every page: sidebar, search, account, toasts, breadcrumbs. Mantine's AppShell is not
 * used: it renders its children twice more at the start.
 */
export function Shell({ children }: { children: ReactNode }) {
  const { config } = useSession();
  const small = useMediaQuery(smallScreens, undefined, { getInitialValueInEffect: false });
  const narrow = useMediaQuery(narrowScreens, undefined, { getInitialValueInEffect: false });
  const [sidebar, setSidebar] = useLocalStorage({
    key: 'sidebar',
    defaultValue: 'by width',
    getInitialValueInEffect: false,
  });
  const [openOnSmall, setOpenOnSmall] = useState(false);
  const isWide = sidebar === 'by width' ? !narrow : sidebar === 'expanded';
  const expanded = small ? openOnSmall : isWide;
  const toggle = () =>
    small ? setOpenOnSmall(!openOnSmall) : setSidebar(expanded ? 'collapsed' : 'expanded');
  const close = useCallback(() => setOpenOnSmall(false), []);
  useRememberPages();

  return (
    <>
      <Palette />
      <Overlays />
      <a href="#page" className={classes.skip}>
        Skip to the page
      </a>
      <div
        className={classes.frame}
        data-small={small || undefined}
        data-expanded={expanded || undefined}
      >
        {/* `right-scroll-bar-position` compensates for the scroll bar that a dialog hides. */}
        <header className={`${classes.header} at-screen right-scroll-bar-position`}>
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
          <Group gap="md" wrap="nowrap" className={classes.headerEnd}>
            <LateNews />
            <WaitingMarks />
            <UserMenu />
          </Group>
        </header>
        {(expanded || !small) && (
          <div className={`${classes.sidebar} at-screen`}>
            <Sidebar expanded={expanded} onChoose={close} />
          </div>
        )}
        {/* On a small screen the open sidebar covers it. */}
        <main inert={small && expanded}>
          <div id="page" tabIndex={-1} className={classes.page}>
            <div className={classes.trail}>
              <Breadcrumbs />
              <HelpButton />
            </div>
            {children}
          </div>
        </main>
      </div>
    </>
  );
}
