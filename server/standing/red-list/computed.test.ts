import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RedListLine } from '#contract/standing/red-list-computed.ts';
import { standingsOf } from '#server/test/standings.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let follow: () => Promise<number>;
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-30T20:00:00+11:00' });
  follow = standingsOf(school);
  await follow();
});
afterEach(() => school.close());

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  school.call('admin', method, `attendance/${path}`, body);
const addRule = (rule: object) => call('POST', 'redlistrules/create/', rule);
const lines = async (query = '', caller: Caller = 'admin'): Promise<RedListLine[]> =>
  (await school.call(caller, 'GET', `attendance/redlistedstudents/computed/?${query}`)).body
    .results;
const shown = async (query = '', caller: Caller = 'admin') =>
  (await lines(query, caller)).map(
    ({ student, subject, state, why, rate }) =>
      `${student.student_id} ${subject?.subject_code ?? 'all'} ${state} ${rate} ${why.join(',')}`,
  );
const decide = (ids: (number | null)[], decision: string, reason?: string) =>
  call('POST', 'redlistedstudents/computed/decide/', { ids, decision, reason });

/** Mondays of mon9, in MAT1. */
const mondays = ['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23', '2026-03-30'];
async function mark(student: string, statuses: string, dates = mondays) {
  const class_schedule = await school.classId('mon9');
  for (const [at, status] of [...statuses].entries()) {
    if (status === '-') continue;
    const answer = await call('POST', 'attendance/create/', {
      class_schedule,
      date: dates[at],
      student,
      status: status === 'P' ? 'Present' : 'Absent',
    });
    expect(answer.status).toBe(201);
  }
}

describe('a rule (R-RED-1)', () => {
  it('lists whose rate is below its percentage, once enough classes count', async () => {
    await mark('S1', 'PAAAA');
    await mark('S2', 'PPPPA');
    await mark('S3', 'AA---');
    await addRule({ below: 80 });
    await follow();
    expect(await shown()).toEqual(['S1 MAT1 open 20% rate']);
    await call(
      'PATCH',
      `redlistrules/${(await call('GET', 'redlistrules/')).body.results[0].id}/`,
      {
        below: 80.01,
        least_meetings: 2,
      },
    );
    await follow();
    expect(await shown('ordering=student_id')).toEqual([
      'S1 MAT1 open 20% rate',
      'S2 MAT1 open 80% rate',
      'S3 MAT1 open 0% rate',
    ]);
  });

  it('lists absences in a row, which a mark ends and an excuse does not', async () => {
    await mark('S1', 'PAA--');
    await mark('S2', 'AAP--');
    await addRule({ consecutive: 2 });
    await follow();
    expect(await shown()).toEqual(['S1 MAT1 open 33% consecutive']);
    expect((await lines())[0]).toMatchObject({
      standing: { streak: 2, absent_on: ['2026-03-09', '2026-03-16'] },
      rule: { below: null, consecutive: 2 },
      below: 80,
      best: '90%',
      absences_left: 2,
      chance_below: null,
    });
  });

  it('lists absences within some weeks, which pass', async () => {
    await mark('S1', 'AAPPP');
    await addRule({ absences: 2, weeks: 4 });
    await follow();
    // Within four weeks up to 30 March is after 2 March.
    expect(await shown()).toEqual([]);
    await call('POST', 'redlistrules/create/', { absences: 2, weeks: 5, overall: true });
    await follow();
    expect(await shown()).toEqual(['S1 all open 60% recent']);
  });

  it('of a subject goes before the one of its course, and that before the institute’s', async () => {
    await mark('S1', 'PAPAA');
    const { rows } = await sql<{ subject: number; course: number }>`
      select id as subject, course_id as course from subject where subject_code = 'MAT1'`.execute(
      school.database,
    );
    const [of] = rows;
    await addRule({ below: 90 });
    await follow();
    expect(await shown()).toHaveLength(1);
    const course = await addRule({ below: 30, course_id: of!.course });
    expect(course.status).toBe(201);
    await follow();
    expect((await lines())[0]!.why).toEqual([]);
    await addRule({ below: 50, subject_id: of!.subject });
    await follow();
    expect((await lines())[0]).toMatchObject({ why: ['rate'], rule: { below: 50 } });
  });

  it('previews how many it would list, and writes nothing', async () => {
    await mark('S1', 'PAAAA');
    await mark('S2', 'PPPPA');
    await follow();
    expect(await addRule({ below: 90, preview: true })).toMatchObject({
      status: 200,
      body: { id: null, listed: 2, students: 2 },
    });
    expect((await call('GET', 'redlistrules/')).body.results).toEqual([]);
  });

  it.each([
    [{ below: 0, consecutive: 3 }, 'below'],
    [{ below: 101 }, 'below'],
    [{ below: 79.999 }, 'below'],
    [{}, 'below'],
    [{ below: 80, subject_id: 999 }, 'subject_id'],
    [{ absences: 3 }, 'weeks'],
    [{ weeks: 3 }, 'absences'],
    [{ consecutive: 1 }, 'consecutive'],
    [{ consecutive: 3, overall: true }, 'consecutive'],
    [{ below: 80, overall: true, subject_id: 1 }, 'overall'],
    [{ below: 80, least_meetings: 0 }, 'least_meetings'],
  ])('%j is refused', async (rule, field) => {
    expect(await addRule(rule)).toMatchObject({
      status: 400,
      body: { [field]: [expect.any(String)] },
    });
  });

  it('there is one for each subject, course and the institute', async () => {
    expect((await addRule({ below: 80 })).status).toBe(201);
    expect(await addRule({ below: 70 })).toMatchObject({
      status: 400,
      body: { overall: ['has a rule already: change that one'] },
    });
    expect((await addRule({ below: 70, overall: true })).status).toBe(201);
  });
});

describe('an entry (R-RED-2)', () => {
  beforeEach(async () => {
    await mark('S1', 'PAAA-');
    await mark('S2', 'AAAA-');
    await addRule({ below: 80, least_meetings: 3 });
    await follow();
  });
  const idOf = async (student: string, query = '') =>
    (await lines(query)).find((line) => line.student.student_id === student)!.id;

  it('says what can still be reached, and who decided what', async () => {
    const [first, second] = await lines('ordering=student_id');
    // S1 has two classes on nine Mondays until 8 June: of 22 one more may be missed.
    expect(first).toMatchObject({
      rate: '25%',
      standing: { present: 1, absent: 3, left_meetings: 18 },
      best: '86%',
      absences_left: 1,
    });
    // S2 has one: 9 of 13 are below 80 %.
    expect(second).toMatchObject({ best: '69%', absences_left: null, chance_below: null });
    await decide([first!.id], 'accept');
    expect((await lines('state=accepted'))[0]).toMatchObject({
      decided: { by: expect.any(String), at: '2026-03-30T09:00:00.000Z', reason: null },
    });
    const listed = async () =>
      (await call('GET', 'students/?search=S1')).body.results.map(
        (row: { in_red_list: boolean }) => row.in_red_list,
      );
    expect(await listed()).toEqual([true]);
    await decide([first!.id], 'open');
    expect(await listed()).toEqual([false]);
  });

  it('that is dismissed opens again after a further absence below that rate, and not before', async () => {
    expect((await decide([await idOf('S1')], 'dismiss')).body).toHaveProperty('reason');
    await decide([await idOf('S1')], 'dismiss', 'Was in hospital');
    await follow();
    expect(await shown()).toEqual(['S2 MAT1 open 0% rate']);
    expect((await lines('state=dismissed'))[0]!.decided).toMatchObject({
      reason: 'Was in hospital',
    });
    await mark('S2', '----A');
    await follow();
    expect(await shown('state=dismissed')).toEqual(['S1 MAT1 dismissed 25% rate']);
    await mark('S1', '----A');
    await follow();
    expect(await shown('ordering=-student_id')).toEqual([
      'S2 MAT1 open 0% rate',
      'S1 MAT1 open 20% rate',
    ]);
  });

  it('is cleared once its rule has not held for three days, and opens when it holds again', async () => {
    await mark('S1', '----P');
    const rules = (await call('GET', 'redlistrules/')).body.results;
    await call('PATCH', `redlistrules/${rules[0].id}/`, { below: 30, least_meetings: 3 });
    await follow();
    expect(await shown('student=' + String(await school.studentId('S1')))).toEqual([
      'S1 MAT1 open 40% ',
    ]);
    // The filter of reasons names only those that hold.
    expect(await shown('why=rate')).toEqual(['S2 MAT1 open 0% rate']);
    school.at('2026-04-01T20:00:00+11:00');
    await follow();
    expect(await idOf('S1')).toBeGreaterThan(0);
    school.at('2026-04-02T20:00:00+11:00');
    await follow();
    expect(await shown()).toEqual(['S2 MAT1 open 0% rate']);
    expect(await shown('state=cleared')).toEqual(['S1 MAT1 cleared 40% ']);
    await call('PATCH', `redlistrules/${rules[0].id}/`, { below: 50, least_meetings: 3 });
    await follow();
    expect(await shown('ordering=student_id')).toEqual([
      'S1 MAT1 open 40% rate',
      'S2 MAT1 open 0% rate',
    ]);
  });

  it('is shown to teachers of a class of the student, who decide nothing', async () => {
    expect(await shown('ordering=student_id', 'teacher')).toHaveLength(2);
    // Theo has S1 in another subject.
    expect(await shown('', 'otherTeacher')).toEqual(['S1 MAT1 open 25% rate']);
    const body = { ids: [await idOf('S1')], decision: 'accept' };
    const path = 'attendance/redlistedstudents/computed/decide/';
    expect((await school.call('teacher', 'POST', path, body)).status).toBe(403);
  });

  it('is shown beside the name on the roll and among absences once it is accepted', async () => {
    const named = async (path: string) =>
      (await call('GET', path)).body.results
        .filter(({ in_red_list }: { in_red_list: boolean }) => in_red_list)
        .map(({ student_id }: { student_id: string }) => student_id);
    const roll = `attendance/?class_schedule=${await school.classId('mon9')}&date=2026-03-30`;
    const absences = 'absences/?from_date=2026-03-02&to_date=2026-03-30';
    expect([await named(roll), await named(absences)]).toEqual([[], []]);
    await decide([await idOf('S1')], 'accept');
    expect([await named(roll), await named(absences)]).toEqual([['S1'], ['S1']]);
  });

  it('is gone after the student was erased', async () => {
    const id = await school.studentId('S1');
    const erased = await call('POST', `student-details/${id}/erase/`, { student_id: 'S1' });
    expect(erased.status).toBe(200);
    await follow();
    const { rows } = await sql`
      select student_id from standing where student_id = ${id}
      union all select student_id from red_list_computed where student_id = ${id}`.execute(
      school.database,
    );
    expect(rows).toEqual([]);
    expect(await shown()).toEqual(['S2 MAT1 open 0% rate']);
  });
});

describe('the list', () => {
  it('is in the order of the rates that it shows, also before the rules are compared again (R-RED-2)', async () => {
    await mark('S1', 'PAAA-');
    await mark('S2', 'PPAA-');
    await addRule({ below: 80, least_meetings: 3 });
    await follow();
    await sql`update standing set present = 0, absent = 4, attended_minutes = 0
      where student_id = ${await school.studentId('S2')}`.execute(school.database);
    expect(await shown('ordering=rate')).toEqual(['S2 MAT1 open 0% rate', 'S1 MAT1 open 25% rate']);
    expect(await shown('ordering=-rate')).toEqual([
      'S1 MAT1 open 25% rate',
      'S2 MAT1 open 0% rate',
    ]);
  });
});
