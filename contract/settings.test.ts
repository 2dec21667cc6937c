import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isInUse, settingNames, settings, settingValues } from './settings.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const variableOf = (name: (typeof settingNames)[number]) => {
  const setting = settings[name];
  return 'environment' in setting ? setting.environment : undefined;
};

describe.each(settingNames)('the setting %s', (name) => {
  const { schema, label, help, ...setting } = settings[name];

  it('has a valid default, and labels', () => {
    expect(schema.safeParse(setting.default).success).toBe(true);
    expect(label).toMatch(/^[A-Z].*[^.]$/);
    expect(help).toMatch(/^[A-Z].*\.$/);
  });

  it.runIf(isInUse(name))('is in the manual once it has an effect', () => {
    const variable = variableOf(name);
    if (variable === undefined) return;
    const missing = [
      ['docs/operations.md', `\`${variable}\``],
      ['.env.example', `# ${variable}=`],
    ].filter(([path = '', text = '']) => !read(path).includes(text));
    expect(missing, 'add the variable to these files').toEqual([]);
  });
});

it('each variable fixes one setting', () => {
  const variables = settingNames.flatMap((name) => variableOf(name) ?? []);
  expect(new Set(variables).size).toBe(variables.length);
});

it.each([
  ['absent_after_minutes', { Lecture: 20, Tutorial: 0 }, true],
  ['absent_after_minutes', { Seminar: 20 }, false],
  ['late_after_by_class_type', { 'Lecture + Tutorial': 241 }, false],
  ['late_after_by_class_type', { Lecture: 1.5 }, false],
  ['late_after_minutes', 240, true],
  ['late_after_minutes', -1, false],
  ['edit_days', 366, false],
  ['close_after_minutes', 0, true],
  ['close_after_minutes', 29, false],
  ['close_after_minutes', 30, true],
  ['late_counts_as', 0.75, true],
  ['late_counts_as', 0.3, false],
  ['late_counts_as', 1.25, false],
  ['rate_by', 'hours', false],
  ['excused_counts', 'yes', false],
])('%s takes %j: %s', (name, value, taken) => {
  expect(settingValues.partial().safeParse({ [name]: value }).success).toBe(taken);
});
