import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { permissionsOf } from '#contract/permissions.ts';
import type { ResourceEndpoints } from '#contract/resource-endpoints.ts';
import { leaveColumns } from '#web/attendance/leave/resource.tsx';
import { noteColumns } from '#web/attendance/notes/resource.tsx';
import { specializationColumns } from '#web/enrolment/specializations/resource.ts';
import { studentColumns } from '#web/people/students/resource.tsx';
import { classroomColumns } from '#web/school/classrooms.ts';
import { cohortColumns } from '#web/school/cohorts.tsx';
import { courseColumns } from '#web/school/courses.ts';
import { payCodeColumns } from '#web/school/pay-codes.ts';
import { semesterColumns } from '#web/school/semesters.ts';
import { subjectColumns } from '#web/school/subjects.ts';
import { teacherColumns } from '#web/school/teachers.ts';
import { redListColumns } from '#web/standing/red-list/resource.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { page, serve } from '#web/test/server.ts';
import { timetableColumns } from '#web/timetable/class-schedules/resource.tsx';
import { holidayColumns } from '#web/timetable/holidays/resource.ts';
import type { Column } from '#web/ui/list/column.ts';
import * as forms from './forms.ts';

interface Shown {
  form: ComponentType;
  /** The address of the form, where it is not the path of the calls. */
  address?: string;
  columns: readonly Column<never>[];
  /** Fields of the schema that the form of a new row has not, and where they are entered. */
  inForm?: Record<string, string>;
  /** Fields of the row that are no column, and why. */
  noColumn?: Record<string, string>;
}

/** By the name of the calls. `id` is no column anywhere. */
const shown: Record<string, Shown> = {
  courses: { form: forms.CourseFormPage, columns: courseColumns },
  specializations: { form: forms.SpecializationFormPage, columns: specializationColumns },
  classroom: { form: forms.ClassroomFormPage, columns: classroomColumns },
  holiday: { form: forms.HolidayFormPage, columns: holidayColumns },
  semesters: {
    form: forms.SemesterFormPage,
    columns: semesterColumns,
    inForm: { first_week: 'where the institute names its weeks' },
    noColumn: { first_week: 'in the form of institutes that name their weeks' },
  },
  subjects: {
    form: forms.SubjectFormPage,
    columns: subjectColumns,
    noColumn: { course_id: 'the course is', subject_teacher_id: 'the teacher is' },
  },
  teachers: {
    form: forms.TeacherFormPage,
    columns: teacherColumns,
    noColumn: { card_number: 'for the form of the teacher alone' },
  },
  students: {
    form: forms.StudentFormPage,
    columns: studentColumns,
    noColumn: {
      uuid: 'for other programs',
      enrolled: 'for the choice of students of a class',
      assigned_cohorts: 'for the choice of students of a cohort',
      erased: 'the name says it',
    },
  },
  cohort: { form: forms.CohortFormPage, columns: cohortColumns },
  classschedule: {
    form: forms.TimetableFormPage,
    address: '/timetable/add',
    columns: timetableColumns,
    inForm: {
      effective_from: 'when a class is edited',
      co_teacher_pay: 'beside each further teacher',
      confirm_clashes: 'in a question',
      order: 'for imports and programs',
    },
    noColumn: {
      order: 'by which rows of one time are sorted',
      payroll_id: 'pay is in the form alone',
      co_teacher_pay: 'pay is in the form alone',
      seats: 'where students are enrolled',
      clashes: 'in the form and on its own page',
      all_clashes: 'in the form',
      last_change: 'offers the undo after an edit',
      currentClass: 'of today alone',
      meeting: 'of a date alone',
      planned: 'of a date alone',
      period: 'of a date alone',
      check_in: 'of a date alone',
      checked_in_by: 'of a date alone',
      check_ins: 'of a date alone',
    },
  },
  payrolls: { form: forms.PayCodeFormPage, columns: payCodeColumns },
  leave: {
    form: forms.LeaveFormPage,
    columns: leaveColumns,
    noColumn: { student_id: 'the student is' },
  },
  redlistedstudents: { form: forms.RedListFormPage, columns: redListColumns },
  'attendance-note': {
    form: forms.NoteFormPage,
    columns: noteColumns,
    inForm: { student_id: 'on the roll, beside the student' },
    noColumn: {
      teacher_id: 'the teacher is',
      class_schedule_id: 'the class is',
      student_id: 'notes about students are on their page',
      student: 'notes about students are on their page',
      created_by: 'the author is',
      created_at: 'the date of the class is',
    },
  },
};

/** What a resource has that is not in the list above, which the first test says. */
const unknown: Shown = { form: () => null, columns: [] };

const modules = import.meta.glob<Record<string, unknown>>('../../../contract/**/*.endpoints.ts', {
  eager: true,
});
const isResource = (value: unknown): value is ResourceEndpoints =>
  typeof value === 'object' && value !== null && 'resource' in value && 'create' in value;
const resources = Object.values(modules).flatMap((module) =>
  Object.values(module).filter(isResource),
);

/** A value of a row that has every property; it reports the names that are read. */
function anything(onRead: (name: string) => void = () => {}): never {
  const value: unknown = new Proxy(() => value, {
    get: (_target, name) => {
      if (typeof name === 'symbol') return name === Symbol.toPrimitive ? () => '1' : undefined;
      onRead(name);
      return anything();
    },
    apply: () => anything(),
  });
  return value as never;
}

/** The fields of a row that columns read. */
function fieldsOf(columns: readonly Column<never>[]): string[] {
  const read = new Set<string>();
  const row = anything((name) => read.add(name));
  for (const { text, printed, cell } of columns)
    for (const show of [text, printed, cell])
      try {
        void show?.(row);
      } catch {
        // A value of another kind: the field was read before.
      }
  return [...read];
}

it('every resource has a form and columns here', () => {
  expect(Object.keys(shown).toSorted()).toEqual(resources.map(({ name }) => name).toSorted());
});

describe.each(resources.map((endpoints) => [endpoints.name, endpoints] as const))(
  '%s',
  (name, { resource }) => {
    const { form: Form, address, columns, inForm = {}, noColumn = {} } = shown[name] ?? unknown;

    it('has every field of its schema in its form', async () => {
      serve({ GET: () => ({ body: page([]) }) });
      const { screen } = await renderPage(<Form />, {
        address: address ?? `/${name}/add`,
        permissions: permissionsOf.account,
      });
      await expect.element(screen.getByRole('button', { name: 'Add', exact: true })).toBeVisible();
      const inputs = [...document.querySelectorAll<HTMLElement>('[data-path]')].flatMap(
        ({ dataset }) => dataset.path ?? [],
      );
      const known = new Set([...inputs, ...Object.keys(inForm)]);
      expect(missing(Object.keys(resource.fields), known), 'add them to the form').toEqual([]);
    });

    it('has every field of its row in a column', () => {
      const { row } = resource;
      if (!(row instanceof z.ZodObject)) throw new Error('a row has fields');
      const known = new Set(['id', ...fieldsOf(columns), ...Object.keys(noColumn)]);
      expect(missing(Object.keys(row.shape), known), 'add columns or the reason').toEqual([]);
    });
  },
);

const missing = (names: string[], known: Set<string>) => names.filter((name) => !known.has(name));
