import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let id: Record<string, number>;
beforeEach(async () => {
  school = await createTestSchool();
  id = { S1: await school.studentId('S1') };
  for (const ref of ['mon9', 'mon9b', 'tue14']) id[ref] = await school.classId(ref);
  for (const [name, classes] of [
    ['Red', ['mon9', 'tue14']],
    ['Blue', ['mon9b', 'tue14']],
  ] as const) {
    const body = { name, year: 2026, schedules_id: classes.map((ref) => id[ref]) };
    id[name] = (await school.call('account', 'POST', 'attendance/cohort/create/', body)).body.id;
  }
  await sql`delete from enrolment`.execute(school.database);
  const enrolled = { student: 'S1', cohort: id.Red, from_date: '2026-02-02' };
  expect((await call('POST', 'studentcohortassignment/create/', enrolled)).status).toBe(201);
});
afterEach(() => school.close());

const call = (method: 'GET' | 'POST', path: string, body?: object) =>
  school.call('admin', method, `attendance/${path}`, body);

it.each([
  ['itself', (transfer: number, _operation: number) => `cohort-transfers/${transfer}/undo/`],
  ['the change history', (_: number, operation: number) => `bulk-operations/${operation}/undo/`],
])(
  'a transfer that is undone by %s leaves the old class that the student has joined again',
  async (_by, pathOf) => {
    const moved = await call('POST', 'cohort-transfers/create/', {
      student: 'S1',
      from_cohort: id.Red,
      to_cohort: id.Blue,
    });
    await sql`
      insert into enrolment (student_id, class_schedule_id, enrolled_from)
      values (${id.S1}, ${id.mon9}, '2026-03-09')`.execute(school.database);
    const [{ id: transfer }] = (await call('GET', 'cohort-transfers/')).body.results;
    const undone = await school.call(
      'account',
      'POST',
      `attendance/${pathOf(transfer, moved.body.operation)}`,
      {},
    );
    expect(undone.status, JSON.stringify(undone.body)).toBe(200);
    const { rows } = await sql<{ text: string }>`
      select concat_ws(' ', coalesce(c.ref, s.subject_code), e.enrolled_from,
        coalesce(e.enrolled_to::text, 'open')) as text
      from enrolment e join class_schedule c on c.id = e.class_schedule_id
      join subject s on s.id = c.subject_id
      where e.student_id = ${id.S1} order by 1`.execute(school.database);
    expect(rows.map(({ text }) => text)).toEqual([
      'mon9 2026-02-02 2026-03-01',
      'mon9 2026-03-09 open',
      'tue14 2026-02-02 open',
    ]);
  },
);
