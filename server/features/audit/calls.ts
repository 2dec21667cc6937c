import type { AuditKind } from '../../../contract/audit-kinds.ts';

/** What a call is in the audit log. */
export interface Audited {
  kind: AuditKind;
  /** In words. */
  what: string;
}

const base = '/api/v2/attendance/';

/** Data that leave the institute's screens. */
const exports: Record<string, string> = {
  'GET bulk-student-export': 'Students as a file',
  'POST spreadsheet-export': 'All data by mail',
  'POST attendance-export/export_attendance': 'Attendance by mail',
  'POST jobs/:id/retry': 'Mail sent again',
  'GET inbox/:id/attachments/:place': 'File from the local inbox',
  'POST master-export': 'Attendance as a file',
  'POST bulk-attendance-export': 'Attendance records as a file',
  'GET payroll-logs-export': 'Check-ins as a file',
  'GET audit-export': 'Audit log as a file',
};

const others: Record<string, Audited> = {
  'POST bulk-student-upload': { kind: 'import', what: 'Students by file' },
  'POST semesters/:id/whole': { kind: 'archive', what: 'Semester with its classes' },
  'GET student-details/:student/export': { kind: 'privacy', what: 'Everything about a student as a file' },
  'POST student-details/:student/erase': { kind: 'privacy', what: 'Erase student' },
  'POST sign-in-blocks/:id/release': { kind: 'change', what: 'Release blocked sign-in' },
};

/**
 * Told elsewhere, or nothing that anybody would ask about: marks and check-ins have a history that the database itself
 * copies into the log, with what they were before.
 */
const toldElsewhere =
  /^(POST|PATCH|DELETE) (attendance\/(create|:id)|mark-student-attendance|schedule-students-attendance|payroll-logs\/.*|calendar-link.*)$/;

/** What the parts of a path are called in a sentence. */
const nouns: Record<string, string> = {
  students: 'student',
  teachers: 'teacher',
  courses: 'course',
  subjects: 'subject',
  specializations: 'specialization',
  semesters: 'semester',
  classroom: 'classroom',
  classschedule: 'class schedule',
  cohort: 'cohort',
  studentassignment: 'enrolment',
  'delete-enroll': 'enrolment',
  studentcohortassignment: 'cohort enrolment',
  'cohort-transfers': 'cohort transfer',
  holiday: 'holiday',
  leave: 'approved leave',
  redlistedstudents: 'red list entry',
  payrolls: 'pay code',
  'attendance-note': 'note',
  'sign-in-blocks': 'blocked sign-in',
};

/**
 * What a call is in the audit log; null for what is only read, and for what has a history of its own.
 * @param key method and route, as the access map names them.
 */
export function auditedCall(key: string, body: unknown): Audited | null {
  const [method = '', route = ''] = key.split(' ');
  const path = route.replace(base, '');
  const name = `${method} ${path}`;
  if (exports[name]) return { kind: 'export', what: exports[name] };
  if (others[name]) return others[name];
  if (key === 'POST /file/:category') return { kind: 'change', what: 'Upload a file' };
  if (!route.startsWith(base) || method === 'GET' || toldElsewhere.test(name)) return null;
  const what = nouns[path.split('/')[0]!] ?? path;
  const archive = typeof body === 'object' && body !== null && 'archive' in body ? body.archive : null;
  if (archive) return { kind: 'archive', what: `${archive === 'restore' ? 'Restore' : 'Archive'} ${what}` };
  if (method === 'DELETE' || /bulk-(delete|remove)$/.test(path)) return { kind: 'delete', what: `Delete ${what}` };
  const verb = method === 'PATCH' ? 'Change' : path.endsWith('/undo') ? 'Undo' : 'Add';
  // What decides about pay is told as such.
  return { kind: path.startsWith('payrolls/') ? 'pay' : 'change', what: `${verb} ${what}` };
}

/** Choices whose words say nothing of a person. */
const plain = new Set(['format', 'rows', 'mode', 'dry_run', 'status', 'archive', 'by', 'preview', 'card_print_status', 'kind', 'redact_notes']);
/** Staff's own addresses: where data were sent. */
const addresses = new Set(['email']);
/** Dates that are somebody's own. */
const ownDates = new Set(['date_of_birth', 'leave_from', 'leave_to']);
const mostIds = 50;

/** What was asked for, without anybody's data: ids, dates and choices as they are, of other fields only their names. */
export function askedFor(...parts: unknown[]): Record<string, unknown> {
  const about: Record<string, unknown> = {};
  const fields: string[] = [];
  for (const part of parts) {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) continue;
    for (const [name, value] of Object.entries(part)) {
      if (value === undefined || value === '') continue;
      if (tellsNobody(name, value)) about[name] = shortened(value);
      else fields.push(name);
    }
  }
  return fields.length ? { ...about, fields } : about;
}

function tellsNobody(name: string, value: unknown): boolean {
  // What a class is paid by is for those who may read pay codes; the log has other readers.
  if (name === 'payroll_id') return false;
  if (Array.isArray(value)) return value.every((one) => tellsNobody(name, one));
  if (typeof value === 'number') return /(^|_)(ids?|schedules?|subject|cohort|student|place|class_schedule)$/.test(name) || name === 'attendance';
  if (typeof value === 'boolean') return plain.has(name);
  if (typeof value !== 'string') return false;
  if (addresses.has(name) || plain.has(name)) return value.length <= 200;
  return !ownDates.has(name) && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

function shortened(value: unknown): unknown {
  if (!Array.isArray(value) || value.length <= mostIds) return value;
  return [...value.slice(0, mostIds), `and ${value.length - mostIds} more`];
}
