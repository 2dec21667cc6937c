import { capitalize } from '../labels.ts';
import type { Values } from './form-context.ts';
import { fieldName } from './server-errors.ts';

/** A field whose value differs from the form's initial one. */
export interface ChangedField {
  label: string;
  /** As text; null where the form shows no text of it. */
  before: string | null;
  now: string | null;
  /** Whether it was edited here as well. */
  isEntered: boolean;
}

/** The form's values of a row, with the row itself for the names of its references. */
interface Held {
  values: Values;
  row: unknown;
}

/**
 * The fields with a different value.
 * @param labelOf the label of a field on the screen, where it has one.
 */
export function changedFields(
  before: Held,
  now: Held,
  labelOf: (name: string) => string | undefined,
  isEntered: (name: string) => boolean,
): ChangedField[] {
  return Object.keys(now.values)
    .filter((name) => !isSame(before.values[name], now.values[name]))
    .map((name) => ({
      label: labelOf(name) ?? capitalize(fieldName(name.replace(/_id$/, ''))),
      before: textOf(before, name),
      now: textOf(now, name),
      isEntered: isEntered(name),
    }));
}

const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? '') === JSON.stringify(other ?? '');

/** The text of a field; for a reference, the names of the row that it refers to. */
function textOf({ values, row }: Held, name: string): string | null {
  const value: unknown = values[name];
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'string') return value;
  if (!name.endsWith('_id')) return typeof value === 'number' ? String(value) : null;
  const referred: unknown = Object.entries(row ?? {}).find(
    ([field]) => field === name.replace(/_id$/, ''),
  )?.[1];
  const names = Object.entries(referred ?? {}).flatMap(([field, text]: [string, unknown]) =>
    typeof text === 'string' && !/date|uuid/.test(field) ? [text] : [],
  );
  return names.length ? names.join(' ') : null;
}

export function inWords({ label, before, now, isEntered }: ChangedField): string {
  const values =
    before === null && now === null
      ? 'another one now'
      : `${before || 'empty'} → ${now || 'empty'}`;
  return `${label}: ${values}${isEntered ? ' (you changed it too)' : ''}`;
}
