import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { isDate } from '../../contract/dates.ts';
import type { Resource } from '../../contract/permissions.ts';
import { PleaseWait } from '../ui/PleaseWait.tsx';
import { Root } from './Root.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page is shown to those who may read this. */
    resource?: Resource;
    title?: string;
  }
  interface Register {
    router: typeof router;
  }
}

const root = createRootRoute({ component: Root, notFoundComponent: lazyRouteComponent(() => import('./NotFoundPage.tsx'), 'NotFoundPage') });

/** What an address says, read without the schemas: they are not needed before sign-in. */
type Said = Record<string, unknown>;
const text = (value: unknown, fits: (value: string) => boolean) => (typeof value === 'string' && fits(value) ? value : undefined);

const day = (search: Said): { date?: string } => ({ date: text(search.date, isDate) });

/** A class on a date, as the Start and View buttons name it. */
const classOnDate = (search: Said): { id?: number; date?: string } => {
  const id = Number(search.id);
  return { ...day(search), id: Number.isSafeInteger(id) && id > 0 ? id : undefined };
};

const dayOfTeacher = (search: Said): { date?: string; teacher?: string } => ({
  ...day(search),
  teacher: text(search.teacher, (value) => /^(all|\d{1,15})$/.test(value)),
});

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    validateSearch: day,
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
    validateSearch: dayOfTeacher,
    staticData: { resource: 'Dashboard', title: 'Dashboard' },
    component: lazyRouteComponent(() => import('../features/dashboard/DashboardPage.tsx'), 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/privacy-policy',
    staticData: { title: 'Privacy policy' },
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
