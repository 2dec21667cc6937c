import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { PleaseWait } from '../ui/PleaseWait.tsx';
import { areas } from './areas.ts';
import {
  loadDashboard,
  loadDetails,
  loadRoll,
  loadStartPage,
  loadTodaysRolls,
  loadWeek,
  type PageContext,
} from './page-data.ts';
import { plainSearch } from '#web/platform/plain-search.ts';
import { PageError } from './PageError.tsx';
import { redListRoutes } from './red-list-routes.ts';
import { studentRoutes } from './student-routes.ts';
import { resourcePages } from './resource-pages.ts';
import { editing, exporting, form, list, root, routesOf } from './route-kinds.ts';
import {
  anyText,
  classAtInstant,
  classOnDate,
  day,
  dayOfTeacher,
  freeRoomsOf,
  rollsOfToday,
  rollWithCamera,
  weekOf,
} from './search-params.ts';

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPages>;
  }
}

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    validateSearch: day,
    staticData: { permission: 'Attendance', title: 'Attendance' },
    loader: loadStartPage,
    component: lazyRouteComponent(areas.roll, 'AttendancePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/attendance/add',
    validateSearch: rollWithCamera,
    staticData: { permission: 'Attendance', title: 'Attendance' },
    loader: loadRoll,
    component: lazyRouteComponent(areas.roll, 'TakeRollPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/attendance/view',
    validateSearch: classOnDate,
    staticData: { permission: 'Attendance', title: 'Attendance' },
    loader: loadRoll,
    component: lazyRouteComponent(areas.roll, 'ViewRollPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/attendance/history',
    validateSearch: classAtInstant,
    staticData: { permission: 'Attendance', title: 'History of the roll' },
    loader: loadRoll,
    component: lazyRouteComponent(
      () => import('#web/attendance/rolls/history/HistoryPage.tsx'),
      'HistoryPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/dashboard',
    validateSearch: dayOfTeacher,
    staticData: { permission: 'Dashboard', title: 'Dashboard' },
    loader: loadDashboard,
    component: lazyRouteComponent(areas.roll, 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/todays-rolls',
    validateSearch: rollsOfToday,
    staticData: { permission: 'Attendance', title: 'Today’s rolls' },
    loader: loadTodaysRolls,
    component: lazyRouteComponent(areas.roll, 'TodaysRollsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/privacy-policy',
    staticData: { title: 'Privacy policy' },
    component: lazyRouteComponent(areas.other, 'PrivacyPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/support',
    staticData: { title: 'Support' },
    component: lazyRouteComponent(areas.other, 'SupportPage'),
  }),
  list('/students', 'Students', 'Students', areas.lists, 'StudentsPage'),
  form('/students/add', 'Students', 'Student', areas.forms, 'StudentFormPage'),
  list(
    '/students/student-details',
    'Students',
    'Student',
    areas.lists,
    'StudentDetailsPage',
    loadDetails,
  ),
  list('/timetable', 'Timetables', 'Timetables', areas.lists, 'TimetablePage'),
  form('/timetable/add', 'Timetables', 'Timetable', areas.forms, 'TimetableFormPage'),
  createRoute({
    getParentRoute: () => root,
    path: '/timetable/week',
    validateSearch: weekOf,
    staticData: { permission: 'Timetables', title: 'Week' },
    loader: loadWeek,
    component: lazyRouteComponent(areas.lists, 'WeekPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/free-rooms',
    validateSearch: freeRoomsOf,
    staticData: { permission: 'Timetables', title: 'Free rooms' },
    component: lazyRouteComponent(
      () => import('#web/timetable/free-rooms/FreeRoomsPage.tsx'),
      'FreeRoomsPage',
    ),
  }),
  editing(
    '/timetable/find-time',
    'Find a time',
    () => import('#web/timetable/find-time/FindTimePage.tsx'),
    'FindTimePage',
  ),
  editing('/checks', 'Checks', () => import('#web/attendance/checks/ChecksPage.tsx'), 'ChecksPage'),
  editing(
    '/timetable/health',
    'Timetable health',
    () => import('#web/timetable/health/TimetableHealthPage.tsx'),
    'TimetableHealthPage',
  ),
  editing(
    '/teacher-away',
    'Teacher away',
    () => import('#web/timetable/meetings/TeacherAwayPage.tsx'),
    'TeacherAwayPage',
  ),
  editing(
    '/timetable/reassign',
    'Change all classes',
    () => import('#web/timetable/meetings/ReassignPage.tsx'),
    'ReassignPage',
  ),
  list('/cohort', 'Cohort', 'Cohort', areas.lists, 'CohortsPage'),
  form('/cohort/add', 'Cohort', 'Cohort', areas.forms, 'CohortFormPage'),
  list('/cohort/view', ['Cohort', 'Enroll Student'], 'Cohort', areas.lists, 'CohortViewPage'),
  ...routesOf(resourcePages),
  list(
    '/holiday',
    'Holidays',
    'Holidays',
    () => import('#web/timetable/holidays/HolidaysPage.tsx'),
    'HolidaysPage',
  ),
  form('/holiday/add', 'Holidays', 'Holiday', areas.forms, 'HolidayFormPage'),
  list('/mytimesheet', 'My Timesheet', 'My Timesheet', areas.pay, 'TimesheetPage'),
  exporting(
    '/master-export',
    'Master Export',
    () => import('#web/exchange/exports/MasterExportPage.tsx'),
    'MasterExportPage',
  ),
  exporting('/schedule-export', 'Schedule export', areas.other, 'ScheduleExportPage'),
  exporting('/jobs', 'Exports by mail', areas.other, 'JobsPage'),
  exporting('/inbox', 'Local inbox', areas.other, 'InboxPage'),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    validateSearch: anyText,
    staticData: { permission: 'Students', title: 'Audit log', action: 'delete' },
    component: lazyRouteComponent(areas.lists, 'AuditPage'),
  }),
  ...redListRoutes,
  ...studentRoutes,
  list('/absences', 'Attendance', 'Absences', areas.lists, 'AbsencesPage'),
  list('/reports', 'Attendance', 'Reports', areas.lists, 'ReportsPage'),
  list('/reports/rolls', 'Attendance', 'Rolls of a report', areas.lists, 'ReportRollsPage'),
  list('/reports/saved', 'Attendance', 'Saved reports', areas.lists, 'SavedReportsPage'),
  list('/open-rolls', 'Attendance', 'Rolls not taken or unfinished', areas.lists, 'OpenRollsPage'),
  list('/settings', 'Settings', 'Institute settings', areas.forms, 'SettingsPage'),
  list('/set-up', 'Settings', 'Set up', areas.other, 'SetUpPage'),
  list('/templates', 'Settings', 'Templates', areas.forms, 'TemplatesPage'),
  list('/change-history', 'Settings', 'Change history', areas.other, 'ChangeHistoryPage'),
  list('/change-history/view', 'Settings', 'Recorded change', areas.other, 'OperationPage'),
  list('/import', 'Settings', 'Import', areas.other, 'ImportPage'),
  list('/messages', 'Settings', 'Messages', areas.other, 'MessagesPage'),
  list('/devices', 'Settings', 'Devices', areas.other, 'DevicesPage'),
  list('/access-tokens', 'Settings', 'Access tokens', areas.other, 'AccessTokensPage'),
  list('/webhooks', 'Settings', 'Webhooks', areas.other, 'WebhooksPage'),
  list('/letters/verify', 'Students', 'Verify a letter', areas.forms, 'VerifyPage'),
  list('/sign-in-blocks', 'Settings', 'Blocked sign-ins', areas.lists, 'BlockedSignInsPage'),
  list('/notes', 'Notes', 'Notes', areas.lists, 'NotesPage'),
  form('/notes/add', 'Notes', 'Note', areas.forms, 'NoteFormPage'),
  list(
    '/timesheet-admin-portal',
    'Timesheet Admin Portal',
    'Timesheet Admin Portal',
    () => import('#web/pay/portal/PortalPage.tsx'),
    'PortalPage',
  ),
  form(
    '/timesheet-admin-portal/add',
    'Timesheet Admin Portal',
    'Check-in',
    areas.forms,
    'CheckInFormPage',
  ),
  list(
    '/timesheet-admin-portal/missing',
    'Timesheet Admin Portal',
    'Without check-in',
    areas.pay,
    'MissingPage',
  ),
  list('/timesheet-admin-portal/runs', 'Payrolls', 'Pay runs', areas.pay, 'PayRunsPage'),
  list('/timesheet-admin-portal/payrolls', 'Payrolls', 'Payrolls', areas.pay, 'PayCodesPage'),
  form(
    '/timesheet-admin-portal/payrolls/add',
    'Payrolls',
    'Pay code',
    areas.forms,
    'PayCodeFormPage',
  ),
  list('/enroll-by-cohort', 'Enroll Student', 'Enroll By Cohort', areas.lists, 'EnrolByCohortPage'),
  form(
    '/enroll-by-cohort/add',
    'Enroll Student',
    'Enroll By Cohort',
    areas.forms,
    'CohortEnrolFormPage',
  ),
  list(
    '/enroll-by-schedule',
    'Enroll Student',
    'Enroll By Schedule',
    areas.lists,
    'EnrolBySchedulePage',
  ),
  form(
    '/enroll-by-schedule/add',
    'Enroll Student',
    'Enroll By Schedule',
    areas.forms,
    'ScheduleEnrolFormPage',
  ),
  list(
    '/enroll-by-schedule/view',
    'Enroll Student',
    'Enrolled students',
    areas.lists,
    'ScheduleStudentsPage',
  ),
  list(
    '/cohort-transfer',
    'Enroll Student',
    'Cohort Transfers',
    areas.lists,
    'CohortTransfersPage',
  ),
  form(
    '/cohort-transfer/add',
    'Enroll Student',
    'Cohort Transfers',
    areas.forms,
    'TransferFormPage',
  ),
] as const;

/**
 * The pages by address. Code and data of a link are requested when it is hovered over, touched or
 * focused.
 */
export const createPages = (context: PageContext) =>
  createRouter({
    routeTree: root.addChildren(routes),
    context,
    ...plainSearch,
    defaultPreload: 'intent',
    // Queries decide how fresh data is.
    defaultPreloadStaleTime: 0,
    defaultGcTime: 0,
    defaultErrorComponent: PageError,
    defaultPendingComponent: PleaseWait,
    // The pending page has its own delay.
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
  });
