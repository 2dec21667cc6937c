import { messages } from '#contract/texts.ts';
import { capitalize } from '../labels.ts';

/** `subject_code` → `subject code`. */
export const fieldName = (field: string): string => field.replaceAll('_', ' ');

/**
 * The first message of a field's value: a list's first item's status, the item, or the value itself
 * (R-FORM-1).
 */
function firstMessage(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'object' && first !== null && 'status' in first) return String(first.status);
  return typeof first === 'string' ? first : JSON.stringify(first);
}

/** The first message of each field. */
export function fieldErrors(body: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(body).flatMap(([field, value]) =>
      field === 'detail' ? [] : [[field, firstMessage(value)]],
    ),
  );
}

/** The toasts of a failed submit (R-FORM-1). */
export function serverErrorMessages(body: Record<string, unknown>, editing: boolean): string[] {
  const entries = Object.entries(body).filter(([field]) => field !== 'request_id');
  if (entries.length === 0) return [messages.errorOccurred];
  if (!editing)
    return entries.map(
      ([field, value]) => `${capitalize(fieldName(field))}: ${firstMessage(value)}`,
    );
  const fields = entries.filter(([field]) => field !== 'detail');
  if (fields.length === 0) return [messages.editFailed];
  return fields.map(([field, value]) => `${firstMessage(value)} in ${fieldName(field)}`);
}
