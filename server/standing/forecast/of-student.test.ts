import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { probabilityBelow } from '#contract/standing/forecast.ts';
import { noCounts } from '#contract/rates.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let mon9: number;
/** Easter Monday is a holiday. */
const mondays =
  '2026-02-09 2026-02-16 2026-02-23 2026-03-02 2026-03-09 2026-03-16 2026-03-23 2026-03-30 2026-04-13'.split(
    ' ',
  );

/** Marks of S2 in the first Mondays. */
async function mark(statuses: string): Promise<void> {
  const student = await school.studentId('S2');
  for (const [at, sign] of [...statuses].entries())
    await sql`
      insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
      values (${student}, ${mon9}, ${mondays[at]}, ${sign === 'P' ? 'Present' : 'Absent'},
        'import', now())`.execute(school.database);
}
const forecasts = async (code = 'S2', caller: Caller = 'admin') => {
  const path = `attendance/student-details/${await school.studentId(code)}/`;
  return (await school.call(caller, 'GET', path)).body.forecasts;
};

beforeAll(async () => {
  school = await createTestSchool({ now: '2026-04-13T09:59:00+10:00' });
  mon9 = await school.classId('mon9');
  await mark('PPPPPA');
});
afterAll(() => school.close());

it('says what can be reached and missed; how probable it is only from 8 counted meetings on (R-FORECAST-1)', async () => {
  const first = {
    subject: { subject_code: 'MAT1' },
    semester: { semester: 1, year: 2026 },
    threshold: { part: 8000, of: 10_000 },
    // 13 April is not over and has no mark; eight Mondays follow.
    meetings_left: 9,
    best: { part: 14, of: 15 },
    absences_left: 2,
    probability: null,
  };
  expect(await forecasts()).toMatchObject([first]);
  await sql`delete from attendance`.execute(school.database);
  await mark('PPPPPAPAP');
  const counts = { ...noCounts, present: 7, absent: 2 };
  const terms = { rate_by: 'meetings', late_counts_as: 1, excused_counts: false } as const;
  const [found] = await forecasts();
  expect(found).toMatchObject({
    // 13 April has a mark now.
    meetings_left: 8,
    best: { part: 15, of: 17 },
    absences_left: 1,
  });
  expect(found.probability).toBeCloseTo(
    probabilityBelow(counts, { meetings: 8, minutes: 480 }, first.threshold, terms) ?? -1,
    12,
  );
});

it('leaves out cancelled meetings, and those after the enrolment', async () => {
  await sql`
    update class_meeting set status = 'cancelled'
    where class_schedule_id = ${mon9} and date in ('2026-04-20', '2026-03-02')`.execute(
    school.database,
  );
  expect(await forecasts()).toMatchObject([{ meetings_left: 7, best: { part: 13, of: 15 } }]);
  await sql`
    update enrolment set enrolled_to = '2026-04-27'
    where class_schedule_id = ${mon9} and student_id = ${await school.studentId('S2')}`.execute(
    school.database,
  );
  expect(await forecasts()).toMatchObject([{ meetings_left: 1 }]);
  school.at('2026-04-27T10:00:00+10:00');
  expect(await forecasts()).toEqual([]);
  school.at('2026-04-13T12:00:00+10:00');
});

it('is for users who read the red list, never of themselves, and can be switched off (R-FORECAST-2)', async () => {
  expect(await forecasts('S2', 'teacher')).toHaveLength(1);
  await sql`
    update student set student_mail = 'Tess@school.example' where student_id = 'S2'`.execute(
    school.database,
  );
  expect(await forecasts('S2', 'teacher')).toBeNull();
  expect(await forecasts('S2', 'otherTeacher')).toHaveLength(1);
  await school.call('admin', 'PATCH', 'attendance/settings/', { forecast: false });
  expect(await forecasts('S2', 'otherTeacher')).toBeNull();
  await school.call('admin', 'PATCH', 'attendance/settings/', { forecast: true });
});
