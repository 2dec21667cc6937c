import { z } from 'zod';
import { classrooms } from '#contract/timetable/classroom.ts';
import { featuresOfRoom } from '#contract/timetable/room-feature.ts';
import { courses } from '#contract/timetable/course.ts';
import { guardianFile } from '#contract/people/guardian-file.ts';
import { newGuardian } from '#contract/people/guardian.ts';
import { holidayRule, holidays } from '#contract/timetable/holiday.ts';
import { isNoPerson, shortGenders, valueFinder, yesAndNo } from '#contract/file-values.ts';
import { keysOf } from '#contract/keys-of.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import type { FieldErrors } from '#contract/resource.ts';
import { semesterRule, semesters } from '#contract/timetable/semester.ts';
import { specializations } from '#contract/timetable/specialization.ts';
import { cardStates, genders, students } from '#contract/student.ts';
import { subjects } from '#contract/enrolment/subject.ts';
import { teachers } from '#contract/people/teacher.ts';
import { classSchedules, timetableRule, weekdays } from '#contract/timetable/timetable.ts';
import { classTypes } from '#contract/weekdays.ts';
import { weeksOfFile } from '#contract/weeks.ts';
import { timeOfText } from '#contract/time-text.ts';
import { weekdayOfName } from '../days-and-times.ts';
import { cardError, roundingError } from './cell-errors.ts';
import {
  factsOf,
  studentColumns,
  studentFieldNames,
  type StudentColumn,
} from '#contract/student-fields.ts';

const text = z.string().min(1, 'is required').max(200, 'must have at most 200 characters');
const optional = z
  .string()
  .max(200, 'must have at most 200 characters')
  .transform((value) => value || null);

/** The ID of a student in a file about something else. */
const studentIdText = text.superRefine((value, context) => {
  const message = roundingError(value);
  if (message) context.addIssue({ code: 'custom', message });
});

interface Writing {
  /** The form's value of a file's text. */
  typed?: (value: string) => unknown;
  /** An additional check for files. */
  errorOf?: (value: string) => string | null;
}

/** Validates like the form's field, with its messages. */
function sameAsForm<Field extends z.ZodType>(
  field: Field,
  { typed = (value) => value, errorOf = () => null }: Writing = {},
) {
  return z.string().transform((value, context): z.output<Field> => {
    const parsed = field.safeParse(typed(value));
    const error = errorOf(value);
    if (parsed.success && error === null) return parsed.data;
    const message = error ?? parsed.error?.issues[0]?.message;
    context.addIssue({
      code: 'custom',
      message: message === messages.fieldRequired ? messages.required : message,
    });
    return z.NEVER;
  });
}

/** A whole number of a form's field. */
const asNumber: Writing = { typed: (value) => (/^\d{1,15}$/.test(value) ? Number(value) : value) };
/** Texts separated by `;`. */
const severalTexts: Writing = {
  typed: (value) =>
    value
      .split(';')
      .map((text) => text.trim())
      .filter(Boolean),
};
/** Further teachers or rooms of a class, separated by `|`: names of rooms have commas. */
const severalKeys = (of: string, typed = (value: string) => value) =>
  z
    .string()
    .transform((value) =>
      typed(value)
        .split('|')
        .map((text) => text.trim())
        .filter(Boolean),
    )
    .refine(
      (keys) => keys.length <= limits.furtherOfClass,
      `must name at most ${limits.furtherOfClass} ${of}`,
    )
    .refine((keys) => new Set(keys).size === keys.length, 'must name each one once');

const asTime: Writing = { typed: (value) => timeOfText(value) ?? value };

/** The short forms that files have of our values. */
const findGender = valueFinder(genders, shortGenders);
const findWeekday = valueFinder(weekdays);
/** Yes or no; empty is no. */
const yesOrNo = (short: Parameters<typeof valueFinder<'yes' | 'no'>>[1]) => {
  const find = valueFinder(['yes', 'no'], short);
  return z
    .string()
    .overwrite((text) => find(text).toLowerCase())
    .pipe(z.enum(['yes', 'no', ''], 'must be yes, no or empty'))
    .transform((value) => value === 'yes');
};
/** Whether clashes are meant is written into the file for this product, in its words alone. */
const confirmsClashes = yesOrNo({ yes: ['y', 'true'], no: ['n', 'false'] });
const ofOtherSystem = yesOrNo(yesAndNo);

/** A resource's rule over several fields, for the rows of its file. */
const following =
  (rule: (values: Record<string, unknown>) => FieldErrors) =>
  (row: Record<string, unknown>, context: z.RefinementCtx): void => {
    for (const [field, message] of Object.entries(rule(row)))
      context.addIssue({ code: 'custom', path: [field], message });
  };

const orNull = <Value>(value: Value) => value ?? null;

type StudentFile = {
  [Name in StudentColumn]: z.ZodType<NonNullish<z.output<(typeof students.fields)[Name]>>, string>;
};
/** A column that is omitted or empty is null. */
type NonNullish<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value;

/** A student's columns match the form's fields. */
const studentFile = Object.fromEntries<z.ZodType>(
  studentColumns.map((name) => {
    const column = sameAsForm(students.fields[name], {
      ...(factsOf(name).file?.isNumber && { errorOf: roundingError }),
      ...(name === 'rfid_number' && {
        errorOf: (value: string) => roundingError(value) ?? cardError(value),
      }),
      ...(name === 'gender' && { typed: findGender }),
    });
    return [name, column.transform(orNull)];
  }),
) as StudentFile;

/**
 * What forms and CSV files require and rows of other systems may leave out: OneRoster has no cards, and
 * need not have phones or birth dates. Such a field stays as it is, of a new row it is empty.
 */
export const importMayOmit = {
  students: ['phone_number', 'date_of_birth', 'rfid_number'],
  teachers: ['phone', 'card_number'],
} as const satisfies { students: StudentColumn[]; teachers: string[] };

/** Columns with another format in files than in forms. */
const ownRules = {
  // Never the key of an uploaded file: it belongs to another row.
  profile_image: optional
    .optional()
    .refine((value) => !value || /^(\/|https?:)/.test(value), 'must be an address')
    .transform((value) => value ?? null),
  card_print_status: z.union(
    [
      z.literal('').transform(() => null),
      z.string().overwrite(valueFinder(cardStates)).pipe(z.enum(cardStates)),
    ],
    `must be ${cardStates.join(', ')} or empty`,
  ),
};

/** Columns of each file: the fields of the forms. A file follows those that its rows refer to. */
export const columns = {
  courses: z.object({ name: sameAsForm(courses.fields.name) }),
  specializations: z.object({
    specialization: sameAsForm(specializations.fields.specialization),
    specialization_code: sameAsForm(specializations.fields.specialization_code),
  }),
  semesters: z
    .object({
      year: sameAsForm(semesters.fields.year, asNumber),
      semester: sameAsForm(semesters.fields.semester, asNumber),
      batch: sameAsForm(semesters.fields.batch),
      semester_start_date: sameAsForm(semesters.fields.semester_start_date),
      semester_end_date: sameAsForm(semesters.fields.semester_end_date),
      class_start_date: sameAsForm(semesters.fields.class_start_date),
      class_end_date: sameAsForm(semesters.fields.class_end_date),
      confirm_clashes: confirmsClashes,
    })
    .superRefine(following(semesterRule)),
  classrooms: z.object({
    room_number: sameAsForm(classrooms.fields.room_number),
    capacity: sameAsForm(classrooms.fields.capacity, asNumber),
    features: sameAsForm(featuresOfRoom, severalTexts),
  }),
  teachers: z.object({
    first_name: sameAsForm(teachers.fields.first_name),
    last_name: sameAsForm(teachers.fields.last_name),
    email: sameAsForm(teachers.fields.email),
    phone: sameAsForm(teachers.fields.phone),
    card_number: sameAsForm(teachers.fields.card_number, { errorOf: roundingError }).transform(
      orNull,
    ),
  }),
  holidays: z
    .object({
      name: sameAsForm(holidays.fields.name),
      date_from: sameAsForm(holidays.fields.date_from),
      date_to: sameAsForm(holidays.fields.date_to),
    })
    .superRefine(following(holidayRule)),
  subjects: z.object({
    subject_name: sameAsForm(subjects.fields.subject_name),
    subject_code: sameAsForm(subjects.fields.subject_code),
    year: sameAsForm(subjects.fields.year, asNumber),
    course: text,
    specialization: text,
    subject_teacher: sameAsForm(teachers.fields.email),
  }),
  timetable: z
    .object({
      ref: text,
      subject_code: text,
      class_type: sameAsForm(classSchedules.fields.class_type, {
        typed: valueFinder(classTypes),
      }),
      day_of_week: sameAsForm(classSchedules.fields.day_of_week, {
        typed: (value) => weekdays[(weekdayOfName(value) ?? 0) - 1] ?? findWeekday(value),
      }).transform((day) => weekdays.indexOf(day) + 1),
      start_time: sameAsForm(classSchedules.fields.start_time, asTime),
      end_time: sameAsForm(classSchedules.fields.end_time, asTime),
      teacher: sameAsForm(teachers.fields.email),
      classroom: text,
      group: sameAsForm(classSchedules.fields.group_name, {
        typed: (value) => value || null,
      }),
      semester: text.regex(/^\d+\/\d+\/.+$/, 'must be year/semester/batch'),
      weeks: z.string().transform((value, context) => {
        const weeks = weeksOfFile(value);
        if (weeks === null || typeof weeks === 'string' || !('error' in weeks)) return weeks;
        context.addIssue({ code: 'custom', message: weeks.error });
        return z.NEVER;
      }),
      color_coding: sameAsForm(classSchedules.fields.color_coding, {
        typed: (value) => value || undefined,
      })
        .optional()
        .transform((value) => value ?? limits.classColor),
      // Addresses are stored in lower case.
      co_teachers: severalKeys('teachers', (value) => value.toLowerCase()),
      more_rooms: severalKeys('rooms'),
      confirm_clashes: confirmsClashes,
    })
    .superRefine(following(timetableRule)),
  students: z.object({ ...studentFile, ...ownRules }),
  guardians: z.object({
    student_id: studentIdText,
    name: sameAsForm(newGuardian.shape.name, {
      errorOf: (text) => (isNoPerson(text) ? 'is no name' : null),
    }),
    relation: sameAsForm(newGuardian.shape.relation).transform(orNull),
    email: sameAsForm(newGuardian.shape.email).transform(orNull),
    phone: sameAsForm(newGuardian.shape.phone, { errorOf: roundingError }).transform(orNull),
    gets_messages: ofOtherSystem,
    consent: ofOtherSystem,
  }),
  enrolments: z.object({
    student_id: studentIdText,
    timetable: text,
    confirm_clashes: confirmsClashes,
  }),
};

export type FileName = keyof typeof columns;
export type RowOf<Name extends FileName> = z.output<(typeof columns)[Name]>;
export const fileNames = keysOf(columns);

/** The columns of dates, which other programs write in an order of their own. */
export const dateColumns: Partial<Record<FileName, readonly string[]>> = {
  students: ['date_of_birth'],
  holidays: ['date_from', 'date_to'],
  semesters: ['semester_start_date', 'semester_end_date', 'class_start_date', 'class_end_date'],
};

/** Columns that a file may omit. */
export function optionalColumns(name: FileName): string[] {
  if (name === 'students') return studentFieldNames.filter((field) => factsOf(field).optional);
  if (name === 'teachers') return ['card_number'];
  if (name === 'classrooms') return ['features'];
  if (name === 'semesters') return ['confirm_clashes'];
  if (name === 'guardians')
    return guardianFile.filter(({ isRequired }) => !isRequired).map((column) => column.name);
  if (name === 'timetable')
    return ['weeks', 'group', 'co_teachers', 'more_rooms', 'color_coding', 'confirm_clashes'];
  return name === 'enrolments' ? ['confirm_clashes'] : [];
}

/** A column that may be empty as well: null. */
const orEmpty = <Field extends z.ZodType<unknown, string>>(field: Field) =>
  z.string().transform((value, context): z.output<Field> | null => {
    if (value === '') return null;
    const parsed = field.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { message } of parsed.error.issues) context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** A row of a file with these values; its other columns are empty, also those that are added later. */
export function rowOf<Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  values: { [Name in keyof Shape]?: string },
): Record<string, string> {
  const empty = Object.keys(shape).map((name) => [name, ''] as const);
  return { ...Object.fromEntries(empty), ...values };
}

/** Students of a file without some columns, and of other systems: null is what the file does not tell. */
export const studentsWithout = (missing: readonly string[]) =>
  rosterColumns.students.extend(
    Object.fromEntries(
      missing.map((name) => [
        name,
        z
          .string()
          .optional()
          .transform(() => null),
      ]),
    ),
  );

/** People of other systems: as in the files of CSV, except for what these may omit. */
export const rosterColumns = {
  students: columns.students.extend({
    phone_number: orEmpty(columns.students.shape.phone_number),
    date_of_birth: orEmpty(columns.students.shape.date_of_birth),
  }),
  teachers: columns.teachers.extend({ phone: orEmpty(columns.teachers.shape.phone) }),
  guardians: columns.guardians,
};
