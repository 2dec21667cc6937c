import { z } from 'zod';
import * as masterData from '../timetable/master-data.endpoints.ts';
import { dateOr, idList, listOf, listQuery, several, sortParam } from '../fields.ts';
import { auditKinds } from '../audit-kinds.ts';
import { exportFormat } from '../exchange/export.ts';
import { resource } from '../resource.ts';

/** "red list entry" → `red_list_entry` */
export function thingCalled(singular: string): string {
  return singular.replaceAll(' ', '_');
}

const day = dateOr('must be a date, YYYY-MM-DD').optional();

/** The kinds of records that the log can name and link to. */
const auditThings: string[] = [
  'student',
  'teacher',
  'subject',
  'semester',
  'holiday',
  'cohort',
  'follow_up',
  'class_schedule',
  'meeting',
  'payroll_log',
  'device',
  'access_token',
  'webhook',
  ...Object.values(masterData).map(({ resource: { singular } }) => thingCalled(singular)),
];
const auditName = z.object({
  field: z.string(),
  thing: z.enum(auditThings),
  id: z.number(),
  name: z.string(),
});
export type AuditName = z.output<typeof auditName>;

/** One line of the audit log. */
const auditRow = z.object({
  id: z.number(),
  at: z.string(),
  kind: z.enum(auditKinds),
  /** E-mail address, or `command line`. */
  actor: z.string(),
  /** The actor's name; null when unknown. */
  name: z.string().nullable(),
  role: z.string().nullable(),
  /** A phrase: "Delete student". */
  what: z.string(),
  /** Ids, dates and choices of the request; never names. */
  about: z.record(z.string(), z.unknown()),
  /**
   * The current names of the ids, looked up when the line is read; deleted and erased records have
   * no name.
   */
  names: z.array(auditName),
  /** The HTTP status of the response; null when the server stopped before it. */
  status: z.number().nullable(),
  /** The request id, as in the header `x-request-id` and in the server's log. */
  request_id: z.string().nullable(),
});
export type AuditLine = z.output<typeof auditRow>;

const filters = {
  kind: several
    .pipe(z.array(z.enum(auditKinds, `must be one of ${auditKinds.join(', ')}`)))
    .optional(),
  /** Users by id. */
  user: idList.optional(),
  /** Lines about one of these students: ids. */
  student: idList.optional(),
  /** Lines about one of these records: ids. Lines of marks and pay are found by their students. */
  teacher: idList.optional(),
  class_schedule: idList.optional(),
  subject: idList.optional(),
  classroom: idList.optional(),
  /** Days of the institute, both inclusive. */
  from_date: day,
  to_date: day,
};

/** The audit log, for users who may delete students. Its rows are never changed. */
export const auditLog = resource({
  permission: 'Students',
  singular: 'line of the audit log',
  fields: {},
  row: auditRow,
  filters,
  sortKeys: ['at'],
  defaultSort: '-at',
});

/** A user whose lines are looked for. */
const auditUser = z.object({ id: z.number(), name: z.string(), email: z.string() });
export type AuditUser = z.output<typeof auditUser>;
export const auditUsers = listOf(auditUser);
export const auditUsersQuery = z.strictObject({
  ...listQuery,
  id: idList.optional(),
  ordering: sortParam(['name'], 'name'),
});
export { auditUser };

/** The same as a file, the oldest first. */
export const auditExportQuery = exportFormat.extend({
  ...filters,
  search: auditLog.query.shape.search,
});
