import { describe, expect, it } from 'vitest';
import { importFiles } from '#contract/exchange/import-run.ts';
import { can, permissionsOf, type Role } from '#contract/permissions.ts';
import { menu, otherPages, visibleMenu } from '../shell/menu.ts';
import { findPages, searchedPages } from './find-pages.ts';

const everywhere = () => true;

function found(
  text: string,
  role: Role = 'account',
  canOpen: (path: string) => boolean = everywhere,
) {
  const allowed = (...permission: [Parameters<typeof can>[1], Parameters<typeof can>[2]]) =>
    can(permissionsOf[role], ...permission);
  return findPages(
    searchedPages(visibleMenu(menu, allowed, canOpen), otherPages, role === 'teacher'),
    text,
    allowed,
    canOpen,
  );
}
const titles = (...given: Parameters<typeof found>) => found(...given).map(({ title }) => title);

describe('a search for pages', () => {
  it('finds pages by a part of their titles, with their "Add" shortcut', () => {
    expect(titles('enroll', 'admin')).toEqual([
      'Enroll Student',
      'Enroll By Cohort',
      'Enroll By Schedule',
    ]);
    expect(found('dash')).toEqual([
      { title: 'Dashboard', path: '/dashboard', search: undefined, add: '/timetable/add' },
    ]);
  });

  it('finds where something is added', () => {
    expect(found('add timetable')[0]).toMatchObject({ title: 'Timetables', add: '/timetable/add' });
    expect(found('add class')).toContainEqual(
      expect.objectContaining({ title: 'Timetables', add: '/timetable/add' }),
    );
    expect(found('new student')[0]).toMatchObject({ title: 'Students', add: '/students/add' });
  });

  it('finds each page by its whole title', () => {
    for (const { title } of otherPages) expect(titles(title)).toContain(title);
  });

  it('finds a group by its own title: it opens its first page', () => {
    expect(found('enroll stu')[0]).toMatchObject({
      title: 'Enroll Student',
      path: '/enroll-by-cohort',
      add: '/enroll-by-cohort/add',
    });
  });

  it.each([
    ['payroll', 'Timesheet Admin Portal'],
    ['pay', 'Pay codes'],
    ['wages', 'Timesheet Admin Portal'],
    ['csv', 'Students'],
    ['xlsx', 'Master Export'],
    ['import', 'Import'],
    ['oneroster', 'Import'],
    ['ics', 'Import'],
    ['timetable import', 'Import'],
    ['bulk upload', 'Bulk upload'],
    ['absent', 'Attendance'],
    ['mark', 'Attendance'],
    ['roll', 'Attendance'],
    ['roll call', 'Attendance'],
    ['check-in', 'Without check-in'],
    ['rfid', 'Attendance'],
    ['card', 'Hand out cards'],
    ['enrol', 'Enroll Student'],
    ['enrolment', 'Enroll Student'],
    ['enroll student', 'Enroll Student'],
    ['ENROLL STUDENT', 'Enroll Student'],
    ['room', 'Classroom'],
    ['staff', 'Teachers'],
    ['login', 'Blocked sign-ins'],
    ['gdpr', 'Privacy policy'],
    ['help', 'Support'],
    ['history', 'Change history'],
    ['sick', 'Approved Leave List'],
  ])('"%s" opens %s first', (text, title) => expect(titles(text)[0]).toBe(title));

  it('"export" finds every page that exports', () => {
    expect(titles('export')).toEqual([
      'Exports by mail',
      'Export for another system',
      'Master Export',
      'Schedule export',
      'Students',
      'Timesheet Admin Portal',
      'Pay runs',
    ]);
  });

  it('"oneroster" finds both ways', () => {
    expect(titles('oneroster', 'admin')).toEqual(['Import', 'Export for another system']);
    expect(titles('oneroster export', 'admin')).toEqual(['Export for another system']);
  });

  it.each(
    Object.entries(importFiles).flatMap(([kind, { endings }]) => [
      kind,
      ...endings.map((ending) => ending.slice(1)),
    ]),
  )('"import %s" finds the page: its words are in web/app/pages/administration.ts', (kind) =>
    expect(titles(`import ${kind}`, 'admin')).toContain('Import'),
  );

  it('one or two characters match titles only', () => {
    expect(titles('se')).toEqual(['Semester', 'Set up', 'Copy a semester', 'Institute settings']);
    expect(titles('pa')).toEqual(['Pay codes', 'Pay runs']);
  });

  it.each(['', '   ', 'zzz', '-', '.*', 'payroll attendance'])('"%s" finds nothing', (text) =>
    expect(titles(text)).toEqual([]),
  );

  it('finds and offers only pages that the role may open', () => {
    const outsidePortal = (path: string) => !path.startsWith('/timesheet-admin-portal');
    expect(titles('payroll', 'teacher', outsidePortal)).toEqual(['My Timesheet']);
    expect(
      titles('import', 'teacher', (path) => !['/change-history', '/import'].includes(path)),
    ).toEqual([]);
    expect(found('dash', 'teacher')[0]!.add).toBeUndefined();
    const withoutForms = (path: string) => !path.endsWith('/add');
    expect(found('holid', 'account', withoutForms)).toMatchObject([
      { title: 'Holidays', path: '/holiday' },
      { title: 'Approved Leave List' },
    ]);
    expect(titles('audit', 'teacher', (path) => path !== '/audit')).toEqual([]);
  });

  it('every page has search words besides its title', () => {
    const pages = searchedPages(menu, otherPages, true);
    expect(pages.filter(({ words }) => words === '')).toEqual([]);
    expect(pages.length).toBeGreaterThan(60);
  });
});
