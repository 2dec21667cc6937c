import { useEffect } from 'react';
import { useUser } from '#web/platform/SessionProvider.tsx';
import { isPage } from '../shell/menu.ts';
import { usePathname } from '../usePathname.ts';
import { rememberOpened } from '#web/platform/recent.ts';
import { whenIdle } from '#web/platform/when-idle.ts';

/** Stores opened pages, however they were opened, for the palette. */
export function useRememberPages(): void {
  const { email } = useUser();
  const pathname = usePathname();
  useEffect(() => {
    if (!isPage(pathname)) return;
    return whenIdle(() => rememberOpened(email, { path: pathname, at: Date.now() }));
  }, [email, pathname]);
}
