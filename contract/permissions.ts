/** Roles and what each may do (spec §6). */
export const roles = ['account', 'admin', 'teacher'] as const;
export type Role = (typeof roles)[number];

export type Action = 'add' | 'read' | 'edit' | 'delete' | 'scheduleAdd' | 'teacherFilter' | 'bulkUpload' | 'export' | 'stats';

export const resources = [
  'Dashboard',
  'Attendance',
  'Students',
  'Timetables',
  'Cohort',
  'Enroll Student',
  'Specialization',
  'Courses',
  'Teachers',
  'Subjects',
  'Semester',
  'Classroom',
  'Approved Leave List',
  'Red List Students',
  'Holidays',
  'Notes',
  'My Timesheet',
  'Timesheet Admin Portal',
  'Payrolls',
  /** Not in the specification: what only concerns the institute's set-up. */
  'Settings',
] as const;
export type Resource = (typeof resources)[number];

/** What one role may do: resource → actions. */
export type Permissions = Partial<Record<Resource, Action[]>>;

const read: Action[] = ['read'];
const all: Action[] = ['add', 'read', 'edit', 'delete'];

const admin: Permissions = {
  Dashboard: all,
  'Enroll Student': all,
  Specialization: all,
  Teachers: all,
  Subjects: all,
  Semester: all,
  Classroom: all,
  'Approved Leave List': all,
  'Red List Students': all,
  Holidays: all,
  Notes: all,
  'My Timesheet': all,
  Attendance: [...all, 'scheduleAdd', 'teacherFilter'],
  Students: [...all, 'bulkUpload', 'export'],
  Timetables: [...all, 'export'],
  Settings: ['read', 'edit'],
};

export const permissionsOf: Record<Role, Permissions> = {
  teacher: {
    Dashboard: read,
    Attendance: all,
    Students: read,
    Timetables: read,
    Subjects: read,
    Semester: read,
    Classroom: read,
    'Red List Students': read,
    Holidays: read,
    Notes: all,
    'My Timesheet': all,
  },
  admin,
  account: {
    ...admin,
    Cohort: all,
    Courses: all,
    'Timesheet Admin Portal': [...all, 'stats'],
    Payrolls: all,
  },
};

/** One resource and one action on it. */
export type Right = readonly [Resource, Action];

export function may(permissions: Permissions, resource: Resource, action: Action): boolean {
  return permissions[resource]?.includes(action) ?? false;
}

/** Whether one of the rights suffices. */
export function mayAny(permissions: Permissions, rights: readonly Right[]): boolean {
  return rights.some(([resource, action]) => may(permissions, resource, action));
}

/** Of several roles the first in the fixed order alone decides. */
export function leadingRole(held: Iterable<string>): Role | undefined {
  const set = new Set(held);
  return roles.find((role) => set.has(role));
}
