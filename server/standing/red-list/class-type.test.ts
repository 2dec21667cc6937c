import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RedListLine } from '#contract/standing/red-list-computed.ts';
import { standingsOf } from '#server/test/standings.ts';
import { countListed } from './rules.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let follow: () => Promise<number>;
let subject: number;
/** The lecture of MAT1 with S1, S2, S3 and S5, and its tutorial with S1. */
let lecture: number;
let tutorial: number;
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-30T20:00:00+11:00' });
  follow = standingsOf(school);
  [lecture, tutorial] = [await school.classId('mon9'), await school.classId('sat9')];
  await setType(tutorial, 'Tutorial');
  const { rows } = await sql<{ id: number }>`
    select id from subject where subject_code = 'MAT1'`.execute(school.database);
  subject = rows[0]!.id;
  await follow();
});
afterEach(() => school.close());

const setType = (id: number, type: string) =>
  sql`update class_schedule set class_type = ${type} where id = ${id}`.execute(school.database);
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  school.call('admin', method, `attendance/${path}`, body);
const addRule = (rule: object) => call('POST', 'redlistrules/create/', rule);
const lines = async (query = ''): Promise<RedListLine[]> =>
  (await call('GET', `redlistedstudents/computed/?ordering=student_id&${query}`)).body.results;
const shown = async (query = '') =>
  (await lines(query)).map(
    ({ student, class_type, state, rate, why }) =>
      `${student.student_id} ${class_type ?? 'all'} ${state} ${rate} ${why.join(',')}`,
  );
/** Those whose rule holds now. */
const held = async () => (await shown()).filter((line) => !line.endsWith(' '));
const dates = {
  lecture: ['2026-02-23', '2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23'],
  tutorial: ['2026-02-28', '2026-03-07', '2026-03-14', '2026-03-21', '2026-03-28'],
};
async function mark(student: string, statuses: string, of: keyof typeof dates) {
  for (const [at, status] of [...statuses].entries()) {
    const answer = await call('POST', 'attendance/create/', {
      class_schedule: of === 'lecture' ? lecture : tutorial,
      date: dates[of][at],
      student,
      status: status === 'P' ? 'Present' : 'Absent',
    });
    expect(answer.status).toBe(201);
  }
}
const stored = async () =>
  (
    await sql<{ student: string; type: string; present: number; absent: number }>`
      select s.student_id as student, t.class_type as type, t.present, t.absent
      from standing_of_type t join student s on s.id = t.student_id order by 1, 2, t.subject_id`.execute(
      school.database,
    )
  ).rows;

describe('a rule that names a class type (R-RED-4)', () => {
  beforeEach(async () => {
    await mark('S1', 'PPPPP', 'lecture');
    await mark('S1', 'PAPAA', 'tutorial');
    await mark('S2', 'PAAAA', 'lecture');
    await follow();
  });

  it('counts the classes of this type alone', async () => {
    await addRule({ subject_id: subject, class_type: 'Tutorial', below: 50, consecutive: 2 });
    await follow();
    expect(await shown()).toEqual(['S1 Tutorial open 40% rate,consecutive']);
    expect((await lines())[0]).toMatchObject({
      subject: { subject_code: 'MAT1' },
      standing: {
        present: 2,
        absent: 3,
        streak: 2,
        absent_on: ['2026-03-07', '2026-03-21', '2026-03-28'],
        // Saturdays from 4 April to 6 June, of which 4 April is a holiday: of 14 then, 7 are needed.
        left_meetings: 9,
      },
      best: '79%',
      absences_left: 4,
    });
    expect(await stored()).toEqual([{ student: 'S1', type: 'Tutorial', present: 2, absent: 3 }]);
  });

  it('goes before the one of the same subject, course or institute that names none', async () => {
    await addRule({ subject_id: subject, below: 85 });
    await follow();
    expect(await shown()).toEqual(['S1 all open 70% rate', 'S2 all open 20% rate']);
    await addRule({ subject_id: subject, class_type: 'Tutorial', below: 30 });
    await follow();
    // S2 has no tutorial: the rule of the whole subject holds.
    expect(await shown()).toEqual(['S1 all open 70% ', 'S2 all open 20% rate']);
    const other = await addRule({ subject_id: subject, class_type: 'Lecture', below: 30 });
    await follow();
    expect(await held()).toEqual(['S2 Lecture open 20% rate']);
    await call('DELETE', `redlistrules/${other.body.id}/`);
    await follow();
    expect(await stored()).toMatchObject([{ student: 'S1', type: 'Tutorial' }]);
  });

  it('does not go before one of something more specific', async () => {
    await addRule({ class_type: 'Tutorial', below: 50 });
    await follow();
    expect(await shown()).toEqual(['S1 Tutorial open 40% rate']);
    await addRule({ subject_id: subject, below: 60 });
    await follow();
    expect(await held()).toEqual(['S2 all open 20% rate']);
    expect(await stored()).toEqual([]);
  });

  it('stands beside those of other types: each lists the student, and is decided by itself', async () => {
    await addRule({ class_type: 'Tutorial', below: 50 });
    await addRule({ class_type: 'Lecture', consecutive: 4 });
    await follow();
    await sql`
      insert into enrolment (student_id, class_schedule_id, enrolled_from)
      select id, ${tutorial}, '2026-02-01' from student where student_id = 'S2'`.execute(
      school.database,
    );
    await mark('S2', 'AAAAA', 'tutorial');
    await follow();
    expect(await shown()).toEqual([
      'S1 Tutorial open 40% rate',
      'S2 Lecture open 20% consecutive',
      'S2 Tutorial open 0% rate',
    ]);
    const [, first] = await lines();
    await call('POST', 'redlistedstudents/computed/decide/', {
      ids: [first!.id],
      decision: 'dismiss',
      reason: 'x',
    });
    expect(await shown('state=open')).toEqual([
      'S1 Tutorial open 40% rate',
      'S2 Tutorial open 0% rate',
    ]);
  });

  it('follows marks, and a class that gets another type', async () => {
    await addRule({ class_type: 'Tutorial', below: 50 });
    await follow();
    await call('POST', 'attendance/create/', {
      class_schedule: tutorial,
      date: '2026-03-28',
      student: 'S1',
      status: 'Present',
    });
    await follow();
    expect(await shown()).toEqual(['S1 Tutorial open 60% ']);
    await setType(lecture, 'Tutorial');
    await follow();
    expect(await stored()).toMatchObject([
      { student: 'S1', present: 8, absent: 2 },
      { student: 'S2', present: 1, absent: 4 },
      { student: 'S3', present: 0 },
      { student: 'S5', present: 0 },
    ]);
    expect(await held()).toEqual(['S2 Tutorial open 20% rate']);
  });

  it('previews how many it would list, and stores nothing', async () => {
    const rule = { class_type: 'Lecture' as const, below: 50 };
    expect((await addRule({ ...rule, preview: true })).body).toEqual({
      id: null,
      listed: 1,
      students: 1,
    });
    expect(
      (await addRule({ subject_id: subject, class_type: 'Tutorial', below: 50, preview: true }))
        .body,
    ).toMatchObject({ listed: 1 });
    expect(await stored()).toEqual([]);
    const { database, context } = school;
    const moment = { today: '2026-03-30', now: '2026-03-30T20:00' };
    const terms = context.settings.current();
    // Seven enrolments are in lectures, of both subjects.
    expect(await countListed(database, rule, terms, moment, 7)).toMatchObject({ listed: 1 });
    expect(await countListed(database, rule, terms, moment, 6)).toEqual({
      listed: null,
      students: null,
    });
    await addRule(rule);
    await follow();
    expect(await shown()).toEqual(['S2 Lecture open 20% rate']);
  });

  it('is one for each scope and type, and none over all subjects', async () => {
    expect((await addRule({ class_type: 'Tutorial', below: 80 })).status).toBe(201);
    expect((await addRule({ below: 80 })).status).toBe(201);
    expect(await addRule({ class_type: 'Tutorial', below: 70 })).toMatchObject({
      status: 400,
      body: { class_type: ['has a rule already: change that one'] },
    });
    expect(await addRule({ class_type: 'Tutorial', below: 70, overall: true })).toMatchObject({
      status: 400,
      body: { class_type: [expect.any(String)] },
    });
    expect(await addRule({ class_type: 'Seminar', below: 70 })).toMatchObject({
      status: 400,
      body: { class_type: ['must be one of Lecture, Tutorial, Lecture + Tutorial'] },
    });
  });

  it('is named in letters, on the student’s page and in the mail of the list', async () => {
    await addRule({ subject_id: subject, class_type: 'Tutorial', below: 50 });
    await follow();
    const ids = (await lines()).map(({ id }) => id);
    const { body } = await call('POST', 'letters/warnings/', { ids, preview: true });
    expect(body.letters[0].body).toContain('Tutorials of Algebra (MAT1)');
    const details = await call('GET', `student-details/${await school.studentId('S1')}/`);
    expect(
      details.body.forecasts.filter(
        (it: { subject: { subject_code: string } }) => it.subject.subject_code === 'MAT1',
      ),
    ).toMatchObject([
      { class_type: null, threshold: { part: 8000 } },
      { class_type: 'Tutorial', threshold: { part: 5000 }, meetings_left: 9, absences_left: 4 },
    ]);
  });

  it('is followed by the job that computes all again each night', async () => {
    await addRule({ class_type: 'Lecture', below: 50 });
    await follow();
    const before = await stored();
    school.at('2026-03-31T04:00:00+11:00');
    await follow();
    const differences = async () =>
      (
        await sql<{ differences: number }>`select differences from standing_progress`.execute(
          school.database,
        )
      ).rows[0]!.differences;
    expect([await differences(), await stored()]).toEqual([0, before]);
    await sql`update standing_of_type set absent = absent + 1`.execute(school.database);
    school.at('2026-04-01T04:00:00+11:00');
    await follow();
    expect([await differences(), await stored()]).toEqual([
      new Set(before.map(({ student }) => student)).size,
      before,
    ]);
  });
});
