import { expect, it } from 'vitest';
import { answersOf, csvOf, studentImports } from '#server/test/student-imports.ts';

const { school, checked, again } = studentImports();

it('a row with the former ID of somebody who is here is an error, and no second student', async () => {
  const names = ['ID', 'First name', 'Last name'];
  const first = await checked(csvOf([names, ['F100', 'Ida', 'Renamed']]));
  await again(first.id, 'write', answersOf(first));
  const { id } = await school()
    .database.selectFrom('student')
    .select('id')
    .where('student_id', '=', 'F100')
    .executeTakeFirstOrThrow();
  await school().call('admin', 'PATCH', `attendance/students/${id}/`, { student_id: 'F200' });
  const run = await checked(csvOf([names, ['F100', 'Ida', 'Renamed'], ['F101', 'Ida', 'Other']]));
  expect(run.report.problems).toMatchObject([
    { line: 2, column: 'student_id', reason: 'is a former ID of this student, who has F200 now' },
  ]);
});
