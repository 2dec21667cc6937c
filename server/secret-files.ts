import { readFileSync } from 'node:fs';
import { SetupError } from './platform/setup-error.ts';

/** Settings that hold a secret: `NAME_FILE` names a file that holds the value of `NAME`. */
const secretSettings = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'FILES_URL',
  'SMTP_URL',
  'SMS_SECRET',
  'SECRETS_KEY',
  'METRICS_TOKEN',
] as const;

/**
 * The environment with the values of the files that it names; white space around a value is no part
 * of it.
 * @throws SetupError when a file cannot be read or is empty, or a setting is given twice.
 */
export function withSecretFiles(
  env: Record<string, string | undefined>,
): Record<string, string | undefined> {
  const faults: string[] = [];
  const read = secretSettings.flatMap((name): [string, string][] => {
    const file = env[`${name}_FILE`];
    if (!file) return [];
    if (env[name]) {
      faults.push(`${name} and ${name}_FILE are both set: choose one`);
      return [];
    }
    try {
      const value = readFileSync(file, 'utf8').trim();
      if (!value) faults.push(`${name}_FILE names an empty file`);
      return [[name, value]];
    } catch (error) {
      faults.push(`${name}_FILE cannot be read: ${(error as Error).message}`);
      return [];
    }
  });
  if (faults.length) throw new SetupError(...faults);
  return { ...env, ...Object.fromEntries(read) };
}
