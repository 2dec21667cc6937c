import { erasureEditors } from '#contract/people/erasure-editors.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { areas } from './areas.ts';
import { list, root } from './route-kinds.ts';
import { classOnDate, readCard, twoStudents } from './search-params.ts';

/** Merging students, what students enter themselves, and what is left of erased ones. */
export const studentRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/erasure-texts',
    staticData: {
      permission: erasureEditors,
      action: 'edit',
      title: 'Texts of erased students',
    },
    component: lazyRouteComponent(areas.other, 'ErasureTextsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/students/merge',
    validateSearch: twoStudents,
    staticData: { permission: 'Students', title: 'Merge students', action: 'edit' },
    component: lazyRouteComponent(
      () => import('#web/people/students/merge/MergePage.tsx'),
      'MergePage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/students/cards',
    validateSearch: readCard,
    staticData: { permission: 'Students', title: 'Hand out cards', action: 'edit' },
    component: lazyRouteComponent(() => import('#web/people/cards/HandOutPage.tsx'), 'HandOutPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/attendance/qr',
    validateSearch: classOnDate,
    staticData: {
      permission: 'Attendance',
      title: 'Check-in by QR code',
      action: 'edit',
      isBare: true,
    },
    component: lazyRouteComponent(
      () => import('#web/attendance/qr/QrWindowPage.tsx'),
      'QrWindowPage',
    ),
  }),
  list(
    '/leave-requests',
    'Approved Leave List',
    'Requests for leaves',
    areas.lists,
    'LeaveRequestsPage',
  ),
] as const;
