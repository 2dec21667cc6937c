import type { PermissionSubject } from '../permissions.ts';

/** Who may edit rows of one of these decides about their texts after an erasure (R-ERASE-1). */
export const erasureEditors: PermissionSubject[] = [
  'Timetables',
  'Subjects',
  'Courses',
  'Specialization',
  'Classroom',
  'Cohort',
  'Holidays',
  'Timesheet Admin Portal',
  'Approved Leave List',
  'Red List Students',
  'Settings',
];
