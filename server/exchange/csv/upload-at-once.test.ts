import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { uploadStudents } from '#server/test/student-upload.ts';
import { createTestSchool } from '#server/test/test-school.ts';
import { studentFile, studentRow } from '#server/test/undoing.ts';

it('an upload leaves a student as they are who is archived in the same moment (R-STUDENT-5)', async () => {
  const school = await createTestSchool();
  const { database } = school;
  let upload: ReturnType<typeof uploadStudents> | undefined;
  await database.transaction().execute(async (trx) => {
    await sql`update student set archived_at = now() where student_id = 'S1'`.execute(trx);
    upload = uploadStudents(school, studentFile(studentRow('S1', 'Uploaded', '1000001')));
    const waiting = async () =>
      (
        await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
      ).rows.length;
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
  });
  expect(JSON.stringify((await upload)?.body)).toContain('archived');
  const { rows } = await sql`select last_name from student where student_id = 'S1'`.execute(
    database,
  );
  expect(rows).toEqual([{ last_name: 'Ångström' }]);
  await school.close();
});
