import { messages } from '../../../contract/messages.ts';

/** `subject_code` → `subject code`. */
export const fieldName = (field: string): string => field.replaceAll('_', ' ');

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The first message of a field's value: a list's first item's status, the item, or the value itself (spec §8). */
function firstMessage(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'object' && first !== null && 'status' in first) return String(first.status);
  return typeof first === 'string' ? first : JSON.stringify(first);
}

/** What is said at each field. */
export function fieldErrors(body: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(body).flatMap(([field, value]) => (field === 'detail' ? [] : [[field, firstMessage(value)]])));
}

/** What the toasts of a failed submit say (spec §8, design §6). */
export function refusalTexts(body: Record<string, unknown>, editing: boolean): string[] {
  const entries = Object.entries(body).filter(([field]) => field !== 'request_id');
  if (entries.length === 0) return [messages.errorOccurred];
  if (!editing) return entries.map(([field, value]) => `${capitalized(fieldName(field))}: ${firstMessage(value)}`);
  const fields = entries.filter(([field]) => field !== 'detail');
  if (fields.length === 0) return [messages.editFailed];
  return fields.map(([field, value]) => `${firstMessage(value)} in ${fieldName(field)}`);
}
