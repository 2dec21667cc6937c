import type { Audited, Endpoint } from '#contract/endpoint.ts';

/** What a call is in the audit log; null for what is only read, and for what has a history of its own. */
export function auditedCall({ audit }: Endpoint, body: unknown): Audited | null {
  if (audit === undefined || audit === 'history' || audit === 'none') return null;
  return typeof audit === 'function' ? audit(body) : audit;
}

/** Choices whose words say nothing of a person. */
const plain = new Set([
  'format',
  'rows',
  'mode',
  'dry_run',
  'status',
  'archive',
  'by',
  'preview',
  'card_print_status',
  'kind',
  'redact_notes',
]);
/** Staff's own addresses: where data were sent. */
const addresses = new Set(['email']);
/** Dates that are somebody's own. */
const ownDates = new Set(['date_of_birth', 'leave_from', 'leave_to']);
const maxIds = 50;

/** The request without personal data: ids, dates and choices as they are, of other fields only their names. */
export function auditedParams(...values: unknown[]): Record<string, unknown> {
  const about: Record<string, unknown> = {};
  const fields: string[] = [];
  for (const part of values) {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) continue;
    for (const [name, value] of Object.entries(part)) {
      if (value === undefined || value === '') continue;
      if (isImpersonal(name, value)) about[name] = shortened(value);
      else fields.push(name);
    }
  }
  return fields.length ? { ...about, fields } : about;
}

function isImpersonal(name: string, value: unknown): boolean {
  // What a class is paid by is for those who may read pay codes; the log has other readers.
  if (name === 'payroll_id') return false;
  if (Array.isArray(value)) return value.every((one) => isImpersonal(name, one));
  if (typeof value === 'number')
    return (
      /(^|_)(ids?|schedules?|subject|cohort|student|teacher|place|class_schedule)$/.test(name) ||
      ['attendance', 'from', 'to'].includes(name)
    );
  if (typeof value === 'boolean') return plain.has(name);
  if (typeof value !== 'string') return false;
  if (addresses.has(name) || plain.has(name)) return value.length <= 200;
  return !ownDates.has(name) && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

function shortened(value: unknown): unknown {
  if (!Array.isArray(value) || value.length <= maxIds) return value;
  return [...value.slice(0, maxIds), `and ${value.length - maxIds} more`];
}
