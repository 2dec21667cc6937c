import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import type { Resource } from '../../contract/permissions.ts';
import { PleaseWait } from '../ui/PleaseWait.tsx';
import { Root } from './Root.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page is shown to those who may read this. */
    resource?: Resource;
    /** Shown without sign-in as well. */
    open?: boolean;
    title?: string;
  }
  interface Register {
    router: typeof router;
  }
}

const root = createRootRoute({ component: Root, notFoundComponent: lazyRouteComponent(() => import('./NotFoundPage.tsx'), 'NotFoundPage') });

const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .optional()
  .catch(undefined);

/** A class on a date, as the Start and View buttons name it. */
const classOnDate = z.object({ id: z.coerce.number().int().positive().optional().catch(undefined), date: day });

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    validateSearch: z.object({ date: day }),
    staticData: { resource: 'Attendance', title: 'Attendance' },
    component: lazyRouteComponent(() => import('../features/attendance/AttendancePage.tsx'), 'AttendancePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/attendance/add',
    validateSearch: classOnDate,
    staticData: { resource: 'Attendance', title: 'Attendance' },
    component: lazyRouteComponent(() => import('../features/attendance/TakeRollPage.tsx'), 'TakeRollPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/attendance/view',
    validateSearch: classOnDate,
    staticData: { resource: 'Attendance', title: 'Attendance' },
    component: lazyRouteComponent(() => import('../features/attendance/ViewRollPage.tsx'), 'ViewRollPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/dashboard',
    validateSearch: z.object({
      date: day,
      teacher: z
        .string()
        .regex(/^(all|\d+)$/)
        .optional()
        .catch(undefined),
    }),
    staticData: { resource: 'Dashboard', title: 'Dashboard' },
    component: lazyRouteComponent(() => import('../features/dashboard/DashboardPage.tsx'), 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/privacy-policy',
    staticData: { open: true, title: 'Privacy policy' },
    component: lazyRouteComponent(() => import('../features/privacy/PrivacyPage.tsx'), 'PrivacyPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/support',
    staticData: { title: 'Support' },
    component: lazyRouteComponent(() => import('../features/support/SupportPage.tsx'), 'SupportPage'),
  }),
] as const;

/** Addresses stay plain (`?date=2026-03-02&id=7`), so that they can be read, typed and shared. */
const plain = {
  parseSearch: (search: string) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search: Record<string, unknown>) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return text && `?${text}`;
  },
};

export const router = createRouter({
  routeTree: root.addChildren(routes),
  ...plain,
  defaultPreload: 'intent',
  defaultPendingComponent: PleaseWait,
  defaultPendingMs: 300,
  scrollRestoration: true,
});

/** Pages that exist; menu entries of the others are not shown yet (design §6). */
export const isBuilt = (path: string): boolean => path in router.routesByPath;
