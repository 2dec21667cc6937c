import { expect, it } from 'vitest';
import { importAnswers } from './import-run.ts';

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
