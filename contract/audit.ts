import { z } from 'zod';
import { dateOr, idList, several } from './fields.ts';
import { auditKinds } from './audit-kinds.ts';
import { exportFormat } from './export.ts';
import { section } from './section.ts';

const day = dateOr('must be a date, YYYY-MM-DD').optional();

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
  /** Ids, dates and choices that were asked for; never names. */
  about: z.record(z.string(), z.unknown()),
  /** The HTTP status that was answered; null when the server ended before it was. */
  status: z.number().nullable(),
  /** As in the answer's `x-request-id` and in the server's log. */
  request_id: z.string().nullable(),
});
export type AuditLine = z.output<typeof auditRow>;

const filters = {
  kind: several.pipe(z.array(z.enum(auditKinds, `must be one of ${auditKinds.join(', ')}`))).optional(),
  /** Users by id. */
  user: idList.optional(),
  /** What was done to or with this student: an id. */
  student: idList.optional(),
  /** Days of the institute, both inclusive. */
  from_date: day,
  to_date: day,
};

/** The audit log, for who may delete students (design §6). Its rows are never changed. */
export const auditLog = section({
  path: 'audit',
  resource: 'Students',
  one: 'line of the audit log',
  fields: {},
  row: auditRow,
  filters,
  orders: ['at'],
  usualOrder: '-at',
});

/** The same as a file, the oldest first. */
export const auditExportQuery = exportFormat.extend({ ...filters, search: auditLog.query.shape.search });
