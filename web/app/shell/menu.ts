import type { Action, Resource } from '../../../contract/permissions.ts';

/** One entry of the sidebar; `add` is where its "Add" shortcut leads (spec §2, design §6). */
export interface MenuEntry {
  title: string;
  path: string;
  icon: string;
  resource: Resource;
  add?: string;
  /** Another right than `add` on the resource. */
  addRight?: [Resource, Action];
  children?: MenuEntry[];
}

const section = (title: string, path: string, icon: string, resource: Resource): MenuEntry => ({ title, path, icon, resource, add: `${path}/add` });

/** The specification's entries, in its order. */
export const menu: MenuEntry[] = [
  { title: 'My Timesheet', path: '/mytimesheet', icon: 'timesheet', resource: 'My Timesheet', add: '/mytimesheet' },
  {
    title: 'Dashboard',
    path: '/dashboard',
    icon: 'dashboard',
    resource: 'Dashboard',
    add: '/timetable/add',
    addRight: ['Attendance', 'scheduleAdd'],
  },
  { title: 'Attendance', path: '/', icon: 'attendance', resource: 'Attendance', add: '/' },
  section('Students', '/students', 'students', 'Students'),
  section('Timetables', '/timetable', 'timetable', 'Timetables'),
  section('Cohort', '/cohort', 'cohort', 'Cohort'),
  {
    title: 'Enroll Student',
    path: '/enroll',
    icon: 'enroll',
    resource: 'Enroll Student',
    children: [
      section('Enroll By Cohort', '/enroll-by-cohort', 'cohort', 'Enroll Student'),
      section('Enroll By Schedule', '/enroll-by-schedule', 'timetable', 'Enroll Student'),
      section('Cohort Transfers', '/cohort-transfer', 'transfer', 'Enroll Student'),
    ],
  },
  section('Specialization', '/specialization', 'specialization', 'Specialization'),
  section('Courses', '/courses', 'courses', 'Courses'),
  section('Teachers', '/teachers', 'teachers', 'Teachers'),
  section('Subjects', '/subjects', 'subjects', 'Subjects'),
  section('Semester', '/semester', 'semester', 'Semester'),
  section('Classroom', '/classroom', 'classroom', 'Classroom'),
  section('Approved Leave List', '/leave', 'leave', 'Approved Leave List'),
  section('Red List Students', '/red-list-students', 'redlist', 'Red List Students'),
  section('Holidays', '/holiday', 'holidays', 'Holidays'),
  section('Notes', '/notes', 'notes', 'Notes'),
  {
    title: 'Timesheet Admin Portal',
    path: '/timesheet-admin-portal',
    icon: 'portal',
    resource: 'Timesheet Admin Portal',
    add: '/timesheet-admin-portal/add',
  },
];

/** What a role sees: pages that exist and that it may read; a group shows while it has entries. */
export function visibleMenu(
  entries: MenuEntry[],
  may: (resource: Resource, action: Action) => boolean,
  isBuilt: (path: string) => boolean,
): MenuEntry[] {
  return entries.flatMap((entry) => {
    if (!may(entry.resource, 'read')) return [];
    if (entry.children) {
      const children = visibleMenu(entry.children, may, isBuilt);
      return children.length ? [{ ...entry, children }] : [];
    }
    return isBuilt(entry.path) ? [entry] : [];
  });
}

/** What the header search finds; each with the shortcut to add, where that page exists and is allowed. */
export function searchMenu(
  entries: MenuEntry[],
  text: string,
  may: (resource: Resource, action: Action) => boolean,
  isBuilt: (path: string) => boolean,
): { title: string; path: string; add?: string }[] {
  const wanted = text.trim().toLowerCase();
  const addOf = ({ add, addRight, resource }: MenuEntry) =>
    add && isBuilt(add) && may(...(addRight ?? ([resource, 'add'] as const))) ? add : undefined;
  return entries
    .flatMap(({ children = [], ...entry }) => {
      const [first] = children;
      // A group has no page of its own: it opens its first one.
      return [first ? { ...first, title: entry.title } : entry, ...children];
    })
    .filter((entry) => entry.title.toLowerCase().includes(wanted))
    .map((entry) => ({ title: entry.title, path: entry.path, add: addOf(entry) }));
}
