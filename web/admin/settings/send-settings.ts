import { changeSettings, getSettings } from '#contract/admin/settings.endpoints.ts';
import {
  settingNames,
  settings,
  type SettingsAnswer,
  type SettingsPatch,
} from '#contract/settings.ts';
import { request } from '#web/platform/api.ts';
import type { ChangedField } from '#web/ui/form/changed-fields.ts';
import { isOvertaken } from '#web/ui/form/useOvertaken.ts';
import { valueInWords } from './values.ts';

/**
 * Sends changed settings. After another user's change of the same ones it asks, and sends them again if the
 * answer is to save.
 * @param seen the values that the changes are based on.
 * @returns the values of now; `isSaved` is false where theirs are taken. Its rejection says that the user goes
 * on editing.
 */
export async function sendSettings(
  own: SettingsPatch,
  seen: SettingsPatch,
): Promise<{ now: SettingsAnswer; isSaved: boolean }> {
  const changed = settingNames.filter((name) => own[name] !== undefined);
  try {
    const body = { ...own, seen: Object.fromEntries(changed.map((name) => [name, seen[name]])) };
    return { now: await request(changeSettings, { body }), isSaved: true };
  } catch (error) {
    if (!isOvertaken(error)) throw error;
    const now = await request(getSettings);
    const { askOvertaken } = await import('#web/ui/form/overtaken.tsx');
    const answer = await askOvertaken(
      error.message,
      changesBetween(seen, now.values, (name) => changed.some((it) => it === name)),
    );
    if (answer === 'take') return { now, isSaved: false };
    if (answer === 'edit') throw error;
    const onTheirs = changed.map((name) => [
      name,
      ontoTheirs(own[name], seen[name], now.values[name]),
    ]);
    return sendSettings(Object.fromEntries(onTheirs), now.values);
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function changesBetween(
  before: SettingsPatch,
  now: SettingsPatch,
  isEntered: (name: string) => boolean,
): ChangedField[] {
  return settingNames
    .filter((name) => !isSame(before[name], now[name]))
    .map((name) => ({
      label: settings[name].label,
      before: valueInWords(name, before[name]),
      now: valueInWords(name, now[name]),
      isEntered: isEntered(name),
    }));
}

/** Merges a setting with a value for each class type: types that the user did not change keep the other user's value. */
export function ontoTheirs(own: unknown, seen: unknown, theirs: unknown): unknown {
  if (!isByType(own) || !isByType(seen) || !isByType(theirs)) return own;
  const types = [...new Set([...Object.keys(theirs), ...Object.keys(own)])];
  const values = types.map((type) => [type, own[type] === seen[type] ? theirs[type] : own[type]]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

const isByType = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
