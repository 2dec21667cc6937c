import { keysOf } from './keys-of.ts';
import { dateOrders, type DateOrder } from './file-dates.ts';
import { textEncodings } from './text-encoding.ts';
import { z } from 'zod';
import {
  cleanText,
  dateOr,
  fileLink,
  firstName,
  id,
  idList,
  idOrUuid,
  idParam,
  lastName,
  oneOf,
  optionalEmail,
  optionalText,
  several,
  yesOrNo,
} from './fields.ts';
import { cardLimits } from './card-limits.ts';
import { limits } from './limits.ts';
import { messages } from './texts.ts';
import { ids, operationId, resource } from './resource.ts';
import type { StudentField } from './student-fields.ts';

export const genders = ['male', 'female', 'other'] as const;
export const cardStates = ['not_printed', 'awaiting_collection', 'collected'] as const;
export type CardState = (typeof cardStates)[number];

/** IDs that begin with `~` are reserved for students whose data were erased. */
const isReservedId = (studentId: string): boolean => studentId.startsWith('~');

/** The student of a path. */
export const studentParams = z.object({ student: idOrUuid });

/** The identity of a student in other lists. */
export const studentShort = z.object({
  id: z.number(),
  student_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
});

/** A student as lists name them. */
export const listedStudent = studentShort.extend({
  /** By hand, or by an accepted entry, in any subject (R-RED-2). */
  in_red_list: z.boolean(),
});
export type ListedStudent = z.output<typeof listedStudent>;

/** A student in a request body: number = id, text = student id or uuid. */
export const studentReference = z.union([id, cleanText(36)], { error: messages.required });

export const studentRow = z.object({
  id: z.number(),
  uuid: z.string(),
  student_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  gender: z.enum(genders).nullable(),
  phone_number: z.string(),
  /** Null once the student's data were erased. */
  date_of_birth: z.string().nullable(),
  batch: z.string().nullable(),
  student_mail: z.string().nullable(),
  rfid_number: z.string().nullable(),
  /** A signed link that expires. */
  profile_image: z.string().nullable(),
  /** Null counts as not_printed. */
  card_print_status: z.enum(cardStates).nullable(),
  in_red_list: z.boolean(),
  /** Enrolled in any class now; with `schedule_id` in that one. */
  enrolled: z.boolean(),
  assigned_cohorts: z.array(z.object({ id: z.number(), name: z.string(), year: z.number() })),
  /** The data were erased: the anonymous row still counts. */
  erased: z.boolean(),
});
export type Student = z.output<typeof studentRow>;

const required = messages.fieldRequired;

export const students = resource({
  permission: 'Students',
  singular: 'student',
  fields: {
    student_id: cleanText(limits.studentIdLength, {
      required,
      tooLong: messages.studentIdTooLong,
      as: 'key',
    }).refine((text) => !isReservedId(text), messages.reservedStudentId),
    first_name: firstName(required),
    last_name: lastName(required),
    phone_number: cleanText(30, { required, as: 'line' }),
    date_of_birth: dateOr(required),
    gender: z
      .union([z.literal(''), oneOf(genders)], 'must be one of male, female, other')
      .transform((given) => given || null)
      .nullish(),
    batch: optionalText(50, { as: 'line' }),
    student_mail: optionalEmail(),
    // As a reader sends it; the number that is stored of it is limited after that (R-CARD-1).
    rfid_number: optionalText(cardLimits.number, { tooLong: messages.rfidTooLong, as: 'key' }),
    profile_image: fileLink.nullish().transform((link) => (link === '' ? null : link)),
    card_print_status: oneOf(cardStates).nullish(),
  } satisfies Record<StudentField, z.ZodType>,
  row: studentRow,
  filters: {
    id: idList.optional(),
    batch: several.optional(),
    gender: several.pipe(z.array(z.enum(genders, 'must be male, female or other'))).optional(),
    card_print_status: several
      .pipe(z.array(z.enum(cardStates, `must be ${cardStates.join(', ')}`)))
      .optional(),
    in_red_list: yesOrNo.optional(),
    /** They have a card number. */
    has_card: yesOrNo.optional(),
    /** Students who are now in a class of a subject of this course. */
    course: idList.optional(),
    /** Students who are now in a class of this subject. */
    subject: idList.optional(),
    /** Students who are now in this cohort. */
    cohort: idList.optional(),
    /** Returns for each student whether they are in this class. */
    schedule_id: idParam.optional(),
  },
  sortKeys: ['student_id', 'first_name', 'last_name', 'batch'],
});

/** One card print status for several students. */
export const cardStatusBody = z.strictObject({ ids, card_print_status: oneOf(cardStates) });

/** A proposal for a new student's ID; null without one. */
export const nextStudentId = z.object({ student_id: z.string().nullable() });

/** `all`: every row, or none if one is invalid. `valid`: the valid ones. */
export const bulkUploadQuery = z.strictObject({
  mode: z.enum(['all', 'valid'], 'must be all or valid').default('all'),
  dry_run: yesOrNo.default(false),
  /** The `fingerprint` of a check: 409 where the file would change something else by now. */
  checked: z
    .string()
    .regex(/^[\da-f]{32}$/, 'must be the fingerprint of a check')
    .optional(),
});
const uploadValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** What a dry run found for each row: changed rows first, each in the order of the file, up to 1,000. */
export const uploadPreview = z.object({
  rows: z.array(
    z.object({
      /** As in a text editor: the header is 1; null when it is not known. */
      line: z.number().nullable(),
      label: z.string(),
      change: z.enum(['added', 'changed']),
      /** Old and new values; of added rows all that they have. */
      fields: z.array(z.object({ field: z.string(), from: uploadValue, to: uploadValue })),
    }),
  ),
  /** Rows that are added or changed, in all. */
  total: z.number(),
});
export type UploadPreview = z.output<typeof uploadPreview>;
export const bulkUploadResult = z.object({
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  /** Whether anything was written. */
  written: z.boolean(),
  /** Changes of the first 50 students in the file; null for nothing. */
  changes: z.array(
    z.object({
      line: z.number(),
      student_id: z.string(),
      fields: z.array(
        z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
      ),
    }),
  ),
  /** The first 500 by line; `line` as in a text editor: the header is 1. */
  fail: z.array(z.object({ line: z.number(), column: z.string(), reason: z.string() })),
  /** The total number of errors, and of rows with errors. */
  faults: z.number(),
  bad_rows: z.number(),
  /** Errors of IDs that differ from another one by zeros in front alone: the field `zeros` answers them. */
  lost_zeros: z.number(),
  /** Errors of IDs whose students have other names and another date of birth: the field `other_people` answers them. */
  other_people: z.number(),
  /** Empty cells of rows that have a value here, which stays or is removed: the field `empty_cells` decides it. */
  empty_cells: z.number(),
  /** How the file is written: its encoding, the order of its dates, the line of its header. */
  encoding: z.enum(textEncodings).optional(),
  date_order: z.enum(keysOf<DateOrder>(dateOrders)).optional(),
  header_line: z.number().optional(),
  /** Of a dry run: what each row would change. */
  preview: uploadPreview.optional(),
  /** Identifies what the file changes: sent as `checked`, the file is written only while it would change the same. */
  fingerprint: z.string().optional(),
  ...operationId,
});
export type BulkUploadResult = z.output<typeof bulkUploadResult>;
export type UploadChange = BulkUploadResult['changes'][number];
