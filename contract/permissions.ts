/** Roles and their permissions (R-ACCESS-1). */
export const roles = ['account', 'admin', 'teacher', 'student'] as const;
export type Role = (typeof roles)[number];

export type Action =
  | 'add'
  | 'read'
  | 'edit'
  | 'delete'
  | 'scheduleAdd'
  | 'teacherFilter'
  | 'bulkUpload'
  | 'export'
  | 'stats';

export const permissionSubjects = [
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
  /** Permissions for the institute's set-up only. */
  'Settings',
  /** What students read and enter about themselves alone (R-ME-1). */
  'My Attendance',
] as const;
export type PermissionSubject = (typeof permissionSubjects)[number];

/** The permissions of a role: subject → actions. */
export type Permissions = Partial<Record<PermissionSubject, Action[]>>;

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
  student: {
    'My Attendance': ['read', 'add'],
  },
};

/**
 * What a user may do: what the leading role may and, for who is a student as well, what they may
 * about themselves (R-ME-1).
 */
export const permissionsWith = (leading: Role, isStudent: boolean): Permissions =>
  isStudent ? { ...permissionsOf[leading], ...permissionsOf.student } : permissionsOf[leading];

/** An action on a subject. */
export type Permission = readonly [PermissionSubject, Action];

export function can(permissions: Permissions, subject: PermissionSubject, action: Action): boolean {
  return permissions[subject]?.includes(action) ?? false;
}

/** Whether the role has one of the permissions. */
export function canAny(permissions: Permissions, anyOf: readonly Permission[]): boolean {
  return anyOf.some(([subject, action]) => can(permissions, subject, action));
}

/** Of several roles, only the first in the fixed order counts. */
export function leadingRole(held: Iterable<string>): Role | undefined {
  const set = new Set(held);
  return roles.find((role) => set.has(role));
}
