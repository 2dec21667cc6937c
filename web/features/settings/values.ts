import { settings, type SettingName } from '#contract/settings.ts';

/** Empty minutes of a class type are omitted. */
export const valueToSend = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, minutes]) => minutes !== null))
    : value;

/** A value in words: `30 minutes`, `Yes`, `Lecture: 15 minutes`. */
export function valueInWords(name: SettingName, value: unknown): string {
  const { control } = settings[name];
  if (control.is === 'switch') return value === true ? 'Yes' : 'No';
  if (control.is === 'choice')
    return control.choices.find((choice) => choice.value === String(value))?.label ?? '';
  if (control.is === 'number') return `${Number(value)} ${control.unit}`;
  return Object.entries(value ?? {})
    .map(([type, minutes]) => `${type}: ${minutes} ${control.unit}`)
    .join(', ');
}
