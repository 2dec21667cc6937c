import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

const count = 4000;
let school: TestSchool;
let s1: number;
/**
 * As many notes as one user can write in two minutes, each of maximum length, that name one
 * student.
 */
beforeAll(async () => {
  school = await createTestSchool();
  s1 = await school.studentId('S1');
  await school.call('teacher', 'GET', 'user/details/');
  await sql`insert into attendance_note (date, class_schedule_id, note, created_by, created_at)
    select '2026-03-02', c.id, n || ' Anna Ångström' || repeat('"語', 1985), u.id, now()
    from (select min(id) as id from class_schedule) c, (select min(id) as id from app_user) u,
      generate_series(1, ${count}::int) n`.execute(school.database);
});
afterAll(() => school.close());

/** The result of some work, and the memory that it added to the process, in megabytes. */
async function measured<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; growth: number }> {
  const before = process.memoryUsage.rss();
  const result = await work();
  return { result, growth: (process.memoryUsage.rss() - before) / 1024 / 1024 };
}

describe('a student whom thousands of long notes name', () => {
  it('has an archive that is created while it is sent, with every note', async () => {
    const headers = { authorization: `Bearer ${await school.token('admin')}` };
    const { result, growth } = await measured(() =>
      school.app.inject({ url: `/api/v2/attendance/student-details/${s1}/export/`, headers }),
    );
    expect(growth).toBeLessThan(250);
    const zip = await fromBufferPromise(result.rawPayload);
    let lines = 0;
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== 'notes.csv') continue;
      for await (const part of await zip.openReadStreamPromise(entry))
        lines += String(part).split('\n').length - 1;
    }
    expect(lines).toBe(count + 1);
  });

  it('is redacted in batches', async () => {
    const { result, growth } = await measured(() =>
      school.call('admin', 'POST', `attendance/student-details/${s1}/erase/`, { student_id: 'S1' }),
    );
    expect(result.body).toMatchObject({ notes_redacted: count, notes_naming: [] });
    expect(growth).toBeLessThan(250);
    const { rows } = await sql`select from attendance_note where note like '%Anna%'`.execute(
      school.database,
    );
    expect(rows).toEqual([]);
  });
});
