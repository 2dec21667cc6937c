import { settings, type SettingName } from '#contract/settings.ts';

/** Empty minutes of a class type are omitted. */
export const valueToSend = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, minutes]) => minutes !== null))
    : value;

/** A value in words: `30 minutes`, `Yes`, `Lecture: 15 minutes`. */
export function valueInWords(name: SettingName, value: unknown): string {
  const { control } = settings[name];
  if (control.is === 'switch') return value === true ? 'Yes' : 'No';
  if (control.is === 'choice')
    return control.choices.find((choice) => choice.value === String(value))?.label ?? '';
  if (control.is === 'number') return `${Number(value)} ${control.unit}`;
  if (control.is === 'time' || control.is === 'line' || control.is === 'code') return String(value);
  if (control.is === 'weekdays') return Array.isArray(value) ? value.join(', ') : '';
  if (control.is === 'percents') return percentsText(value);
  return Object.entries(value ?? {})
    .map(([type, minutes]) => `${type}: ${minutes} ${control.unit}`)
    .join(', ');
}

/** Percents as they are typed: "90, 85, 80". */
export const percentsText = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : '';

/** Typed percents as numbers; what is no number becomes 0, which no band may be. */
export const percentsOf = (text: string): number[] =>
  text
    .split(/[\s,;%]+/)
    .filter(Boolean)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : 0));
