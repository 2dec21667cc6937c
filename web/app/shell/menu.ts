import {
  IconArrowsExchange,
  IconBeach,
  IconCalendarPlus,
  IconCalendarWeek,
  IconClipboardCheck,
  IconClockDollar,
  IconClockHour4,
  IconLayoutDashboard,
  IconNotes,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
  IconUsersPlus,
} from '@tabler/icons-react';
import type { Action, PermissionSubject } from '#contract/permissions.ts';
import { resourcePages } from '../resource-pages.ts';

/** One entry of the sidebar; `add` is where its "Add" shortcut leads (R-SHELL-1). */
export interface MenuEntry {
  title: string;
  path: string;
  icon: typeof IconBeach;
  permission: PermissionSubject;
  add?: string;
  /** Required in addition to the permission to open that page. */
  addPermission?: [PermissionSubject, Action];
  children?: MenuEntry[];
}

const entry = (
  title: string,
  path: string,
  icon: MenuEntry['icon'],
  subject: PermissionSubject,
): MenuEntry => ({
  title,
  path,
  icon,
  permission: subject,
  add: `${path}/add`,
});

/** All entries, in the specified order (R-SHELL-1). */
export const menu: MenuEntry[] = [
  {
    title: 'My Timesheet',
    path: '/mytimesheet',
    icon: IconClockHour4,
    permission: 'My Timesheet',
    add: '/mytimesheet',
    addPermission: ['My Timesheet', 'add'],
  },
  {
    title: 'Dashboard',
    path: '/dashboard',
    icon: IconLayoutDashboard,
    permission: 'Dashboard',
    add: '/timetable/add',
    addPermission: ['Attendance', 'scheduleAdd'],
  },
  {
    title: 'Attendance',
    path: '/',
    icon: IconClipboardCheck,
    permission: 'Attendance',
    add: '/',
    addPermission: ['Attendance', 'add'],
  },
  entry('Students', '/students', IconUsers, 'Students'),
  entry('Timetables', '/timetable', IconCalendarWeek, 'Timetables'),
  entry('Cohort', '/cohort', IconUsersGroup, 'Cohort'),
  {
    title: 'Enroll Student',
    path: '/enroll',
    icon: IconUserPlus,
    permission: 'Enroll Student',
    children: [
      entry('Enroll By Cohort', '/enroll-by-cohort', IconUsersPlus, 'Enroll Student'),
      entry('Enroll By Schedule', '/enroll-by-schedule', IconCalendarPlus, 'Enroll Student'),
      entry('Cohort Transfers', '/cohort-transfer', IconArrowsExchange, 'Enroll Student'),
    ],
  },
  ...resourcePages.map(({ title, path, icon, permission }) => entry(title, path, icon, permission)),
  entry('Holidays', '/holiday', IconBeach, 'Holidays'),
  entry('Notes', '/notes', IconNotes, 'Notes'),
  {
    title: 'Timesheet Admin Portal',
    path: '/timesheet-admin-portal',
    icon: IconClockDollar,
    permission: 'Timesheet Admin Portal',
    add: '/timesheet-admin-portal/add',
  },
];

/** A page without an entry in the sidebar, for the search. */
export interface OtherPage {
  title: string;
  path: string;
  search?: Record<string, string>;
  add?: string;
  /** Required in addition to the permission to open the page. */
  requires?: [PermissionSubject, Action];
}

export const otherPages: OtherPage[] = [
  {
    title: 'Bulk upload',
    path: '/students',
    search: { show: 'upload' },
    requires: ['Students', 'bulkUpload'],
  },
  {
    title: 'Upload of guardians',
    path: '/students',
    search: { show: 'guardians' },
    requires: ['Students', 'edit'],
  },
  { title: 'Hand out cards', path: '/students/cards', requires: ['Students', 'edit'] },
  {
    title: 'Payrolls',
    path: '/timesheet-admin-portal/payrolls',
    add: '/timesheet-admin-portal/payrolls/add',
  },
  { title: 'Pay runs', path: '/timesheet-admin-portal/runs' },
  { title: 'Without check-in', path: '/timesheet-admin-portal/missing' },
  { title: 'Attendance today', path: '/todays-rolls' },
  { title: 'Attendance not taken', path: '/open-rolls' },
  { title: 'Absences', path: '/absences' },
  { title: 'Rules of the red list', path: '/red-list-students/rules' },
  { title: 'Follow-ups', path: '/follow-ups' },
  { title: 'Contact hours', path: '/contact-hours' },
  { title: 'Reports', path: '/reports' },
  { title: 'Saved reports', path: '/reports/saved' },
  { title: 'Checks', path: '/checks' },
  { title: 'Week', path: '/timetable/week' },
  { title: 'Free classrooms', path: '/free-rooms' },
  { title: 'Find a time', path: '/timetable/find-time' },
  { title: 'Timetable health', path: '/timetable/health' },
  { title: 'Teacher away', path: '/teacher-away' },
  { title: 'Change all classes', path: '/timetable/reassign' },
  { title: 'Master Export', path: '/master-export' },
  { title: 'Schedule export', path: '/schedule-export' },
  { title: 'Exports by mail', path: '/jobs' },
  { title: 'Local inbox', path: '/inbox' },
  { title: 'Audit log', path: '/audit' },
  { title: 'Texts of erased students', path: '/erasure-texts' },
  { title: 'Import', path: '/import' },
  {
    title: 'Export for another system',
    path: '/import',
    search: { show: 'export' },
    requires: ['Students', 'export'],
  },
  { title: 'Change history', path: '/change-history' },
  { title: 'Institute settings', path: '/settings' },
  { title: 'Set up', path: '/set-up' },
  { title: 'Templates', path: '/templates' },
  { title: 'Messages', path: '/messages' },
  { title: 'Devices', path: '/devices' },
  { title: 'Access tokens', path: '/access-tokens' },
  { title: 'Webhooks', path: '/webhooks' },
  { title: 'Verify a letter', path: '/letters/verify' },
  { title: 'Requests for leaves', path: '/leave-requests' },
  { title: 'Blocked sign-ins', path: '/sign-in-blocks' },
  { title: 'Privacy policy', path: '/privacy-policy' },
  { title: 'Support', path: '/support' },
];

/** Whether an address is a page without parameters. */
export const isPage = (path: string): boolean =>
  [...menu.flatMap((entry) => entry.children ?? entry), ...otherPages].some(
    (page) => page.path === path,
  );

/** The menu of a role: existing pages that it may read; a group shows while it has entries. */
export function visibleMenu(
  entries: MenuEntry[],
  can: (subject: PermissionSubject, action: Action) => boolean,
  isBuilt: (path: string) => boolean,
): MenuEntry[] {
  return entries.flatMap((entry) => {
    if (!can(entry.permission, 'read')) return [];
    if (entry.children) {
      const children = visibleMenu(entry.children, can, isBuilt);
      return children.length ? [{ ...entry, children }] : [];
    }
    return isBuilt(entry.path) ? [entry] : [];
  });
}
