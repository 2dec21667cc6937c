import {
  IconBook,
  IconBooks,
  IconCertificate,
  IconChalkboard,
  IconDoor,
  IconFileCheck,
  IconSchool,
  IconUserExclamation,
} from '@tabler/icons-react';
import type { PermissionSubject } from '#contract/permissions.ts';

/** A component of a module that is loaded with its page. */
interface LazyPage {
  load: () => Promise<object>;
  name: string;
}
const page = <Module extends object>(
  load: () => Promise<Module>,
  name: keyof Module & string,
): LazyPage => ({ load, name });

/** A resource with a list and, at `{path}/add`, a form: its pages and its entry in the sidebar. */
export interface ResourcePages<Path extends string = string> {
  path: Path;
  /** The list's title. */
  title: string;
  /** Further words by which the page is found. */
  keywords: string;
  /** The form's title. */
  singular: string;
  permission: PermissionSubject;
  icon: typeof IconBook;
  list: LazyPage;
  form: LazyPage;
}
const pages = <const Path extends string>(of: ResourcePages<Path>): ResourcePages<Path> => of;

/** In the order of the sidebar. Router, sidebar, search and chunks are derived from this list. */
export const resourcePages = [
  pages({
    path: '/specialization',
    title: 'Specialization',
    keywords: 'specialisation major field',
    singular: 'Specialization',
    permission: 'Specialization',
    icon: IconCertificate,
    list: page(
      () => import('#web/enrolment/specializations/SpecializationsPage.tsx'),
      'SpecializationsPage',
    ),
    form: page(
      () => import('#web/enrolment/specializations/SpecializationFormPage.tsx'),
      'SpecializationFormPage',
    ),
  }),
  pages({
    path: '/courses',
    title: 'Courses',
    keywords: 'programs programmes degrees',
    singular: 'Course',
    permission: 'Courses',
    icon: IconBooks,
    list: page(() => import('#web/enrolment/courses/CoursesPage.tsx'), 'CoursesPage'),
    form: page(() => import('#web/enrolment/courses/CourseFormPage.tsx'), 'CourseFormPage'),
  }),
  pages({
    path: '/teachers',
    title: 'Teachers',
    keywords: 'staff lecturers tutors faculty instructors',
    singular: 'Teacher',
    permission: 'Teachers',
    icon: IconChalkboard,
    list: page(() => import('#web/people/teachers/TeachersPage.tsx'), 'TeachersPage'),
    form: page(() => import('#web/people/teachers/TeacherFormPage.tsx'), 'TeacherFormPage'),
  }),
  pages({
    path: '/subjects',
    title: 'Subjects',
    keywords: 'units modules courses',
    singular: 'Subject',
    permission: 'Subjects',
    icon: IconBook,
    list: page(() => import('#web/enrolment/subjects/SubjectsPage.tsx'), 'SubjectsPage'),
    form: page(() => import('#web/enrolment/subjects/SubjectFormPage.tsx'), 'SubjectFormPage'),
  }),
  pages({
    path: '/semester',
    title: 'Semester',
    keywords: 'term period year',
    singular: 'Semester',
    permission: 'Semester',
    icon: IconSchool,
    list: page(() => import('#web/timetable/semesters/SemestersPage.tsx'), 'SemestersPage'),
    form: page(() => import('#web/timetable/semesters/SemesterFormPage.tsx'), 'SemesterFormPage'),
  }),
  pages({
    path: '/classroom',
    title: 'Classroom',
    keywords: 'rooms seats capacity venue place',
    singular: 'Classroom',
    permission: 'Classroom',
    icon: IconDoor,
    list: page(() => import('#web/timetable/classrooms/ClassroomsPage.tsx'), 'ClassroomsPage'),
    form: page(
      () => import('#web/timetable/classrooms/ClassroomFormPage.tsx'),
      'ClassroomFormPage',
    ),
  }),
  pages({
    path: '/leave',
    title: 'Approved Leave List',
    keywords: 'absence excused sick holiday permission medical',
    singular: 'Leave',
    permission: 'Approved Leave List',
    icon: IconFileCheck,
    list: page(() => import('#web/attendance/leave/LeavePage.tsx'), 'LeavePage'),
    form: page(() => import('#web/attendance/leave/LeaveFormPage.tsx'), 'LeaveFormPage'),
  }),
  pages({
    path: '/red-list-students',
    title: 'Red List Students',
    keywords:
      'redlist by rule by hand warning low attendance risk blocked threshold below percent forecast why',
    singular: 'Red list student',
    permission: 'Red List Students',
    icon: IconUserExclamation,
    list: page(() => import('#web/standing/red-list/RedListPage.tsx'), 'RedListPage'),
    form: page(() => import('#web/standing/red-list/RedListFormPage.tsx'), 'RedListFormPage'),
  }),
] as const;
