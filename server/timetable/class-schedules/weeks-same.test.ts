import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withGroup } from '#contract/class-name.ts';
import { addDays } from '#contract/dates.ts';
import { semesterWeek, weeksText } from '#contract/weeks.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

it('the database and the contract number, write and name alike (R-WEEK-1, R-CLASS-7)', async () => {
  const cases = fc.record({
    first: fc.nat(400).map((days) => addDays('2026-01-01', days)),
    date: fc.nat(900).map((days) => addDays('2025-06-01', days)),
    weeks: fc.uniqueArray(fc.integer({ min: -5, max: 60 }), { minLength: 1 }),
    group: fc.option(fc.constantFrom('12A', 'B')),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(cases, { minLength: 1, maxLength: 50 }), async (given) => {
      const { rows } = await sql<{ week: number; text: string; is_in: boolean; name: string }>`
        select semester_week(g.date, g.first) as week, weeks_text(g.weeks) as text,
          is_in_weeks(g.weeks, g.date, g.first) as is_in, with_group('MAT1', g."group") as name
        from jsonb_to_recordset(${JSON.stringify(given.map((one, at) => ({ ...one, at })))}::jsonb)
          as g(at int, first date, date date, weeks smallint[], "group" text)
        order by g.at`.execute(school.database);
      expect(rows).toEqual(
        given.map(({ first, date, weeks, group }) => {
          const week = semesterWeek(date, { class_start_date: first, class_end_date: first });
          return {
            week,
            text: weeksText(weeks),
            is_in: weeks.includes(week),
            name: withGroup('MAT1', group),
          };
        }),
      );
    }),
    { numRuns: 20 },
  );
});
