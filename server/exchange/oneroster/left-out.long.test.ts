import { expect, it } from 'vitest';
import {
  enrollment,
  klass,
  rosterTests,
  smallAnswers,
  smallRoster,
  user,
} from '#server/test/roster.ts';

const { rosters } = rosterTests();

it('one wrong value of 20,000 people with 100,000 enrollments is found before the check is stopped', async () => {
  const people = Array.from({ length: 20_000 }, (_, n) => ({
    ...user(`X${n}`, 'student', 'A', 'B', `x${n}`),
    enabledUser: 'maybe',
  }));
  const rows = {
    ...smallRoster,
    classes: [...smallRoster.classes, klass('K-X', 'X', 'C-ALG')],
    users: [...smallRoster.users, ...people],
    enrollments: [
      ...smallRoster.enrollments,
      ...Array.from({ length: 100_000 }, (_, n) =>
        enrollment(`EX${n}`, 'K-X', `X${n % people.length}`),
      ),
    ],
  };
  const report = await rosters.import(rows, smallAnswers, { dryRun: true });
  expect(report.totals.error).toBe(people.length);
  expect(report.problems[0]?.column).toBe('enabledUser');
}, 120_000);
