import type { PickerSource } from '../picker.ts';

interface Choice {
  value: string;
  label: string;
}

/** What a list can be filtered by; the value lies in the address under its name. */
export type Filter =
  /** Any of several: checkboxes. */
  | { kind: 'checkbox'; name: string; title: string; choices: Choice[] }
  /** One of several. */
  | { kind: 'select'; name: string; title: string; choices: Choice[] }
  /** One of what the server finds. */
  | { kind: 'picker'; name: string; title: string; source: PickerSource }
  /** A span of days under two names. */
  | { kind: 'dates'; name: string; until: string; title: string };

/** The names in the address that a filter uses. */
export const namesOf = (filter: Filter): string[] => (filter.kind === 'dates' ? [filter.name, filter.until] : [filter.name]);

export const choicesOf = (values: readonly (string | number)[], label: (value: string) => string = (value) => value): Choice[] =>
  values.map((value) => ({ value: String(value), label: label(String(value)) }));
