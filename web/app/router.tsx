import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { isDate } from '../../contract/dates.ts';
import type { Resource } from '../../contract/permissions.ts';
import { PleaseWait } from '../ui/PleaseWait.tsx';
import { Root } from './Root.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page is shown to those who may read this, or one of these. */
    resource?: Resource | Resource[];
    /** It needs the right to add or, with `?edit=`, to edit. */
    form?: boolean;
    /** It needs this right instead of the one to read. */
    action?: 'export' | 'delete';
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

/** Lists and forms read their own names: whatever the address says is kept as text. */
const anyText = (search: Said): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));

type Load = Parameters<typeof lazyRouteComponent>[0];

/** A section's list. */
const list = <const Path extends string>(path: Path, resource: Resource | Resource[], title: string, load: Load, name: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: anyText,
    staticData: { resource, title },
    component: lazyRouteComponent(load, name as never),
  });

/** A section's form, for who may add or, with `?edit=`, edit. */
const form = <const Path extends string>(path: Path, resource: Resource, title: string, load: Load, name: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: anyText,
    staticData: { resource, title, form: true },
    component: lazyRouteComponent(load, name as never),
  });

/** A page for who may export timetables. */
const exporting = <const Path extends string>(path: Path, title: string, load: Load, name: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: anyText,
    staticData: { resource: 'Timetables', title, action: 'export' },
    component: lazyRouteComponent(load, name as never),
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
  list('/students', 'Students', 'Students', () => import('../features/students/StudentsPage.tsx'), 'StudentsPage'),
  form('/students/add', 'Students', 'Student', () => import('../features/students/StudentFormPage.tsx'), 'StudentFormPage'),
  list('/students/student-details', 'Students', 'Student', () => import('../features/students/details/StudentDetailsPage.tsx'), 'StudentDetailsPage'),
  list('/timetable', 'Timetables', 'Timetables', () => import('../features/timetable/TimetablePage.tsx'), 'TimetablePage'),
  form('/timetable/add', 'Timetables', 'Timetable', () => import('../features/timetable/TimetableFormPage.tsx'), 'TimetableFormPage'),
  list('/cohort', 'Cohort', 'Cohort', () => import('../features/cohorts/CohortsPage.tsx'), 'CohortsPage'),
  form('/cohort/add', 'Cohort', 'Cohort', () => import('../features/cohorts/CohortFormPage.tsx'), 'CohortFormPage'),
  list('/cohort/view', ['Cohort', 'Enroll Student'], 'Cohort', () => import('../features/cohorts/CohortViewPage.tsx'), 'CohortViewPage'),
  list(
    '/specialization',
    'Specialization',
    'Specialization',
    () => import('../features/specializations/SpecializationsPage.tsx'),
    'SpecializationsPage',
  ),
  form(
    '/specialization/add',
    'Specialization',
    'Specialization',
    () => import('../features/specializations/SpecializationFormPage.tsx'),
    'SpecializationFormPage',
  ),
  list('/courses', 'Courses', 'Courses', () => import('../features/courses/CoursesPage.tsx'), 'CoursesPage'),
  form('/courses/add', 'Courses', 'Course', () => import('../features/courses/CourseFormPage.tsx'), 'CourseFormPage'),
  list('/teachers', 'Teachers', 'Teachers', () => import('../features/teachers/TeachersPage.tsx'), 'TeachersPage'),
  form('/teachers/add', 'Teachers', 'Teacher', () => import('../features/teachers/TeacherFormPage.tsx'), 'TeacherFormPage'),
  list('/subjects', 'Subjects', 'Subjects', () => import('../features/subjects/SubjectsPage.tsx'), 'SubjectsPage'),
  form('/subjects/add', 'Subjects', 'Subject', () => import('../features/subjects/SubjectFormPage.tsx'), 'SubjectFormPage'),
  list('/semester', 'Semester', 'Semester', () => import('../features/semesters/SemestersPage.tsx'), 'SemestersPage'),
  form('/semester/add', 'Semester', 'Semester', () => import('../features/semesters/SemesterFormPage.tsx'), 'SemesterFormPage'),
  list('/classroom', 'Classroom', 'Classroom', () => import('../features/classrooms/ClassroomsPage.tsx'), 'ClassroomsPage'),
  form('/classroom/add', 'Classroom', 'Classroom', () => import('../features/classrooms/ClassroomFormPage.tsx'), 'ClassroomFormPage'),
  list('/leave', 'Approved Leave List', 'Approved Leave List', () => import('../features/leave/LeavePage.tsx'), 'LeavePage'),
  form('/leave/add', 'Approved Leave List', 'Leave', () => import('../features/leave/LeaveFormPage.tsx'), 'LeaveFormPage'),
  list('/red-list-students', 'Red List Students', 'Red List Students', () => import('../features/red-list/RedListPage.tsx'), 'RedListPage'),
  form(
    '/red-list-students/add',
    'Red List Students',
    'Red list student',
    () => import('../features/red-list/RedListFormPage.tsx'),
    'RedListFormPage',
  ),
  list('/holiday', 'Holidays', 'Holidays', () => import('../features/holidays/HolidaysPage.tsx'), 'HolidaysPage'),
  form('/holiday/add', 'Holidays', 'Holiday', () => import('../features/holidays/HolidayFormPage.tsx'), 'HolidayFormPage'),
  list('/mytimesheet', 'My Timesheet', 'My Timesheet', () => import('../features/timesheet/TimesheetPage.tsx'), 'TimesheetPage'),
  exporting('/master-export', 'Master Export', () => import('../features/exports/MasterExportPage.tsx'), 'MasterExportPage'),
  exporting('/schedule-export', 'Schedule export', () => import('../features/exports/ScheduleExportPage.tsx'), 'ScheduleExportPage'),
  exporting('/jobs', 'Exports by mail', () => import('../features/exports/JobsPage.tsx'), 'JobsPage'),
  exporting('/inbox', 'Local inbox', () => import('../features/exports/InboxPage.tsx'), 'InboxPage'),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    validateSearch: anyText,
    staticData: { resource: 'Students', title: 'Audit log', action: 'delete' },
    component: lazyRouteComponent(() => import('../features/audit/AuditPage.tsx'), 'AuditPage'),
  }),
  list('/sign-in-blocks', 'Settings', 'Blocked sign-ins', () => import('../features/blocked-sign-ins/BlockedSignInsPage.tsx'), 'BlockedSignInsPage'),
  list('/notes', 'Notes', 'Notes', () => import('../features/notes/NotesPage.tsx'), 'NotesPage'),
  form('/notes/add', 'Notes', 'Note', () => import('../features/notes/NoteFormPage.tsx'), 'NoteFormPage'),
  list(
    '/timesheet-admin-portal',
    'Timesheet Admin Portal',
    'Timesheet Admin Portal',
    () => import('../features/portal/PortalPage.tsx'),
    'PortalPage',
  ),
  form(
    '/timesheet-admin-portal/add',
    'Timesheet Admin Portal',
    'Check-in',
    () => import('../features/portal/CheckInFormPage.tsx'),
    'CheckInFormPage',
  ),
  list(
    '/timesheet-admin-portal/missing',
    'Timesheet Admin Portal',
    'Without check-in',
    () => import('../features/portal/MissingPage.tsx'),
    'MissingPage',
  ),
  list('/timesheet-admin-portal/payrolls', 'Payrolls', 'Payrolls', () => import('../features/pay-codes/PayCodesPage.tsx'), 'PayCodesPage'),
  form('/timesheet-admin-portal/payrolls/add', 'Payrolls', 'Pay code', () => import('../features/pay-codes/PayCodeFormPage.tsx'), 'PayCodeFormPage'),
  list('/enroll-by-cohort', 'Enroll Student', 'Enroll By Cohort', () => import('../features/enrolment/EnrollByCohortPage.tsx'), 'EnrollByCohortPage'),
  form(
    '/enroll-by-cohort/add',
    'Enroll Student',
    'Enroll By Cohort',
    () => import('../features/enrolment/CohortEnrolFormPage.tsx'),
    'CohortEnrolFormPage',
  ),
  list(
    '/enroll-by-schedule',
    'Enroll Student',
    'Enroll By Schedule',
    () => import('../features/enrolment/EnrollBySchedulePage.tsx'),
    'EnrollBySchedulePage',
  ),
  form(
    '/enroll-by-schedule/add',
    'Enroll Student',
    'Enroll By Schedule',
    () => import('../features/enrolment/ScheduleEnrolFormPage.tsx'),
    'ScheduleEnrolFormPage',
  ),
  list(
    '/enroll-by-schedule/view',
    'Enroll Student',
    'Enrolled students',
    () => import('../features/enrolment/ScheduleStudentsPage.tsx'),
    'ScheduleStudentsPage',
  ),
  list(
    '/cohort-transfer',
    'Enroll Student',
    'Cohort Transfers',
    () => import('../features/enrolment/CohortTransfersPage.tsx'),
    'CohortTransfersPage',
  ),
  form('/cohort-transfer/add', 'Enroll Student', 'Cohort Transfers', () => import('../features/enrolment/TransferFormPage.tsx'), 'TransferFormPage'),
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
