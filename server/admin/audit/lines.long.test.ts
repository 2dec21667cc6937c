import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditLine } from '#contract/admin/audit.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
/** 10,000 lines, each of a request with the maximum number of students and classes. */
beforeAll(async () => {
  school = await createTestSchool();
  await sql`
    insert into audit (at, actor, role, kind, what, about, status)
    select now(), 'ada@school.example', 'admin', 'change', 'Add enrolment ' || n,
      jsonb_build_object('student', ids, 'class_schedule', ids), 400
    from (select jsonb_agg(1 + g % 5) as ids from generate_series(1, 51) g) of_each,
      generate_series(1, 10000) n`.execute(school.database);
});
afterAll(() => school.close());

const lines = (query: string) => school.call('admin', 'GET', `attendance/audit/?${query}`);

describe('lines of the audit log with a hundred records', () => {
  it('are refused where they are too much for one response, before all names are in memory', async () => {
    const before = process.memoryUsage.rss();
    const answers = await Promise.all(Array.from({ length: 8 }, () => lines('limit=9999')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 400));
    expect(answers[0]!.body).toEqual({
      limit: ['asks for more text than one answer holds: ask for fewer rows'],
    });
    expect((process.memoryUsage.rss() - before) / 1024 / 1024).toBeLessThan(300);
  });

  it('are returned in pages', async () => {
    const query = 'from_date=2026-03-03&kind=change';
    const long = (await lines(`${query}&limit=600`)).body;
    const short = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((page) => lines(`${query}&limit=100&page=${page}`)),
    );
    expect(long.results).toEqual(short.flatMap(({ body }) => body.results));
    expect((long.results as AuditLine[]).map(({ names }) => names.length)).toEqual(
      Array.from({ length: 600 }, () => 102),
    );
  });
});
