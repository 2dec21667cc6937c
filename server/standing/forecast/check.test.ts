import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RateTerms } from '#contract/rates.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { checkForecast, reportOf, thresholdOf } from './check.ts';

const terms: RateTerms = { rate_by: 'meetings', late_counts_as: 1, excused_counts: false };
const eighty = { part: 800, of: 1000 };
let school: TestSchool;

/** Marks of a student in a class, in the order of its meetings: P, A, L (late by 20 minutes), E or -. */
async function mark(code: string, ref: string, marks: string): Promise<void> {
  const [student, of] = [await school.studentId(code), await school.classId(ref)];
  const { rows } = await sql<{ date: string }>`
    select date from class_meeting where class_schedule_id = ${of} and status = 'scheduled'
    order by date`.execute(school.database);
  for (const [at, sign] of [...marks].entries()) {
    if (sign === '-') continue;
    const date = rows[at]?.date;
    await sql`
      insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
      values (${student}, ${of}, ${date}, ${'PL'.includes(sign) ? 'Present' : 'Absent'}, 'import',
        now())`.execute(school.database);
    if (sign === 'L')
      await sql`
        insert into mark_detail (student_id, class_schedule_id, date, late_minutes)
        values (${student}, ${of}, ${date}, 20)`.execute(school.database);
    if (sign === 'E')
      await sql`
        insert into mark_detail (student_id, class_schedule_id, date, excuse)
        values (${student}, ${of}, ${date}, 'sick')`.execute(school.database);
  }
}

beforeAll(async () => {
  school = await createTestSchool({ now: '2026-08-03T09:00:00+10:00' });
  // Seventeen Mondays without Easter Monday; S1 comes to the Saturday class of the subject as well.
  await mark('S1', 'mon9', 'PPPPPPPP-PPPPPPPP');
  await mark('S1', 'sat9', 'PPLL-P');
  await mark('S2', 'mon9', 'PPPPPPPP-AAAAAAAA');
  await mark('S3', 'mon9', 'AAAAPPPPPPEPPPPPP');
  await mark('S5', 'mon9', 'AAAAAAAA');
});
afterAll(() => school.close());

const check = (today: string, chosen = terms) =>
  checkForecast(school.database, { today, threshold: eighty, terms: chosen });

describe('the forecast on past semesters (R-FORECAST-1)', () => {
  it('compares each student of a subject at half of the counted meetings with the end', async () => {
    const { cases, model, rateSoFar } = await check('2026-08-03');
    // S5 has too few counted meetings.
    expect(cases).toHaveLength(3);
    const [s1, s2, s3] = cases;
    expect(s1).toMatchObject({
      counts: { present: 10, absent: 0, late: 2 },
      end: { present: 21, absent: 0 },
    });
    expect(s2).toMatchObject({
      counts: { present: 8, absent: 0, scheduled_minutes: 480, attended_minutes: 480 },
      // The one that was not taken is left, too.
      left: { meetings: 9, minutes: 540 },
      end: { present: 8, absent: 8 },
    });
    expect(s3).toMatchObject({
      counts: { present: 4, absent: 4 },
      left: { meetings: 9 },
      end: { present: 12, absent: 5, excused: 1 },
    });
    // 12 of 16 are 75 %, below the threshold; S2 fell without a sign.
    expect(model).toMatchObject({ cases: 3, below: 2 / 3 });
    expect(rateSoFar.brier).toBeCloseTo(1 / 3);
    expect(model.brier).toBeGreaterThan(0.1);
    expect(model.brier).toBeLessThan(1 / 3);
  });

  it('leaves out marks of cancelled meetings and of days without an enrolment', async () => {
    const mon9 = await school.classId('mon9');
    expect((await check('2026-08-03')).cases[0]?.end.present).toBe(21);
    const enrolS3 = async (from: string) =>
      sql`
        update enrolment set enrolled_from = ${from}
        where class_schedule_id = ${mon9}
          and student_id = ${await school.studentId('S3')}`.execute(school.database);
    await enrolS3('2026-02-24');
    // Its 15 counted meetings are too few.
    expect((await check('2026-08-03')).cases).toHaveLength(2);
    await enrolS3('2026-02-09');
    await sql`
      update class_meeting set status = 'cancelled'
      where class_schedule_id = ${mon9} and date = '2026-02-09'`.execute(school.database);
    const { cases } = await check('2026-08-03');
    // So are those of S2.
    expect(cases.map(({ end }) => end.present)).toEqual([20, 12]);
  });

  it('reads only semesters that are over', async () => {
    expect((await check('2026-06-30')).cases).toEqual([]);
    expect((await check('2026-07-01')).cases).not.toEqual([]);
  });

  it('reports scores, bins, and whether the forecast is better', async () => {
    const found = await check('2026-08-03');
    const text = reportOf(found, eighty, terms).join('\n');
    expect(text).toContain('2 students in ');
    // Of S3's classes 12 of 15 are 80 %, which is not below.
    expect(text).toContain('0 % ended below 80 %.');
    expect(text).toMatch(/forecast {5}0\.\d{4}/);
    expect(text).toMatch(/Beta\(\d+\.\d, \d+\.\d\)/);
    expect(reportOf(await check('2026-06-30'), eighty, terms).join()).toMatch(
      /^Nothing to compare/,
    );
    const worse = { ...found, rateSoFar: { ...found.rateSoFar, brier: 0 } };
    expect(reportOf(worse, eighty, terms).at(-1)).toContain('NOT better');
  });
});

it('the threshold of the command is a percentage above 0', () => {
  expect(thresholdOf([])).toEqual(eighty);
  expect(thresholdOf(['75.5'])).toEqual({ part: 755, of: 1000 });
  for (const args of [['0'], ['101'], ['100.5'], ['75.55'], ['-1'], ['x'], ['80', '90'], ['']])
    expect(() => thresholdOf(args)).toThrow('Name a threshold above 0');
});
