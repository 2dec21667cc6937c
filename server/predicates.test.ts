import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrolledOn } from '#server/school/enrolled.ts';
import { meetingOn, takesPlace } from '#server/school/meetings.ts';
import { firstWeekdayFrom } from '#server/school/classes.ts';
import { createTestSchool, type TestSchool } from './test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const period = sql`generate_series('2026-01-25'::timestamp, '2026-07-05', '1 day')`;

describe('a class takes place (R-CLASS-1)', () => {
  it('in lists on the days on which it accepts marks', async () => {
    const { rows } = await sql<{ days: number; differing: number }>`
      select count(*) filter (where ${takesPlace}) as days,
        count(*) filter (where coalesce(${takesPlace}, false)
          <> (class_problem(c.id, day::date) is null)) as differing
      from class_schedule c cross join ${period} day
      left join ${meetingOn(sql`c.id`, sql`day::date`)}
      where c.archived_at is null`.execute(school.database);
    expect(rows[0]?.days).toBeGreaterThan(50);
    expect(rows[0]?.differing).toBe(0);
  });

  it('first on the day itself or on one of the six after it', async () => {
    const { rows } = await sql<{ differing: number }>`
      select count(*) filter (where first <> (
        select min(d)::date from generate_series(day, day + interval '6 days', '1 day') d
        where extract(isodow from d) = c.day_of_week)) as differing
      from class_schedule c cross join ${period} day
      cross join lateral (select ${firstWeekdayFrom(sql`day::date`)} as first) f`.execute(
      school.database,
    );
    expect(rows).toEqual([{ differing: 0 }]);
  });
});

it('an enrolment includes its first and its last day (R-ENROL-1)', async () => {
  const { rows } = await sql<{ ended: string[]; open: string[] }>`
    select array_agg(day::date::text order by day) filter (where ${enrolledOn(sql`day::date`)})
        as ended,
      array_agg(day::date::text order by day) filter (where ${enrolledOn(sql`day::date`, 'o')})
        as open
    from (select '2026-03-02'::date as enrolled_from, '2026-03-03'::date as enrolled_to) e,
      (select '2026-03-04'::date as enrolled_from, null::date as enrolled_to) o,
      generate_series('2026-03-01'::timestamp, '2026-03-05', '1 day') day`.execute(school.database);
  expect(rows).toEqual([
    { ended: ['2026-03-02', '2026-03-03'], open: ['2026-03-04', '2026-03-05'] },
  ]);
});

/** SQL that queries have to take from the owner's fragment. */
const owned = {
  'school/enrolled.ts': /(enrolled|assigned)_(from <= |to is null or \S+ >= )/,
  'school/classes.ts': /isodow/,
  'school/semesters.ts': /between \w+\.class_start_date/,
  'school/holidays.ts': /h\.date_(from <=|to >=)/,
  'school/red-list.ts': /from red_list \w+ where .*archived_at/,
  'school/attendance.ts': /filter \(where a\.status = 'Present'\) as total_present/,
};

it('each predicate is only in the file of its owner', () => {
  const sources = globSync('*/**/*.ts', { cwd: import.meta.dirname })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.ts$|^(test|platform)\//.test(path))
    .map((path) => ({
      path,
      text: readFileSync(join(import.meta.dirname, path), 'utf8').replaceAll(/\s+/g, ' '),
    }));
  for (const [owner, predicate] of Object.entries(owned)) {
    const matching = sources.filter(({ path, text }) => path !== owner && predicate.test(text));
    expect(
      matching.map(({ path }) => path),
      owner,
    ).toEqual([]);
    expect(sources.map(({ path }) => path)).toContain(owner);
  }
});
