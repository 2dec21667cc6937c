import { z } from 'zod';
import * as masterData from './endpoints/master-data.ts';
import { dateOr, idList, several } from './fields.ts';
import { auditKinds } from './audit-kinds.ts';
import { exportFormat } from './export.ts';
import { resource } from './resource.ts';

/** "red list entry" → `red_list_entry` */
export function thingCalled(singular: string): string {
  return singular.replaceAll(' ', '_');
}

const day = dateOr('must be a date, YYYY-MM-DD').optional();

/** What the log can name, and lead to. */
export const auditThings: string[] = [
  'student',
  'teacher',
  'subject',
  'semester',
  'holiday',
  'cohort',
  'class_schedule',
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
  /** The actor's name; null when they are not known here. */
  name: z.string().nullable(),
  role: z.string().nullable(),
  /** In words: "Delete student". */
  what: z.string(),
  /** Ids, dates and choices of the request; never names. */
  about: z.record(z.string(), z.unknown()),
  /** What the ids are called today, looked up when the line is read; what was deleted or erased has no name. */
  names: z.array(auditName),
  /** The HTTP status that was answered; null when the server ended before it was. */
  status: z.number().nullable(),
  /** As in the answer's `x-request-id` and in the server's log. */
  request_id: z.string().nullable(),
});
export type AuditLine = z.output<typeof auditRow>;

const filters = {
  kind: several
    .pipe(z.array(z.enum(auditKinds, `must be one of ${auditKinds.join(', ')}`)))
    .optional(),
  /** Users by id. */
  user: idList.optional(),
  /** What was done to or with this student: an id. */
  student: idList.optional(),
  /** Days of the institute, both inclusive. */
  from_date: day,
  to_date: day,
};

/** The audit log, for who may delete students. Its rows are never changed. */
export const auditLog = resource({
  permission: 'Students',
  singular: 'line of the audit log',
  fields: {},
  row: auditRow,
  filters,
  sortKeys: ['at'],
  defaultSort: '-at',
});

/** The same as a file, the oldest first. */
export const auditExportQuery = exportFormat.extend({
  ...filters,
  search: auditLog.query.shape.search,
});
