import { describe, expect, it } from 'vitest';
import { permissionsOf, resources, type Action } from './permissions.ts';

const all: Action[] = ['add', 'read', 'edit', 'delete'];
const readers = ['Students', 'Timetables', 'Subjects', 'Semester', 'Classroom', 'Red List Students', 'Holidays'] as const;

describe('the permission map is the specification’s (spec §6)', () => {
  it('teacher', () => {
    const { teacher } = permissionsOf;
    expect(teacher.Dashboard).toEqual(['read']);
    for (const resource of readers) expect(teacher[resource]).toEqual(['read']);
    for (const resource of ['Attendance', 'Notes', 'My Timesheet'] as const) expect(teacher[resource]).toEqual(all);
    expect(Object.keys(teacher)).toHaveLength(4 + readers.length);
  });

  it('admin', () => {
    const { admin } = permissionsOf;
    for (const resource of ['Dashboard', 'Enroll Student', 'Specialization', 'Teachers', 'Subjects', 'Semester', 'Classroom'] as const)
      expect(admin[resource]).toEqual(all);
    for (const resource of ['Approved Leave List', 'Red List Students', 'Holidays', 'Notes', 'My Timesheet'] as const)
      expect(admin[resource]).toEqual(all);
    expect(admin.Attendance).toEqual([...all, 'scheduleAdd', 'teacherFilter']);
    expect(admin.Students).toEqual([...all, 'bulkUpload', 'export']);
    expect(admin.Timetables).toEqual([...all, 'export']);
    expect(admin.Settings).toEqual(['read', 'edit']);
    for (const resource of ['Cohort', 'Courses', 'Timesheet Admin Portal', 'Payrolls'] as const) expect(admin[resource]).toBeUndefined();
  });

  it('account has everything admin has and four more', () => {
    const { account, admin } = permissionsOf;
    expect(account).toMatchObject(admin);
    expect(Object.keys(account)).toHaveLength(resources.length);
    expect(account['Timesheet Admin Portal']).toEqual([...all, 'stats']);
  });
});
