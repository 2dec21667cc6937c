import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { isDate } from '../../contract/dates.ts';
import type { Resource } from '../../contract/permissions.ts';
import { PleaseWait } from '../ui/PleaseWait.tsx';
import { areas } from './areas.ts';
import { loadDashboard, loadDetails, loadList, loadRoll, loadStartPage, type PageContext } from './page-data.ts';
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
    router: ReturnType<typeof createPages>;
  }
}

const root = createRootRouteWithContext<PageContext>()({
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import('./NotFoundPage.tsx'), 'NotFoundPage'),
});

/** What an address says, read without the schemas: they are not needed before sign-in. */
type Said = Record<string, unknown>;
const text = (value: unknown, fits: (value: string) => boolean) => (typeof value === 'string' && fits(value) ? value : undefined);

const day = (search: Said): { date?: string } => ({ date: text(search.date, isDate) });

/** A class on a date, as the Start and View buttons name it. */
const classOnDate = (search: Said): { id?: number; date?: string } => {
  const id = Number(search.id);
  return { ...day(search), id: Number.isSafeInteger(id) && id > 0 ? id : undefined };
};

const short = (value: unknown) => text(value, (it) => it.length > 0 && it.length <= 100);

/** A day on the dashboard: whose classes, which of them, and how they are shown. */
export interface DashboardSearch {
  date?: string;
  teacher?: string;
  view?: 'cards' | 'table';
  text?: string;
  room?: string;
  state?: string;
}

const dayOfTeacher = (search: Said): DashboardSearch => ({
  ...day(search),
  teacher: text(search.teacher, (value) => /^(all|\d{1,15})$/.test(value)),
  view: search.view === 'cards' || search.view === 'table' ? search.view : undefined,
  text: short(search.text),
  room: short(search.room),
  state: short(search.state),
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
    loader: path === '/students/student-details' ? loadDetails : loadList,
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
    loader: loadStartPage,
    component: lazyRouteComponent(areas.roll, 'AttendancePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/attendance/add',
    validateSearch: classOnDate,
    staticData: { resource: 'Attendance', title: 'Attendance' },
    loader: loadRoll,
    component: lazyRouteComponent(areas.roll, 'TakeRollPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/attendance/view',
    validateSearch: classOnDate,
    staticData: { resource: 'Attendance', title: 'Attendance' },
    loader: loadRoll,
    component: lazyRouteComponent(areas.roll, 'ViewRollPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/dashboard',
    validateSearch: dayOfTeacher,
    staticData: { resource: 'Dashboard', title: 'Dashboard' },
    loader: loadDashboard,
    component: lazyRouteComponent(areas.roll, 'DashboardPage'),
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
  list('/students/student-details', 'Students', 'Student', areas.lists, 'StudentDetailsPage'),
  list('/timetable', 'Timetables', 'Timetables', areas.lists, 'TimetablePage'),
  form('/timetable/add', 'Timetables', 'Timetable', areas.forms, 'TimetableFormPage'),
  list('/cohort', 'Cohort', 'Cohort', areas.lists, 'CohortsPage'),
  form('/cohort/add', 'Cohort', 'Cohort', areas.forms, 'CohortFormPage'),
  list('/cohort/view', ['Cohort', 'Enroll Student'], 'Cohort', areas.lists, 'CohortViewPage'),
  list('/specialization', 'Specialization', 'Specialization', areas.lists, 'SpecializationsPage'),
  form('/specialization/add', 'Specialization', 'Specialization', areas.forms, 'SpecializationFormPage'),
  list('/courses', 'Courses', 'Courses', areas.lists, 'CoursesPage'),
  form('/courses/add', 'Courses', 'Course', areas.forms, 'CourseFormPage'),
  list('/teachers', 'Teachers', 'Teachers', areas.lists, 'TeachersPage'),
  form('/teachers/add', 'Teachers', 'Teacher', areas.forms, 'TeacherFormPage'),
  list('/subjects', 'Subjects', 'Subjects', areas.lists, 'SubjectsPage'),
  form('/subjects/add', 'Subjects', 'Subject', areas.forms, 'SubjectFormPage'),
  list('/semester', 'Semester', 'Semester', areas.lists, 'SemestersPage'),
  form('/semester/add', 'Semester', 'Semester', areas.forms, 'SemesterFormPage'),
  list('/classroom', 'Classroom', 'Classroom', areas.lists, 'ClassroomsPage'),
  form('/classroom/add', 'Classroom', 'Classroom', areas.forms, 'ClassroomFormPage'),
  list('/leave', 'Approved Leave List', 'Approved Leave List', areas.lists, 'LeavePage'),
  form('/leave/add', 'Approved Leave List', 'Leave', areas.forms, 'LeaveFormPage'),
  list('/red-list-students', 'Red List Students', 'Red List Students', areas.lists, 'RedListPage'),
  form('/red-list-students/add', 'Red List Students', 'Red list student', areas.forms, 'RedListFormPage'),
  list('/holiday', 'Holidays', 'Holidays', () => import('../features/holidays/HolidaysPage.tsx'), 'HolidaysPage'),
  form('/holiday/add', 'Holidays', 'Holiday', areas.forms, 'HolidayFormPage'),
  list('/mytimesheet', 'My Timesheet', 'My Timesheet', areas.pay, 'TimesheetPage'),
  exporting('/master-export', 'Master Export', () => import('../features/exports/MasterExportPage.tsx'), 'MasterExportPage'),
  exporting('/schedule-export', 'Schedule export', areas.other, 'ScheduleExportPage'),
  exporting('/jobs', 'Exports by mail', areas.other, 'JobsPage'),
  exporting('/inbox', 'Local inbox', areas.other, 'InboxPage'),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    validateSearch: anyText,
    staticData: { resource: 'Students', title: 'Audit log', action: 'delete' },
    component: lazyRouteComponent(areas.lists, 'AuditPage'),
  }),
  list('/sign-in-blocks', 'Settings', 'Blocked sign-ins', areas.lists, 'BlockedSignInsPage'),
  list('/notes', 'Notes', 'Notes', areas.lists, 'NotesPage'),
  form('/notes/add', 'Notes', 'Note', areas.forms, 'NoteFormPage'),
  list(
    '/timesheet-admin-portal',
    'Timesheet Admin Portal',
    'Timesheet Admin Portal',
    () => import('../features/portal/PortalPage.tsx'),
    'PortalPage',
  ),
  form('/timesheet-admin-portal/add', 'Timesheet Admin Portal', 'Check-in', areas.forms, 'CheckInFormPage'),
  list('/timesheet-admin-portal/missing', 'Timesheet Admin Portal', 'Without check-in', areas.pay, 'MissingPage'),
  list('/timesheet-admin-portal/payrolls', 'Payrolls', 'Payrolls', areas.pay, 'PayCodesPage'),
  form('/timesheet-admin-portal/payrolls/add', 'Payrolls', 'Pay code', areas.forms, 'PayCodeFormPage'),
  list('/enroll-by-cohort', 'Enroll Student', 'Enroll By Cohort', areas.lists, 'EnrollByCohortPage'),
  form('/enroll-by-cohort/add', 'Enroll Student', 'Enroll By Cohort', areas.forms, 'CohortEnrolFormPage'),
  list('/enroll-by-schedule', 'Enroll Student', 'Enroll By Schedule', areas.lists, 'EnrollBySchedulePage'),
  form('/enroll-by-schedule/add', 'Enroll Student', 'Enroll By Schedule', areas.forms, 'ScheduleEnrolFormPage'),
  list('/enroll-by-schedule/view', 'Enroll Student', 'Enrolled students', areas.lists, 'ScheduleStudentsPage'),
  list('/cohort-transfer', 'Enroll Student', 'Cohort Transfers', areas.lists, 'CohortTransfersPage'),
  form('/cohort-transfer/add', 'Enroll Student', 'Cohort Transfers', areas.forms, 'TransferFormPage'),
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

/** The pages by address. Code and data of a link are requested when it is hovered over, touched or focused. */
export const createPages = (context: PageContext) =>
  createRouter({
    routeTree: root.addChildren(routes),
    context,
    ...plain,
    defaultPreload: 'intent',
    // How fresh data is, is the queries' business.
    defaultPreloadStaleTime: 0,
    defaultGcTime: 0,
    defaultPendingComponent: PleaseWait,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
  });
