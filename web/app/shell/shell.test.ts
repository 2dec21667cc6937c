import { describe, expect, it } from 'vitest';
import { can, permissionsOf, type Role } from '#contract/permissions.ts';
import { crumbsOf } from './crumbs.ts';
import { pages } from '../pages/index.ts';
import type { Page } from '../pages/page.ts';
import { isAt, isPage, menu, toolGroups, visibleMenu } from './menu.ts';

const as =
  (role: Role) => (subject: Parameters<typeof can>[1], action: Parameters<typeof can>[2]) =>
    can(permissionsOf[role], subject, action);
const everything = () => true;
const titles = (role: Role, isBuilt: (path: string) => boolean = everything) =>
  visibleMenu(menu, as(role), isBuilt).map(({ title }) => title);

describe('the sidebar', () => {
  it('shows account every entry, in the specified order', () => {
    expect(titles('account').join(', ')).toBe(
      'My Timesheet, Dashboard, Attendance, Students, Timetables, Cohort, Enroll Student, ' +
        'Specialization, Courses, Teachers, Subjects, Semester, Classroom, ' +
        'Approved Leave List, Red List Students, Holidays, Notes, Timesheet Admin Portal',
    );
  });

  it.each(['teacher', 'admin', 'account'] as const)(
    'starts with My Timesheet for %s, as specified',
    (role) => {
      expect(titles(role)[0]).toBe('My Timesheet');
    },
  );

  it('excludes pages that a role may not read', () => {
    expect(titles('admin')).not.toContain('Cohort');
    expect(titles('teacher').join(', ')).toBe(
      'My Timesheet, Dashboard, Attendance, Students, Timetables, Subjects, ' +
        'Semester, Classroom, Red List Students, Holidays, Notes',
    );
  });

  it('excludes pages that do not exist yet, and groups without any', () => {
    expect(titles('account', (path) => path === '/dashboard' || path === '/')).toEqual([
      'Dashboard',
      'Attendance',
    ]);
    const group = visibleMenu(menu, as('admin'), (path) => path === '/cohort-transfer');
    expect(group).toMatchObject([
      { title: 'Enroll Student', children: [{ title: 'Cohort Transfers' }] },
    ]);
  });
});

it('each page with a permission is at one entry of the sidebar, or of the tools', () => {
  const entries = [
    ...menu.flatMap(({ children, ...entry }) => children ?? [entry]),
    ...toolGroups.flatMap((group) => group.pages),
  ];
  for (const { path, permission } of pages as readonly Page[])
    if (permission !== undefined)
      expect([path, entries.filter((entry) => isAt(entry.path, path)).length]).toEqual([path, 1]);
});

describe('the tools below the entries', () => {
  const listed = toolGroups.map(
    ({ title, pages: of }) => `${title}: ${of.map((one) => one.title).join(', ')}`,
  );

  it('are four groups', () =>
    expect(listed).toEqual([
      'Reports: Reports, Absences, Contact hours, Follow-ups, Checks',
      'Messages: Messages, Letters, Templates, Verify a letter, Local inbox',
      'Exchange: Master Export, Schedule export, Exports by mail, Import, Change history, Access tokens, Webhooks',
      'Institute: Who is here, Institute settings, Set up, Devices, Audit log, Blocked sign-ins, Texts of erased students',
    ]));

  it('have no page twice, and none that is an entry', () => {
    const entries = pages.flatMap((page) => ('sidebar' in page ? [page.path] : []));
    const paths = [
      ...entries,
      ...toolGroups.flatMap(({ pages: of }) => of.map(({ path }) => path)),
    ];
    expect(new Set(paths).size).toBe(paths.length);
  });
});

it('each entry of the sidebar has a unique icon', () => {
  const entries = [
    ...menu.flatMap((entry) => [entry, ...(entry.children ?? [])]),
    ...toolGroups.flatMap((group) => [group, ...group.pages]),
  ];
  const pictures = entries.map(({ icon }) => icon);
  expect(pictures).not.toContain(undefined);
  expect(new Set(pictures).size).toBe(entries.length);
});

describe('breadcrumbs', () => {
  const crumbs = (path: string, search = {}) =>
    crumbsOf(
      path,
      search,
      (it) => (it === '/leave-requests' ? 'Leave requests' : undefined),
      (it) => it === '/students',
    ).map(({ title }) => title);
  it.each([
    ['/', {}, 'Home'],
    ['/students', {}, 'Home, Students'],
    ['/students/add', {}, 'Home, Students, add'],
    ['/students/add', { edit: '4' }, 'Home, Students, edit'],
    ['/attendance/add', { id: '4' }, 'Home, Attendance, add'],
    ['/enroll-by-schedule/view', { id: '4' }, 'Home, Enroll by schedule, enrolled students'],
    ['/students/student-details', { id: '4' }, 'Home, Students, Student details'],
    ['/leave-requests', {}, 'Home, Leave requests'],
    ['/cohort/view', { id: '4' }, 'Home, Cohort, view'],
  ])('%s %j: %s', (path, search, expected) =>
    expect(crumbs(path, search).join(', ')).toBe(expected),
  );

  it('link to pages that the role may open, the others are text', () => {
    const paths = (canOpen: (path: string) => boolean) =>
      crumbsOf('/cohort/view', { id: '4' }, () => undefined, canOpen).map(({ path }) => path);
    expect(paths(everything)).toEqual(['/', '/cohort', undefined]);
    expect(paths((path) => path === '/')).toEqual(['/', undefined, undefined]);
  });
});

it('an address is a page only without parameters', () => {
  expect(
    ['/', '/students', '/cohort-transfer', '/audit', '/timesheet-admin-portal/payrolls'].filter(
      isPage,
    ),
  ).toHaveLength(5);
  expect(
    [
      '/enroll',
      '/students/student-details',
      '/attendance/add',
      '/students/add',
      '/cohort/view',
    ].filter(isPage),
  ).toEqual([]);
});
