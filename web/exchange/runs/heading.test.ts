import { expect, it } from 'vitest';
import type { ImportProblem, ImportQuestion, ImportRun } from '#contract/exchange/import-run.ts';
import { answersOf, headingOf, isChanged } from './heading.ts';
import { blockersOf } from './text.ts';

const question = (name: string, more: Partial<ImportQuestion> = {}): ImportQuestion => ({
  name,
  label: name,
  help: '',
  answer: null,
  choices: [],
  ...more,
});
const error = (column: string, file = '-'): ImportProblem => ({
  file,
  line: file === '-' ? null : 2,
  column,
  reason: 'x',
  level: 'error',
});

function runOf(
  questions: ImportQuestion[],
  problems: ImportProblem[] = [],
  answers: Record<string, string> = {},
): ImportRun & { report: NonNullable<ImportRun['report']> } {
  return {
    id: 1,
    kind: 'oneroster',
    file_name: 'a.zip',
    bytes: 1,
    started_at: '2026-02-01T00:00:00Z',
    started_by: null,
    state: 'checked',
    undone: null,
    unusable: false,
    is_unchanged: false,
    sha256: '',
    phase: null,
    done: 0,
    total: null,
    error: null,
    answers,
    report: {
      counts: [],
      questions,
      problems,
      totals: { error: problems.length, skipped: 0, note: 0 },
      operation: null,
      written: false,
    },
  };
}
const checked = (run: ImportRun) => headingOf(run, answersOf(run));

it.each([
  [runOf([]), 'This import would change nothing'],
  [runOf([question('a'), question('b')]), '2 questions are open'],
  [runOf([], [error('course'), error('role', 'users.csv')]), '2 errors stop this import'],
  [runOf([question('a')], [error('course')]), 'One error stops this import. One question is open'],
  [runOf([question('a', { error: 'no' })], [error('a')], { a: 'x' }), 'One answer is not accepted'],
  [{ ...runOf([], [error('-')]), unusable: true }, 'This file cannot be used'],
])('counts all that stops an import: %#', (run, heading) => {
  expect(checked(run)).toBe(heading);
});

it('names what was changed since the check', () => {
  const open = runOf([question('a'), question('b', { answer: '1' })]);
  expect(headingOf(open, { a: 'x', b: '1' })).toBe('All questions have answers: check again');
  const done = runOf([question('b', { answer: '1' })]);
  expect(headingOf(done, { b: '2' })).toBe('You changed answers: check again');
  expect(headingOf(runOf(done.report.questions, [error('course')]), { b: '2' })).toBe(
    'One error stops this import. You changed answers: check again',
  );
  // A wrong answer that was checked is not changed.
  const wrong = runOf([question('a', { error: 'no' })], [error('a')], { a: 'x' });
  expect(isChanged(wrong, answersOf(wrong))).toBe(false);
  expect(headingOf(wrong, { a: 'y' })).toBe('All questions have answers: check again');
});

it('an error that stands at its question is not listed above', () => {
  const { report } = runOf([question('a', { error: 'no' })], [error('a'), error('course')]);
  expect(blockersOf(report)).toEqual({ problems: [error('course')], total: 1 });
});
