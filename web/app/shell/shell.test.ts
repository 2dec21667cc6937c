import { describe, expect, it } from 'vitest';
import { may, permissionsOf, type Role } from '../../../contract/permissions.ts';
import { crumbsOf } from './crumbs.ts';
import { menu, searchMenu, visibleMenu } from './menu.ts';

const as = (role: Role) => (resource: Parameters<typeof may>[1], action: Parameters<typeof may>[2]) => may(permissionsOf[role], resource, action);
const everything = () => true;
const titles = (role: Role, isBuilt: (path: string) => boolean = everything) => visibleMenu(menu, as(role), isBuilt).map(({ title }) => title);

describe('the sidebar', () => {
  it('shows account every entry of the specification, in its order', () => {
    expect(titles('account').join(', ')).toBe(
      'My Timesheet, Dashboard, Attendance, Students, Timetables, Cohort, Enroll Student, Specialization, Courses, Teachers, Subjects, Semester, Classroom, Approved Leave List, Red List Students, Holidays, Notes, Timesheet Admin Portal',
    );
  });

  it('leaves out what a role may not read', () => {
    expect(titles('admin')).not.toContain('Cohort');
    expect(titles('teacher').join(', ')).toBe(
      'My Timesheet, Dashboard, Attendance, Students, Timetables, Subjects, Semester, Classroom, Red List Students, Holidays, Notes',
    );
  });

  it('leaves out pages that do not exist yet, and groups without any', () => {
    expect(titles('account', (path) => path === '/dashboard' || path === '/')).toEqual(['Dashboard', 'Attendance']);
    const group = visibleMenu(menu, as('admin'), (path) => path === '/cohort-transfer');
    expect(group).toMatchObject([{ title: 'Enroll Student', children: [{ title: 'Cohort Transfers' }] }]);
  });
});

describe('the header search', () => {
  it('finds entries and sub-entries by a part of their titles, with their add shortcut', () => {
    expect(searchMenu(menu, 'enroll', as('admin'), everything).map(({ title }) => title)).toEqual([
      'Enroll Student',
      'Enroll By Cohort',
      'Enroll By Schedule',
    ]);
    expect(searchMenu(menu, 'dash', as('admin'), everything)).toEqual([{ title: 'Dashboard', path: '/dashboard', add: '/timetable/add' }]);
  });

  it('finds a group by its own title: it opens its first page', () => {
    expect(searchMenu(menu, 'enroll stu', as('admin'), everything)).toEqual([
      { title: 'Enroll Student', path: '/enroll-by-cohort', add: '/enroll-by-cohort/add' },
    ]);
  });

  it('offers to add only where the role may', () => {
    expect(searchMenu(menu, 'holi', as('teacher'), everything)).toEqual([{ title: 'Holidays', path: '/holiday', add: undefined }]);
    expect(searchMenu(menu, 'dash', as('teacher'), everything)[0]!.add).toBeUndefined();
  });
});

describe('breadcrumbs', () => {
  const crumbs = (path: string, search = {}) =>
    crumbsOf(path, search, { '/students': 'Students' }, (it) => it === '/students').map(({ title }) => title);
  it.each([
    ['/', {}, 'Home'],
    ['/students', {}, 'Home, Students'],
    ['/students/add', {}, 'Home, Students, add'],
    ['/students/add', { edit: '4' }, 'Home, Students, edit'],
    ['/attendance/add', { id: '4' }, 'Home, attendance, add'],
    ['/enroll-by-schedule/view', { id: '4' }, 'Home, enroll by schedule, enrolled students'],
  ])('%s %j: %s', (path, search, expected) => expect(crumbs(path, search).join(', ')).toBe(expected));
});
