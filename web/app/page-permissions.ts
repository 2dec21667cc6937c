import { useRouter, type StaticDataRouteOption } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Action, PermissionSubject } from '#contract/permissions.ts';
import { useCan, useSession } from '../platform/SessionProvider.tsx';

type Can = (subject: PermissionSubject, action: Action) => boolean;

/** Whether a role may open a page. @param edits whether the page's address names a row to edit. */
export function isAllowed(
  { permission: subject = [], form, action }: StaticDataRouteOption,
  edits: boolean,
  can: Can,
): boolean {
  const needed = [subject].flat();
  return (
    needed.length === 0 ||
    needed.some((it) => can(it, action ?? (form ? (edits ? 'edit' : 'add') : 'read')))
  );
}

/** The facts of a page; undefined where there is none. */
function usePages(): (path: string) => StaticDataRouteOption | undefined {
  const router = useRouter();
  return useCallback(
    (path) => {
      const routes: Record<string, { options: { staticData?: StaticDataRouteOption } }> =
        router.routesByPath;
      const route = routes[path];
      return route && (route.options.staticData ?? {});
    },
    [router],
  );
}

/** The pages that exist, that the institute has and that the user may open; links to others are shown as text. */
export function useCanOpen(): (path: string) => boolean {
  const pageAt = usePages();
  const can = useCan();
  const { config } = useSession();
  return useCallback(
    (path) => {
      const page = pageAt(path);
      return (
        page !== undefined &&
        isAllowed(page, false, can) &&
        (page.needs === undefined ||
          config[page.needs] ||
          (page.orMay !== undefined && can(...page.orMay)))
      );
    },
    [pageAt, can, config],
  );
}

/** The names of pages. */
export function useTitleOf(): (path: string) => string | undefined {
  const pageAt = usePages();
  return useCallback((path) => pageAt(path)?.title, [pageAt]);
}
