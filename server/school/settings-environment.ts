import {
  settingNames,
  settings,
  settingValues,
  type SettingName,
  type SettingsPatch,
} from '#contract/settings.ts';

/**
 * The settings that the environment fixes (R-SET-1), and a line for each invalid variable.
 * @param env without empty values.
 */
export function settingsOfEnvironment(env: Record<string, string | undefined>): {
  values: SettingsPatch;
  faults: string[];
} {
  const given: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const name of settingNames) {
    const variable = environmentOf(name);
    const text = variable && env[variable];
    if (variable === undefined || text === undefined) continue;
    const parsed = settings[name].schema.safeParse(fromText(name, text));
    if (parsed.success) given[name] = parsed.data;
    else faults.push(`${variable} ${parsed.error.issues[0]?.message}`);
  }
  return { values: settingValues.partial().parse(given), faults };
}

/** The variable that can fix a setting. */
export function environmentOf(name: SettingName): string | undefined {
  const setting = settings[name];
  return 'environment' in setting ? setting.environment : undefined;
}

/** The value that a text represents; the text itself when it represents none. */
function fromText(name: SettingName, text: string): unknown {
  const { control } = settings[name];
  if (control.is === 'weekdays') return text.split(',').map((day) => day.trim());
  if (control.is === 'switch') return { true: true, false: false }[text] ?? text;
  const isNumber = control.is === 'number' || (control.is === 'choice' && control.numeric);
  return isNumber && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
