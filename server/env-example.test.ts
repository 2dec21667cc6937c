import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settingNames, settings } from '#contract/settings.ts';
import { environment } from './config-environment.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const example = read('.env.example');
const manual = read('docs/operations.md');

/** `# NAME=value   # remark` → name and value. */
const lines = [...example.matchAll(/^# ([A-Z_]+)=(.*?)(?:[ ]{2,}#.*)?$/gm)].map(
  ([, name = '', value = '']) => ({ name, value: value.trim() }),
);
const ofInstitute = settingNames.flatMap((name) => {
  const setting = settings[name];
  return 'environment' in setting ? (setting.environment ?? []) : [];
});
const shape: Record<string, { safeParse(value: unknown): { data?: unknown } }> = environment.shape;
const names = [...Object.keys(shape), ...ofInstitute];
/** Of compose.yaml, not of the server. */
const further = ['POSTGRES_PASSWORD'];
/** Defaults that follow from other settings. */
const derived = ['PUBLIC_URL', 'TIME_ZONE'];

describe('.env.example', () => {
  it('names every setting once, and none that does not exist', () => {
    expect(lines.map(({ name }) => name).toSorted()).toEqual([...names, ...further].toSorted());
  });

  it('has the default of each setting that it gives a value', () => {
    const wrong = lines.filter(({ name, value }) => {
      const schema = shape[name];
      if (!schema || value === '' || derived.includes(name)) return false;
      const given = JSON.stringify(schema.safeParse(value).data);
      return given !== JSON.stringify(schema.safeParse(undefined).data);
    });
    expect(wrong).toEqual([]);
  });
});

it('the manual has a line for each setting', () => {
  const rows = manual.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => row.slice(0, row.indexOf(' | ')).match(/[A-Z_]{2,}/g) ?? []);
  expect(names.filter((name) => !named.includes(name))).toEqual([]);
});

describe('a file that operators fill in names TIME_ZONE, which production needs:', () => {
  it.each(['.env.example', 'deploy/attendance.env.example', 'compose.yaml'])('%s', (path) => {
    expect(read(path)).toContain('TIME_ZONE');
  });
});
