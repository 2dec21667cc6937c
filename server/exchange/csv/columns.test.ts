import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { classrooms } from '#contract/timetable/classroom.ts';
import { courses } from '#contract/timetable/course.ts';
import { newGuardian } from '#contract/people/guardian.ts';
import { holidays } from '#contract/timetable/holiday.ts';
import { cardError } from './cell-errors.ts';
import { isNoPerson } from '#contract/file-values.ts';
import { messages } from '#contract/texts.ts';
import type { FieldErrors } from '#contract/resource.ts';
import { semesters } from '#contract/timetable/semester.ts';
import { specializations } from '#contract/timetable/specialization.ts';
import { students } from '#contract/student.ts';
import { teachers } from '#contract/people/teacher.ts';
import { columns, importMayOmit, rosterColumns, rowOf } from './columns.ts';
import { checkRows } from './read.ts';

interface Form {
  body: z.ZodObject;
  rule?: (values: Record<string, unknown>) => FieldErrors;
}
type File = keyof typeof columns;

/** Files with the fields of a form, and columns with a format of their own in files. */
const files: [File, Form, string[]][] = [
  ['courses', courses, ['coordinator_email']],
  ['specializations', specializations, []],
  ['semesters', semesters, ['confirm_clashes']],
  ['classrooms', classrooms, ['features']],
  ['teachers', teachers, []],
  ['holidays', holidays, []],
  ['guardians', { body: newGuardian }, ['student_id', 'gets_messages', 'consent']],
  ['students', students, ['profile_image', 'card_print_status', 'gender']],
];

/** As a recipe of CONTRIBUTING adds one. */
const optionalColumn = z.string().transform((value) => value || null);
/** Typical cell texts: valid in one field, invalid in another. */
const cell = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '1',
    '3',
    '7',
    '2026',
    '99999999',
    '-1',
    '1.5',
    'Anna',
    'a@b',
    'ann@school.example',
  ),
  fc.constantFrom(
    '2026-02-23',
    '2026-02-30',
    '2026-06-12',
    '23/02/2026',
    '7.0001E+09',
    '0400 000 000',
  ),
  fc.integer({ min: 45, max: 210 }).map((length) => 'x'.repeat(length)),
  fc.string({ maxLength: 8 }).map((text) => text.trim()),
);

/** Fields that hold numbers in forms. */
const numbers = ['year', 'semester', 'capacity'];
const messageOf = (message: string) =>
  message === messages.fieldRequired ? messages.required : message;

describe.each(files)('the file of %s', (name, form, own) => {
  const names = Object.keys(columns[name].shape).filter((column) => !own.includes(column));

  it.each(names)('rejects in %s what the form rejects, with the same message', (column) => {
    const field = form.body.shape[column] as z.ZodType;
    fc.assert(
      fc.property(cell, (text) => {
        // A control character, a number that a spreadsheet has rounded, and a word for no person are rejected for their own reasons.
        fc.pre(!(column === 'name' && isNoPerson(text)));
        fc.pre(!(column === 'rfid_number' && cardError(text) !== null));
        fc.pre(!/[\p{Cc}\ufffe\uffff]/u.test(text) && !/E\+|[.,]0/.test(text));
        const isNumber = numbers.includes(column) && /^\d+$/.test(text);
        const inForm = field.safeParse(isNumber ? Number(text) : text);
        const bad = checkRows(name, [{ line: 2, values: { [column]: text } }]).bad;
        const inFile = bad.filter((row) => row.column === column).map(({ reason }) => reason);
        expect(inFile).toEqual(
          inForm.success ? [] : [messageOf(inForm.error.issues[0]?.message ?? '')],
        );
      }),
      { numRuns: 200 },
    );
  });
});

it('the file of guardians says what is wrong with an address', () => {
  const row = { student_id: 'S1', name: 'Gus', relation: '', email: 'gus@', phone: '' };
  expect(checkRows('guardians', [{ line: 2, values: row }]).bad).toMatchObject([
    { column: 'email', reason: 'must be an e-mail address' },
  ]);
});

describe.each([
  ['semesters', semesters],
  ['holidays', holidays],
] as const)('rows of %s', (name, form) => {
  it('follow the rule of the form over several fields', () => {
    const dates = Object.keys(form.fields).filter((field) => field.includes('date'));
    const date = fc.constantFrom('2020-01-01', '2026-02-23', '2026-06-12', '2030-12-31');
    const values = fc.record(Object.fromEntries(dates.map((field) => [field, date])));
    fc.assert(
      fc.property(values, (given) => {
        const row = { year: '2026', semester: '1', batch: 'A', name: 'Easter', ...given };
        const shown = Object.fromEntries(
          Object.entries(row).filter(([field]) => field in form.fields),
        );
        const { bad } = checkRows(name, [{ line: 2, values: shown }]);
        const found = Object.fromEntries(bad.map(({ column, reason }) => [column, reason]));
        expect(found).toEqual(form.rule?.(given));
      }),
    );
  });
});

describe.each([
  ['students', students],
  ['teachers', teachers],
] as const)('rows of %s from other systems (R-ROSTER-2)', (name, form) => {
  const mayOmit: readonly string[] = importMayOmit[name];
  const shape: Record<string, z.ZodType> = rosterColumns[name].shape;
  const ownFormat = ['profile_image', 'card_print_status', 'gender'];
  it.each(Object.keys(shape).filter((column) => !ownFormat.includes(column)))(
    'follow the form in %s, except for what importMayOmit names',
    (column) => {
      const field = form.body.shape[column as keyof typeof form.body.shape] as z.ZodType;
      fc.assert(
        fc.property(cell, (text) => {
          fc.pre(!(column === 'name' && isNoPerson(text)));
          fc.pre(!(column === 'rfid_number' && cardError(text) !== null));
          fc.pre(!/[\p{Cc}\ufffe\uffff]/u.test(text) && !/E\+/.test(text));
          const isFine = field.safeParse(text).success || (text === '' && mayOmit.includes(column));
          expect(shape[column]?.safeParse(text).success).toBe(isFine);
        }),
      );
    },
  );
});

const added = { pronouns: optionalColumn };
const withAdded = {
  students: rosterColumns.students.extend(added),
  teachers: rosterColumns.teachers.extend(added),
  guardians: rosterColumns.guardians.extend(added),
};
const named = { first_name: 'A', last_name: 'B' };
const guardian = { student_id: 'S1', name: 'A', email: 'a@school.example' };
it.each<[string, z.ZodType, object]>([
  ['students', withAdded.students, rowOf(withAdded.students, { ...named, student_id: 'S1' })],
  ['teachers', withAdded.teachers, rowOf(withAdded.teachers, { ...named, email: guardian.email })],
  ['guardians', withAdded.guardians, rowOf(withAdded.guardians, guardian)],
])('a field that is added to %s is empty in rows from other systems', (_name, schema, row) => {
  expect(schema.safeParse(row).error?.issues).toBeUndefined();
});
