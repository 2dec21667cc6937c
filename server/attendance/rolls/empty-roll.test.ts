import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestSchool } from '#server/test/test-school.ts';

it('an empty roll returns when students are in the class (R-ROLL-20)', async () => {
  const school = await createTestSchool();
  const mon9 = await school.classId('mon9');
  const why = async () =>
    (
      await school.call(
        'teacher',
        'GET',
        `attendance/empty-roll/?class_schedule=${mon9}&date=2026-03-09`,
      )
    ).body;
  const enrolments = (set: string, of: string) =>
    sql
      .raw(
        `update enrolment e set ${set} from student s
         where s.id = e.student_id and s.student_id in (${of}) and e.class_schedule_id = ${mon9}`,
      )
      .execute(school.database);
  await enrolments(`enrolled_to = '2026-03-05'`, `'S1', 'S2'`);
  await enrolments(`enrolled_to = '2026-03-02'`, `'S3'`);
  await enrolments(`enrolled_from = '2026-03-16'`, `'S5'`);
  expect(await why()).toEqual({
    later: 1,
    first_day: '2026-03-16',
    earlier: 3,
    last_day: '2026-03-05',
  });
  await sql`delete from enrolment where class_schedule_id = ${mon9}`.execute(school.database);
  expect(await why()).toEqual({ later: 0, first_day: null, earlier: 0, last_day: null });
  await school.close();
});
