import { ids, today } from './pages-seed.ts';

export type User = 'admin' | 'busy' | 'noon' | 'student' | 'anonymous';
interface Measured {
  name: string;
  path: string;
  user: User;
  /** Selector of the first page's rows, or of what the page is opened for. */
  rows: string;
}

const roll = 'tr[data-student]';
const face = 'li[data-student]';
/** Pages that are loaded by their address. */
export const pages: Measured[] = [
  { name: 'sign-in', path: '/', user: 'anonymous', rows: 'main button, button[type=button]' },
  { name: 'start page', path: '/', user: 'noon', rows: `${roll}, [data-class]` },
  {
    name: 'dashboard, 18 classes',
    path: '/dashboard',
    user: 'busy',
    rows: 'article, [data-class]',
  },
  {
    name: 'dashboard, 324 classes',
    path: '/dashboard',
    user: 'admin',
    rows: 'article, [data-class]',
  },
  {
    name: 'roll of 28',
    path: `/attendance/add?id=${ids.smallClass}&date=${today}`,
    user: 'noon',
    rows: roll,
  },
  {
    name: 'roll of 504',
    path: `/attendance/add?id=${ids.largeClass}&date=${today}`,
    user: 'noon',
    rows: roll,
  },
  {
    name: 'roll of 28 by faces',
    path: `/attendance/add?id=${ids.smallClass}&date=${today}&view=faces`,
    user: 'noon',
    rows: face,
  },
  {
    name: 'roll of 504 by faces',
    path: `/attendance/add?id=${ids.largeClass}&date=${today}&view=faces`,
    user: 'noon',
    rows: face,
  },
  { name: 'students', path: '/students', user: 'admin', rows: '[data-row]' },
  { name: 'timetable', path: '/timetable', user: 'admin', rows: '[data-row]' },
  { name: 'student form', path: '/students/add', user: 'admin', rows: '[data-path]' },
  {
    name: 'student details',
    path: `/students/student-details?id=${ids.student}`,
    user: 'admin',
    rows: 'section[aria-label=Profile]',
  },
  { name: 'own page of a student', path: '/me', user: 'student', rows: '.card' },
];

/** Long pages that are scrolled from top to bottom. */
export const scrolled = pages.filter(({ name }) => name.startsWith('roll of 504'));

const entry = (title: string) => `nav[aria-label="Sections"] a[aria-label="${title}"]`;
export interface Step extends Omit<Measured, 'path'> {
  from: string;
  link: string;
  /** The target of the link. */
  path: string;
}
/** Navigations from page to page by a link. */
export const steps: Step[] = [
  {
    name: 'students → timetable',
    user: 'admin',
    from: '/students',
    link: entry('Timetables'),
    path: '/timetable',
    rows: '[data-row]',
  },
  {
    name: 'timetable → students',
    user: 'admin',
    from: '/timetable',
    link: entry('Students'),
    path: '/students',
    rows: '[data-row]',
  },
  {
    name: 'students → student details',
    user: 'admin',
    from: '/students',
    link: '[data-row] a',
    path: '/students/student-details',
    rows: 'section[aria-label=Profile]',
  },
  {
    name: 'students → dashboard, 324 classes',
    user: 'admin',
    from: '/students',
    link: entry('Dashboard'),
    path: '/dashboard',
    rows: 'article, [data-class]',
  },
  {
    name: 'dashboard → roll of 28',
    user: 'noon',
    from: '/dashboard',
    link: `a[href*="add?id=${ids.smallClass}&"]`,
    path: '/attendance/add',
    rows: roll,
  },
  {
    name: 'start page → dashboard',
    user: 'noon',
    from: '/',
    link: entry('Dashboard'),
    path: '/dashboard',
    rows: 'article, [data-class]',
  },
];
