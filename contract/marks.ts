import { z } from 'zod';
import {
  cleanText,
  date,
  id,
  idOrUuid,
  idParam,
  listQuery,
  optionalText,
  whole,
} from './fields.ts';
import { keysOf } from './keys-of.ts';
import { limits } from './limits.ts';
import { hasAttended, rollStatuses, statuses, wasMissing, type Status } from './status.ts';
import { messages } from './texts.ts';

const status = z.enum(statuses, `must be ${statuses.join(' or ')}`);

/**
 * How a mark was made; `closing`: its roll was closed; `qr`: the student scanned or typed a code;
 * `door`: the card was read at a device of the room.
 */
export const ways = ['card', 'typed', 'manual', 'bulk', 'import', 'closing', 'qr', 'door'] as const;
export type Way = (typeof ways)[number];

/** Reasons by which an absence is excused by hand. */
export const excuses = ['sick', 'leave', 'school', 'other'] as const;
export type Excuse = (typeof excuses)[number];

/** Details of a mark beyond its status (R-ROLL-12, R-ROLL-13). */
const shownDetails = {
  /** Whole minutes after the start; null when on time. */
  late_minutes: z.number().nullable(),
  /** Whole minutes before the end; null when the student stayed until the end. */
  left_early_minutes: z.number().nullable(),
  /** The excuse of an absence: a reason, or an approved leave on the date. */
  excused: z.boolean(),
  /** ISO 8601 UTC; the arrival of a student who is absent because they came too late. */
  arrived_at: z.string().nullable(),
};

/** One student on the roll of a class (R-ROLL-1). */
export const rollRow = z.object({
  student: z.number(),
  student_uuid: z.string(),
  student_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  student_mail: z.string().nullable(),
  phone_number: z.string(),
  rfid_number: z.string().nullable(),
  profile_image: z.string().nullable(),
  /** The record's id and uuid; null while the roll was not taken for the student. */
  id: z.number().nullable(),
  attendance_uuid: z.string().nullable(),
  status: z.enum(rollStatuses),
  /** ISO 8601 UTC. */
  marked_at: z.string().nullable(),
  how: z.enum(ways).nullable(),
  /** An approved leave includes the date. */
  on_leave: z.boolean(),
  /** Listed by hand, or by a rule and accepted, in any subject (R-RED-2). */
  in_red_list: z.boolean(),
  ...shownDetails,
});
export type RollRow = z.output<typeof rollRow>;

/** A record of attendance. */
export const attendanceRecord = z.object({
  id: z.number(),
  uuid: z.string(),
  student: z.number(),
  student_uuid: z.string(),
  student_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  profile_image: z.string().nullable(),
  class_schedule: z.number(),
  date: z.string(),
  status,
  how: z.enum(ways),
  marked_at: z.string(),
  ...shownDetails,
});
export type AttendanceRecord = z.output<typeof attendanceRecord>;

/** The reason of the excuse, for users who may read leaves and for its author; null for others. */
export const attendanceRecordDetails = attendanceRecord.extend({
  excuse: z.enum(excuses).nullable(),
  excuse_note: z.string().nullable(),
});
export type AttendanceRecordDetails = z.output<typeof attendanceRecordDetails>;

/** Counts of a class and their rounded percentages (R-ROLL-8). */
export const summary = z.object({
  total: z.number(),
  present: z.number(),
  absent: z.number(),
  not_taken: z.number(),
  /** Whole percent: present of total, absent of total, taken of total. */
  present_rate: z.number(),
  absent_rate: z.number(),
  completion: z.number(),
});
export type Summary = z.output<typeof summary>;

/** A student in a request body: number = id, text = card number, student id or uuid. */
const studentKey = z.union([id, cleanText(36)], { error: messages.required });

/** Several students: all as ids or all as text. */
const studentKeys = z
  .union([z.array(id), z.array(cleanText(36))], {
    error: (issue) =>
      Array.isArray(issue.input) ? 'must be all ids or all student ids' : messages.selectStudent,
  })
  .refine((keys) => keys.length > 0, messages.selectStudent)
  .refine(
    (keys) => keys.length <= limits.bulkStudents,
    `must be at most ${limits.bulkStudents} students`,
  );

const keyOrKeys = z.union([studentKey, studentKeys], { error: messages.required });

/** A class schedule by its id. */
export const classSchedule = z
  .number({ error: messages.selectSchedule })
  .int(messages.selectSchedule)
  .positive(messages.selectSchedule)
  .max(Number.MAX_SAFE_INTEGER);

/** The time of a mark that waited for the network. */
const madeAt = z.iso
  .datetime({ offset: true, error: 'must be an instant' })
  // PostgreSQL has neither a year 0 nor an offset of 16 hours.
  .refine((text) => !/^0000|[+-](1[6-9]|2\d):\d\d$/.test(text), 'must be an instant')
  .optional();

const minutes = whole(1, 1440).nullable().optional();
/** Details of one mark; null removes one, and omitted ones stay. */
const details = {
  /** Whole minutes after the start; with `Present`. */
  late_minutes: minutes,
  /** Whole minutes before the end; with `Present`. */
  left_early_minutes: minutes,
  /** With `Absent`. */
  excuse: z
    .enum(excuses, `must be one of ${excuses.join(', ')}`)
    .nullable()
    .optional(),
  /** With an `excuse`. */
  excuse_note: optionalText(limits.reasonLength, { as: 'line' }),
};
const detailNames = keysOf<keyof typeof details>(details);
/** Details of a mark in a request body. */
export type MarkDetail = {
  late_minutes?: number | null | undefined;
  left_early_minutes?: number | null | undefined;
  excuse?: Excuse | null | undefined;
  excuse_note?: string | null | undefined;
};
type Details = { [name in keyof typeof details]?: unknown };

/** Rejects details that do not fit the status. */
function checkDetails(
  body: Details & { status?: Status | undefined },
  context: z.RefinementCtx,
): void {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  for (const name of ['late_minutes', 'left_early_minutes'] as const)
    if (wasMissing(body.status ?? null) && typeof body[name] === 'number')
      refuse(name, 'only with the status Present');
  if (hasAttended(body.status ?? null) && typeof body.excuse === 'string')
    refuse('excuse', 'only with the status Absent');
  if (body.excuse === null && typeof body.excuse_note === 'string')
    refuse('excuse_note', 'only with an excuse');
}

/** Confirms that a whole class is marked Absent before it has begun (R-ROLL-26). */
const confirmAbsent = { confirm: z.boolean('must be true or false').optional() };

/**
 * An undo, also one that waited for the network: the status that the undone change gave. Only students whose latest
 * change it is, by the same user, are changed (R-ROLL-21).
 */
const undoneStatus = {
  takes_back: z.enum(rollStatuses, `must be one of ${rollStatuses.join(', ')}`).optional(),
};

/**
 * `date` defaults to today. `student` is another name of `rfid_number`; a list marks several.
 * `made_at`: the time of a mark that waited for the network (ISO 8601 with an offset).
 * `how`: a student named by number was chosen among the suggestions of what was typed, and counts as typed.
 */
export const attendanceCreate = z
  .strictObject({
    rfid_number: keyOrKeys.optional(),
    student: keyOrKeys.optional(),
    class_schedule: classSchedule,
    date: date.optional(),
    status: status.default('Present'),
    made_at: madeAt,
    ...undoneStatus,
    how: z.literal('typed').optional(),
    ...confirmAbsent,
    ...details,
  })
  .refine((body) => body.rfid_number !== undefined || body.student !== undefined, {
    path: ['rfid_number'],
    message: messages.required,
  })
  .superRefine(checkDetails)
  .refine((body) => !body.how || typeof (body.rfid_number ?? body.student) === 'number', {
    path: ['how'],
    message: 'for a student named by number only',
  })
  .superRefine((body, context) => {
    if (!Array.isArray(body.rfid_number ?? body.student)) return;
    for (const name of detailNames)
      if (body[name] !== undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'for one student only' });
  });

export const attendancePatch = z
  .strictObject({ status: status.optional(), ...details })
  .superRefine(checkDetails)
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    path: ['status'],
    message: messages.required,
  });

export const markStudents = z.strictObject({
  student: studentKeys,
  class_schedule: classSchedule,
  date: date.optional(),
  made_at: madeAt,
});

/** Marks every student on the roll who has no mark as Absent. `date` defaults to today. */
export const markRestAbsent = z.strictObject({
  class_schedule: classSchedule,
  date: date.optional(),
  ...confirmAbsent,
});

/**
 * Marks the remaining students Absent and closes the roll (R-ROLL-11). `date` defaults to today. `student`:
 * ids of those without a mark, as the user was shown them; the roll is not closed where another one has none.
 * `made_at`: the time of a closing that waited for the network; the roll is not closed where it was closed or
 * reopened since.
 */
export const closeRoll = markRestAbsent.extend({
  student: z
    .array(id)
    .max(limits.bulkStudents, `must be at most ${limits.bulkStudents} students`)
    .optional(),
  made_at: madeAt,
});

/**
 * Reopens a closed roll. `reason`: required when its days for editing have passed. `undo` reverts
 * the closing: absences that it gave and that are unchanged since become N/A again.
 */
export const reopenRoll = z.strictObject({
  class_schedule: classSchedule,
  date: date.optional(),
  reason: optionalText(limits.reasonLength, { as: 'line' }),
  undo: z.boolean('must be true or false').optional(),
});

/**
 * Withdraws the marks of students who still have this status (without one, any); marks that another user
 * has changed since are unchanged. `date` defaults to today, `made_at` is the time of a withdrawal that
 * waited for the network (ISO 8601 with an offset).
 */
export const withdrawMarks = z.strictObject({
  student: z
    .array(id, messages.selectStudent)
    .min(1, messages.selectStudent)
    .max(limits.bulkStudents, `must be at most ${limits.bulkStudents} students`),
  class_schedule: classSchedule,
  date: date.optional(),
  status: status.optional(),
  made_at: madeAt,
  ...undoneStatus,
});

/** The status that the mark had where it was seen: it is withdrawn only while it has it. */
export const withdrawQuery = z.strictObject({ status: status.optional() });

/** Ids of the students whose marks a call has changed. */
export const changedMarks = z.object({ students: z.array(z.number()) });

/** The reason why a class does not take place on a date. */
export const noClass = z.enum([
  'archived',
  'weekday',
  'week',
  'semester',
  'holiday',
  'cancelled',
  'moved',
]);

/** With `class_schedule` and `date` (one each) the roll, otherwise records of attendance. */
export const attendanceQuery = z.strictObject({
  ...listQuery,
  class_schedule: idParam.optional(),
  date: date.optional(),
  student: idOrUuid.optional(),
});
export const roll = z.object({
  results: z.array(rollRow),
  total: z.number(),
  next: z.null(),
  previous: z.null(),
  /** The roll is empty because the class does not take place then. */
  no_class: noClass.nullable(),
  /** With `no_class`: the next date on which it does; null without one. */
  next_date: z.string().nullable(),
  /** The moment of reading, for `since` of the live stream. */
  as_of: z.string(),
});
export type Roll = z.output<typeof roll>;

export const rollRequest = z.strictObject({ class_schedule: classSchedule, date: date.optional() });

/** A class of a student, as the conflict panel shows it (R-ROLL-5). */
export const conflictClass = z.object({
  id: z.number(),
  subject: z.object({ subject_name: z.string(), subject_code: z.string() }),
  classroom: z.object({ room_number: z.string() }),
  teacher: z.object({ first_name: z.string(), last_name: z.string() }),
  day_of_week: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  /** The weeks of the semester in which it is held, `1-6,8`; null: every week, and on a date. */
  weeks: z.string().nullable(),
  /** In session now. */
  currentClass: z.boolean(),
});
export type ConflictClass = z.output<typeof conflictClass>;

/** The result of an action for each student that it named. */
export const actionResult = z.object({ student_id: z.string(), status: z.string() });
export const actionFailure = actionResult.extend({
  /** The student, where one is known. */
  name: z.string().optional(),
  profile_image: z.string().nullish(),
  /** The student's classes on the date, the current one first. */
  class_schedules: z.array(conflictClass).optional(),
});
export type ActionFailure = z.output<typeof actionFailure>;

/**
 * `held`: a closed roll has not taken some, and they wait for an administrator (R-ROLL-25). `fail`: the others
 * whose mark was not withdrawn, with the reason.
 */
export const withdrawnMarks = changedMarks.extend({
  held: z.literal(true).optional(),
  fail: z.array(actionFailure).optional(),
});
export type WithdrawnMarks = z.output<typeof withdrawnMarks>;
