import { z } from 'zod';
import { cleanText, date, id, instant, optionalText, whole } from './fields.ts';
import { keysOf } from './keys-of.ts';
import { limits } from './limits.ts';
import { excuses, markStatus, type Excuse } from './marks.ts';
import { hasAttended, rollStatuses, wasMissing, type Status } from './status.ts';
import { messages } from './texts.ts';

const maxKey = 36;
const keyError = ({ input }: { input?: unknown }): string =>
  typeof input === 'string' && input.trim().length > maxKey
    ? `must have at most ${maxKey} characters`
    : messages.required;

/** A student in a request body: number = id, text = card number, student id or uuid. */
const studentKey = z.union([id, cleanText(maxKey)], { error: keyError });

/** Several students: all as ids or all as text. */
const studentKeys = z
  .union([z.array(id), z.array(cleanText(maxKey))], {
    error: (issue) =>
      Array.isArray(issue.input) ? 'must be all ids or all student ids' : messages.selectStudent,
  })
  .refine((keys) => keys.length > 0, messages.selectStudent)
  .refine(
    (keys) => keys.length <= limits.bulkStudents,
    `must be at most ${limits.bulkStudents} students`,
  );

const keyOrKeys = z.union([studentKey, studentKeys], { error: keyError });

/** A class schedule by its id. */
export const classSchedule = z
  .number({ error: messages.selectSchedule })
  .int(messages.selectSchedule)
  .positive(messages.selectSchedule)
  .max(Number.MAX_SAFE_INTEGER);

/** The time of a mark that waited for the network. */
const madeAt = instant.optional();

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
    refuse('excuse_note', messages.noteNeedsExcuse);
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

/** The status that each mark had where it was seen: it is changed only while it has it (R-ROLL-21). */
const seenStatus = {
  seen: z.enum(rollStatuses, `must be one of ${rollStatuses.join(', ')}`).optional(),
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
    status: markStatus.default('Present'),
    made_at: madeAt,
    ...undoneStatus,
    ...seenStatus,
    how: z.literal('typed').optional(),
    ...confirmAbsent,
    ...details,
  })
  .refine((body) => body.rfid_number !== undefined || body.student !== undefined, {
    path: ['rfid_number'],
    message: messages.required,
  })
  .superRefine(checkDetails)
  .refine((body) => typeof body.excuse_note !== 'string' || body.excuse !== undefined, {
    path: ['excuse_note'],
    message: messages.noteNeedsExcuse,
  })
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
  .strictObject({ status: markStatus.optional(), ...details })
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
  /** Takes the user's own closing back, and its absences: refused where somebody else has closed the roll since. */
  undo: z.boolean('must be true or false').optional(),
  /** Takes the absences back that the latest closing wrote and that are unchanged since, also where another user closed it. */
  take_back: z.boolean('must be true or false').optional(),
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
  status: markStatus.optional(),
  made_at: madeAt,
  ...undoneStatus,
});

/** The status that the mark had where it was seen: it is withdrawn only while it has it. */
export const withdrawQuery = z.strictObject({ status: markStatus.optional() });

export const rollRequest = z.strictObject({ class_schedule: classSchedule, date: date.optional() });
