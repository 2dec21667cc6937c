import type { Permission } from '#contract/permissions.ts';
import type { FileName } from './columns.ts';

const rights: Record<FileName, Permission> = {
  courses: ['Courses', 'edit'],
  specializations: ['Specialization', 'edit'],
  semesters: ['Semester', 'edit'],
  classrooms: ['Classroom', 'edit'],
  teachers: ['Teachers', 'edit'],
  holidays: ['Holidays', 'edit'],
  subjects: ['Subjects', 'edit'],
  timetable: ['Timetables', 'edit'],
  students: ['Students', 'edit'],
  guardians: ['Students', 'edit'],
  enrolments: ['Enroll Student', 'edit'],
};

/** Who may look at an import of these files and undo it: who may change each of its kinds. */
export const importRights = (files: { name: FileName }[]): Permission[] => [
  ...new Set(files.map(({ name }) => rights[name])),
];
