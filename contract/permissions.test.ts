import { describe, expect, it } from 'vitest';
import {
  leadingRole,
  permissionsOf,
  permissionSubjects,
  permissionsWith,
  roles,
  type Action,
} from './permissions.ts';

const all: Action[] = ['add', 'read', 'edit', 'delete'];
const readers = [
  'Students',
  'Timetables',
  'Subjects',
  'Semester',
  'Classroom',
  'Red List Students',
  'Holidays',
] as const;

describe('the permission map (R-ACCESS-1)', () => {
  it('teacher', () => {
    const { teacher } = permissionsOf;
    expect(teacher.Dashboard).toEqual(['read']);
    for (const subject of readers) expect(teacher[subject]).toEqual(['read']);
    for (const subject of ['Attendance', 'Notes', 'My Timesheet'] as const)
      expect(teacher[subject]).toEqual(all);
    expect(Object.keys(teacher)).toHaveLength(4 + readers.length);
  });

  it('admin', () => {
    const { admin } = permissionsOf;
    for (const subject of [
      'Dashboard',
      'Enroll Student',
      'Specialization',
      'Teachers',
      'Subjects',
      'Semester',
      'Classroom',
    ] as const)
      expect(admin[subject]).toEqual(all);
    for (const subject of [
      'Approved Leave List',
      'Red List Students',
      'Holidays',
      'Notes',
      'My Timesheet',
    ] as const)
      expect(admin[subject]).toEqual(all);
    expect(admin.Attendance).toEqual([...all, 'scheduleAdd', 'teacherFilter']);
    expect(admin.Students).toEqual([...all, 'bulkUpload', 'export']);
    expect(admin.Timetables).toEqual([...all, 'export']);
    expect(admin.Settings).toEqual(['read', 'edit']);
    for (const subject of ['Cohort', 'Courses', 'Timesheet Admin Portal', 'Payrolls'] as const)
      expect(admin[subject]).toBeUndefined();
  });

  it('account has everything admin has and four more', () => {
    const { account, admin } = permissionsOf;
    expect(account).toMatchObject(admin);
    expect(Object.keys(account)).toHaveLength(permissionSubjects.length - 1);
    expect(account['My Attendance']).toBeUndefined();
    expect(account['Timesheet Admin Portal']).toEqual([...all, 'stats']);
  });

  it('student has nothing but their own attendance, and is last in the order (R-ME-1)', () => {
    expect(permissionsOf.student).toEqual({ 'My Attendance': ['read', 'add'] });
    expect(roles.at(-1)).toBe('student');
    expect(leadingRole(['student', 'teacher'])).toBe('teacher');
  });

  it('who teaches and studies keeps what the leading role may', () => {
    expect(permissionsWith('teacher', true)).toEqual({
      ...permissionsOf.teacher,
      'My Attendance': ['read', 'add'],
    });
    expect(permissionsWith('teacher', false)).toEqual(permissionsOf.teacher);
  });
});
