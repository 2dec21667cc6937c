import { z } from 'zod';
import { dateOr, email, id, idList, isUuid, several } from './fields.ts';
import { jobStates } from './job-states.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { isAfter, section, type RuleFaults } from './section.ts';
import { studentReference } from './student.ts';

/** The workbook of all data, by mail (spec §7). */
export const spreadsheetExport = z.strictObject({ email: email(messages.emailEmpty) });

const ids = (what: string) => z.array(id, `must be a list of ids of ${what}`).max(limits.pickerRows, `must name at most ${limits.pickerRows}`);

/** Attendance between two dates, of some students or all, of one subject or all, by mail (spec §7). */
export const scheduleExport = z.strictObject({
  email: email(messages.fieldRequired),
  from_date: dateOr(messages.fieldRequired),
  to_date: dateOr(messages.fieldRequired),
  student_id: z.array(studentReference).max(limits.pickerRows, `must name at most ${limits.pickerRows}`).optional(),
  subject: id.nullish(),
});
/** Five years: every day and class of the span is looked at. */
const mostDays = 1830;
const tooLong = `must be at most ${mostDays} days after the start`;

function isTooLong(from: unknown, to: unknown): boolean {
  return typeof from === 'string' && typeof to === 'string' && (Date.parse(to) - Date.parse(from)) / 86_400_000 > mostDays;
}

export function scheduleExportRule({ from_date, to_date }: Record<string, unknown>): RuleFaults {
  if (isAfter(from_date, to_date)) return { to_date: messages.endAfterStart };
  return isTooLong(from_date, to_date) ? { to_date: tooLong } : {};
}

/** Attendance of chosen class schedules and subjects, at once (spec §5, §7). */
export const masterExport = z.strictObject({
  fromDate: dateOr(messages.startRequired),
  toDate: dateOr(messages.endRequired),
  schedule: ids('class schedules').default([]),
  subject: ids('subjects').default([]),
});
export type MasterExport = z.output<typeof masterExport>;

export function masterExportRule({ fromDate, toDate, schedule, subject }: Record<string, unknown>): RuleFaults {
  if (isAfter(fromDate, toDate)) return { toDate: messages.endAfterStart };
  if (isTooLong(fromDate, toDate)) return { toDate: tooLong };
  const none = [schedule, subject].every((chosen) => !Array.isArray(chosen) || chosen.length === 0);
  return none ? { schedule: messages.selectScheduleOrSubject } : {};
}

/** The same for given records. */
export const attendanceExport = z.strictObject({
  ids: z
    .array(z.union([id, z.string().refine(isUuid)], 'must be ids or uuids of attendance records'), 'must be a list of attendance records')
    .min(1, 'must name at least one')
    .max(limits.mostRows, `must name at most ${limits.mostRows}`),
});

export const exportFormat = z.strictObject({ format: z.enum(['csv', 'xlsx'], 'must be csv or xlsx').default('csv') });

/** What a mailed export answers: it is on its way. */
export const exportAccepted = z.object({ message: z.string(), id: z.number() });

export { jobStates, type JobState } from './job-states.ts';

/** An export that is, or was, on its way by mail. */
const jobRow = z.object({
  id: z.number(),
  /** What it brings: "Master Export". */
  title: z.string(),
  recipient: z.string(),
  requested_by: z.string(),
  state: z.enum(jobStates),
  /** Why it failed, or why it is waiting again. */
  reason: z.string().nullable(),
  /** How often it was tried. */
  attempts: z.number(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type Job = z.output<typeof jobRow>;

export const jobs = section({
  path: 'jobs',
  resource: 'Timetables',
  one: 'export',
  fields: {},
  row: jobRow,
  filters: { id: idList.optional(), state: several.pipe(z.array(z.enum(jobStates, `must be one of ${jobStates.join(', ')}`))).optional() },
  orders: ['created_at', 'title', 'recipient', 'state'],
  usualOrder: '-created_at',
});

const attachment = z.object({ place: z.number(), name: z.string(), content_type: z.string(), size: z.number() });

/** A mail as it lies in the local inbox, where no mail server is set. */
const inboxRow = z.object({
  id: z.number(),
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  at: z.string(),
  attachments: z.array(attachment),
});
export type InboxMail = z.output<typeof inboxRow>;

export const inbox = section({
  path: 'inbox',
  resource: 'Timetables',
  one: 'mail',
  fields: {},
  row: inboxRow,
  filters: { id: idList.optional() },
  orders: ['at', 'to'],
  usualOrder: '-at',
});
