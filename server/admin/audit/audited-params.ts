import type { Audited, Endpoint } from '#contract/endpoint.ts';
import { isPayField } from '#server/school/may-set-pay-code.ts';

/** The audit log's entry of a call; null for reads, and for calls with a history of their own. */
export function auditedCall({ audit }: Endpoint, body: unknown): Audited | null {
  if (audit === undefined || audit === 'history' || audit === 'none') return null;
  return typeof audit === 'function' ? audit(body) : audit;
}

/** Choices whose values are not personal data. */
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
  'accept',
  'changed',
  'is_redacted',
]);
/** Addresses of staff: where data was sent. */
const addresses = new Set(['email']);
/** Dates that are personal data. */
const ownDates = new Set(['date_of_birth', 'leave_from', 'leave_to']);
const maxIds = 50;

/**
 * The request without personal data: ids, dates and choices as they are, and only the names of
 * other fields.
 */
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

/** The same with `id` and `ids` under the name of what they are of. */
export function withNamed(of: string, { id, ids, ...about }: Record<string, unknown>) {
  return { ...((id ?? ids) !== undefined && { [of]: id ?? ids }), ...about };
}

/** The same with the name of the address alone. */
export function withoutAddress({ email, fields, ...about }: Record<string, unknown>) {
  const names = Array.isArray(fields) ? fields : [];
  return email === undefined
    ? { ...about, ...(names.length > 0 && { fields: names }) }
    : { ...about, fields: ['email', ...names] };
}

function isImpersonal(name: string, value: unknown): boolean {
  // The pay code of a class is visible to users who may read pay codes; the log has other readers.
  if (isPayField(name)) return false;
  if (Array.isArray(value)) return value.every((one) => isImpersonal(name, one));
  if (typeof value === 'number')
    return (
      /(^|_)(ids?|schedules?|subject|cohort|student|teacher|place|class_schedule|access_token|webhook)$/.test(
        name,
      ) || ['attendance', 'from', 'to', 'proposals', 'rewritten', 'unchanged'].includes(name)
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
