import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { importAnswers, importFiles } from './import-run.ts';

it.each([
  [{ batch: 'a\u0000' }, ['answers', 'batch']],
  [{ batch: '\u001b[2J' }, ['answers', 'batch']],
  [{ batch: 'x'.repeat(301) }, ['answers', 'batch']],
  [{ 'a\u0000': 'x' }, ['answers', 'a\u0000']],
])('answers that cannot be stored are refused at their name: %j', (answers, path) => {
  expect(importAnswers.safeParse({ answers }).error?.issues[0]?.path).toEqual(path);
});

it('answers may be empty, and in any script', () => {
  const answers = { batch: '', course: 'Khoa học' };
  expect(importAnswers.parse({ answers })).toEqual({ answers });
});

it.each(Object.entries(importFiles))(
  'docs/api.md says which files %s takes',
  (kind, { endings }) => {
    const manual = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
    const line = manual
      .split('\n')
      .find((text) => text.startsWith('| `POST attendance/import-runs/?'));
    const names = [`kind=${kind}`, `\`${kind}\``];
    expect(
      names.some((name) => line?.includes(name)),
      `name ${kind} there`,
    ).toBe(true);
    for (const ending of endings) expect(line).toContain(ending);
  },
);
