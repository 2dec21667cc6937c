import { z } from 'zod';
import { isLongerThan } from '../dates.ts';
import { dateOr, email, id, idList, isUuid, several } from '../fields.ts';
import { jobStates, mailKinds } from '../job-states.ts';
import { limits } from '../limits.ts';
import { messages } from '../texts.ts';
import { isAfter, resource, type FieldErrors } from '../resource.ts';
import { studentReference } from '../student.ts';

/** The workbook of all data, by mail (R-EXPORT-1). */
export const spreadsheetExport = z.strictObject({ email: email(messages.emailEmpty) });

const ids = (what: string) =>
  z
    .array(id, `must be a list of ids of ${what}`)
    .max(limits.pickerRows, `must name at most ${limits.pickerRows}`);

/** Attendance between two dates, of some students or all, of one subject or all, by mail (R-EXPORT-2). */
export const scheduleExport = z.strictObject({
  email: email(messages.fieldRequired),
  from_date: dateOr(messages.fieldRequired),
  to_date: dateOr(messages.fieldRequired),
  student_id: z
    .array(studentReference)
    .max(limits.pickerRows, `must name at most ${limits.pickerRows}`)
    .optional(),
  subject: id.nullish(),
});
/** Five years: each day and class of the period is read. */
const maxDays = 1830;
const tooLong = `must be at most ${maxDays} days after the start`;
export const recordsTooLong = `must be records of at most ${maxDays} days`;

/** Whether a period is too long for an export. */
export const isTooLong = (from: unknown, to: unknown): boolean => isLongerThan(maxDays, from, to);

export function scheduleExportRule({ from_date, to_date }: Record<string, unknown>): FieldErrors {
  if (isAfter(from_date, to_date)) return { to_date: messages.endAfterStart };
  return isTooLong(from_date, to_date) ? { to_date: tooLong } : {};
}

/** Attendance of chosen class schedules and subjects, as an immediate download (R-EXPORT-3). */
export const masterExport = z.strictObject({
  fromDate: dateOr(messages.startRequired),
  toDate: dateOr(messages.endRequired),
  schedule: ids('class schedules').default([]),
  subject: ids('subjects').default([]),
});

export function masterExportRule({
  fromDate,
  toDate,
  schedule,
  subject,
}: Record<string, unknown>): FieldErrors {
  if (isAfter(fromDate, toDate)) return { toDate: messages.endAfterStart };
  if (isTooLong(fromDate, toDate)) return { toDate: tooLong };
  const none = [schedule, subject].every((chosen) => !Array.isArray(chosen) || chosen.length === 0);
  return none ? { schedule: messages.selectScheduleOrSubject } : {};
}

/** The same for given records. */
export const attendanceExport = z.strictObject({
  ids: z
    .array(
      z.union([id, z.string().refine(isUuid)], 'must be ids or uuids of attendance records'),
      'must be a list of attendance records',
    )
    .min(1, 'must name at least one')
    .max(limits.mostRows, `must name at most ${limits.mostRows}`),
});

export const exportFormat = z.strictObject({
  format: z.enum(['csv', 'xlsx'], 'must be csv or xlsx').default('csv'),
});

/** The response to a mailed export: it is on its way. */
export const exportAccepted = z.object({ message: z.string(), id: z.number() });

/** An export by mail with its state. */
const jobRow = z.object({
  id: z.number(),
  /** The kind of export: "Master Export". */
  title: z.string(),
  recipient: z.string(),
  requested_by: z.string(),
  state: z.enum(jobStates),
  /** Why it failed, or why it is waiting again. */
  reason: z.string().nullable(),
  /** Number of attempts. */
  attempts: z.number(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type Job = z.output<typeof jobRow>;

export const jobs = resource({
  permission: 'Timetables',
  singular: 'export',
  fields: {},
  row: jobRow,
  filters: {
    id: idList.optional(),
    kind: several
      .pipe(z.array(z.enum(mailKinds, `must be one of ${mailKinds.join(', ')}`)))
      .optional(),
    state: several
      .pipe(z.array(z.enum(jobStates, `must be one of ${jobStates.join(', ')}`)))
      .optional(),
  },
  sortKeys: ['created_at', 'title', 'recipient', 'state'],
  defaultSort: '-created_at',
});

const attachment = z.object({
  place: z.number(),
  name: z.string(),
  content_type: z.string(),
  size: z.number(),
});

/** A mail in the local inbox, which is used without a mail server. */
const inboxRow = z.object({
  id: z.number(),
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  at: z.string(),
  attachments: z.array(attachment),
  /** The link that stops messages to the recipient, as the mail would have it; null for other mails. */
  stop_url: z.string().nullable(),
});
export type InboxMail = z.output<typeof inboxRow>;

export const inbox = resource({
  permission: 'Timetables',
  singular: 'mail',
  fields: {},
  row: inboxRow,
  filters: { id: idList.optional() },
  sortKeys: ['at', 'to'],
  defaultSort: '-at',
});
