import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { withSecretFiles } from './secret-files.ts';

let folder: string;
const file = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance-secrets-'));
  await writeFile(file('database'), 'postgres://a:secret@localhost/attendance\n');
  await writeFile(file('empty'), ' \n');
});
afterAll(() => rm(folder, { recursive: true }));

describe('a secret in a file', () => {
  it('is the value of the setting, without the line’s end', () => {
    const config = readConfig({ DATABASE_URL_FILE: file('database') });
    expect(config.databaseUrl).toBe('postgres://a:secret@localhost/attendance');
  });

  it.each([
    ['that is missing', { SMTP_URL_FILE: '/nowhere' }, /^SMTP_URL_FILE cannot be read: ENOENT/],
    ['that is a folder', { SMTP_URL_FILE: '/' }, /^SMTP_URL_FILE cannot be read: EISDIR/],
    [
      'beside the setting itself',
      { SMS_SECRET_FILE: '/nowhere', SMS_SECRET: 'x' },
      /^SMS_SECRET and SMS_SECRET_FILE are both set: choose one$/,
    ],
  ])('%s stops the start', (_what, env, line) => expect(() => withSecretFiles(env)).toThrow(line));

  it('that is empty stops the start, instead of switching the setting off', () =>
    expect(() => withSecretFiles({ METRICS_TOKEN_FILE: file('empty') })).toThrow(
      'METRICS_TOKEN_FILE names an empty file',
    ));

  it('is not read for settings that hold none', () =>
    expect(withSecretFiles({ TITLE_FILE: '/nowhere' })).toEqual({ TITLE_FILE: '/nowhere' }));
});
