import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
/** 12,000 notes with the maximum length of text. */
beforeAll(async () => {
  school = await createTestSchool();
  await school.call('teacher', 'GET', 'user/details/');
  await sql`insert into attendance_note (date, class_schedule_id, note, created_by, created_at)
    select '2026-03-02'::date + n % 7, c.id, n || repeat('"語', 1990), u.id, now()
    from (select min(id) as id from class_schedule) c, (select min(id) as id from app_user) u,
      generate_series(1, 12000) n`.execute(school.database);
});
afterAll(() => school.close());

const notes = async (query: string) =>
  school.call('teacher', 'GET', `attendance/attendance-note/?${query}`);

describe('a list of rows with thousands of characters', () => {
  it('is refused where it is too large for one response, before all of it is in memory', async () => {
    const before = process.memoryUsage.rss();
    expect(await notes('limit=9999')).toMatchObject({
      status: 400,
      body: { limit: ['asks for more text than one answer holds: ask for fewer rows'] },
    });
    expect((process.memoryUsage.rss() - before) / 1024 / 1024).toBeLessThan(300);
  });

  it('is returned in pages, from both ends and with a search', async () => {
    for (const query of ['ordering=date&page=1', 'ordering=-date&page=18', 'search=1&page=2']) {
      const long = (await notes(`${query}&limit=600`)).body;
      const page = Number(/page=(\d+)/.exec(query)![1]);
      const short = await Promise.all(
        [1, 2, 3, 4, 5, 6].map((part) =>
          notes(`${query.replace(/page=\d+/, `page=${(page - 1) * 6 + part}`)}&limit=100`),
        ),
      );
      expect(long.results).toEqual(short.flatMap(({ body }) => body.results));
      expect(long.results).toHaveLength(600);
      expect(short.every(({ body }) => body.total === long.total)).toBe(true);
    }
  });
});
