import { z } from 'zod';
import { classTypes, weekdays } from '../../../contract/timetable.ts';
import { isDate } from '../../../contract/dates.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { cardStates, isReservedId } from '../../../contract/student.ts';

/** The files of an institute and the columns of each, in the order in which they refer to each other. */
const text = z.string().min(1, 'is required').max(200, 'must have at most 200 characters');
const optional = z
  .string()
  .max(200, 'must have at most 200 characters')
  .transform((value) => value || null);
const date = z
  .string()
  .min(1, 'is required')
  .refine((value) => !value || isDate(value), 'must be a date, YYYY-MM-DD');
const whole = (least: number, most: number) =>
  z
    .string()
    .min(1, 'is required')
    .regex(/^\d{1,6}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`);
const email = text.transform((value) => value.toLowerCase()).refine((value) => /^[^\s@]+@[^\s@]+$/.test(value), 'must be an e-mail address');
const time = z
  .string()
  .min(1, 'is required')
  .regex(/^([01]?\d|2[0-3]):[0-5]\d(:00)?$/, 'must be a time, HH:mm')
  .transform((value) => value.padStart(5, '0').slice(0, 5));
const atMost = (most: number) => z.string().max(most, `must have at most ${most} characters`);
const color = z.string().regex(/^(#[0-9a-fA-F]{6})?$/, 'must be a colour such as #e59623');

export const columns = {
  courses: z.object({ name: text }),
  specializations: z.object({ specialization: text, specialization_code: text }),
  semesters: z
    .object({
      year: whole(1990, 2200),
      semester: whole(1, 6),
      batch: text,
      semester_start_date: date,
      semester_end_date: date,
      class_start_date: date,
      class_end_date: date,
    })
    .refine((row) => row.semester_start_date <= row.class_start_date, {
      path: ['class_start_date'],
      message: 'must not be before semester_start_date',
    })
    .refine((row) => row.class_start_date <= row.class_end_date, { path: ['class_end_date'], message: 'must not be before class_start_date' })
    .refine((row) => row.class_end_date <= row.semester_end_date, { path: ['class_end_date'], message: 'must not be after semester_end_date' }),
  classrooms: z.object({ room_number: text, capacity: whole(0, 100_000) }),
  teachers: z.object({ first_name: text, last_name: text, email, phone: atMost(limits.phoneLength).min(1, 'is required') }),
  holidays: z
    .object({ name: text, date_from: date, date_to: date })
    .refine((row) => row.date_from <= row.date_to, { path: ['date_to'], message: 'must be later than or equal to Holiday From date' }),
  subjects: z.object({
    subject_name: text,
    subject_code: text,
    year: whole(1, 3),
    course: text,
    specialization: text,
    subject_teacher: email,
  }),
  timetable: z
    .object({
      ref: text,
      subject_code: text,
      class_type: z.enum(classTypes, `must be one of ${classTypes.join(', ')}`),
      day_of_week: z.enum(weekdays, 'must be a weekday from Monday to Saturday').transform((day) => weekdays.indexOf(day) + 1),
      start_time: time,
      end_time: time,
      teacher: email,
      classroom: text,
      semester: text.regex(/^\d+\/\d+\/.+$/, 'must be year/semester/batch'),
      color_coding: color.optional().transform((value) => value?.toLowerCase() || limits.classColor),
    })
    .refine((row) => row.start_time < row.end_time, { path: ['end_time'], message: 'must be after start time' }),
  students: z.object({
    student_id: atMost(limits.studentIdLength)
      .min(1, 'is required')
      .refine((value) => !isReservedId(value), messages.reservedStudentId),
    first_name: text,
    last_name: text,
    gender: z.union([z.literal('').transform(() => null), z.enum(['male', 'female', 'other'])], 'must be male, female or other'),
    phone_number: text,
    date_of_birth: date,
    batch: optional,
    student_mail: optional,
    rfid_number: atMost(limits.rfidLength).transform((value) => value || null),
    // Never the key of an uploaded file: that belongs to the row that took it up.
    profile_image: optional
      .optional()
      .refine((value) => !value || /^(\/|https?:)/.test(value), 'must be an address')
      .transform((value) => value ?? null),
    card_print_status: z.union([z.literal('').transform(() => null), z.enum(cardStates)], `must be ${cardStates.join(', ')} or empty`),
  }),
  enrolments: z.object({ student_id: text, timetable: text }),
};

export type FileName = keyof typeof columns;
export type RowOf<Name extends FileName> = z.output<(typeof columns)[Name]>;
export const fileNames = Object.keys(columns) as FileName[];

/** Columns that a file may leave out altogether. */
export function optionalColumns(name: FileName): string[] {
  if (name === 'students') return ['gender', 'batch', 'student_mail', 'rfid_number', 'profile_image', 'card_print_status'];
  return name === 'timetable' ? ['color_coding'] : [];
}
