import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The linter's findings on a migration with these statements, by rule. */
function rulesBrokenBy(statements: string): string[] {
  const { stdout, error } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/squawk-cli/js/bin/squawk'),
      '--reporter=gcc',
      '--stdin-filepath=server/platform/database/migrations/9999-new.sql',
    ],
    { cwd: root, input: statements, encoding: 'utf8' },
  );
  if (error) throw error;
  const found = stdout.matchAll(/ (?:warning|error): ([\w-]+)/g);
  return [...new Set([...found].map(([, rule = '']) => rule))];
}

it.each([
  ['alter table student add column nickname text', []],
  ['create index student_batch on student (batch)', []],
  ['alter table student add column level text not null', ['adding-required-field']],
  ['alter table student alter column batch type integer', ['changing-column-type']],
  ['alter table student drop column batch', ['ban-drop-column']],
  ['alter table student rename column batch to year', ['renaming-column']],
  [
    `alter table student add constraint batch_given check (batch <> '')`,
    ['constraint-missing-not-valid'],
  ],
  ['alter table student add column seen_at timestamp', ['prefer-timestamp-tz']],
  ['-- squawk-ignore ban-drop-column\nalter table student drop column batch', []],
  ['alter table student ad column batch text', ['syntax-error']],
])('%s: %j', (statement, rules) => {
  expect(rulesBrokenBy(`${statement};\n`)).toEqual(rules);
});
