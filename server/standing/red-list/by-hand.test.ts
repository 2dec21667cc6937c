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
const lines = async (query = '', caller: Caller = 'admin'): Promise<RedListLine[]> =>
  (await school.call(caller, 'GET', `attendance/redlistedstudents/computed/?${query}`)).body
    .results;
const shown = async (query = '', caller: Caller = 'admin') =>
  (await lines(query, caller)).map(
    ({ student, subject, state, why, rate }) =>
      `${student.student_id} ${subject?.subject_code ?? 'all'} ${state} ${rate} ${why.join(',')}`,
  );

/** Enters a student by hand. */
async function byHand(student: string, subject_code: string, attendance_percentage = 70) {
  const subject = await school.database
    .selectFrom('subject')
    .select('id')
    .where('subject_code', '=', subject_code)
    .executeTakeFirstOrThrow();
  const answer = await call('POST', 'redlistedstudents/', {
    student: await school.studentId(student),
    subject: subject.id,
    attendance_percentage,
  });
  expect(answer.status).toBe(201);
}

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

describe('an entry by hand (R-RED-2)', () => {
  beforeEach(async () => {
    await mark('S1', 'PAAA-');
    await mark('S2', 'AAA--');
    await call('POST', 'redlistrules/create/', { below: 80, least_meetings: 3 });
    await follow();
  });

  it('stands in one line with an entry by hand for the same subject', async () => {
    await byHand('S1', 'MAT1');
    await byHand('S5', 'MAT2');
    expect(await shown('ordering=student_id')).toEqual([
      'S1 MAT1 open 25% rate',
      'S2 MAT1 open 0% rate',
      'S5 MAT2 by hand – ',
    ]);
    expect((await lines('ordering=student_id'))[0]!.by_hand).toMatchObject({
      attendance_percentage: 70,
      entered_on: '2026-03-30',
    });
    expect(await shown('state=by hand&ordering=student_id')).toEqual([
      'S1 MAT1 open 25% rate',
      'S5 MAT2 by hand – ',
    ]);
    expect(await shown('search=mat2')).toEqual(['S5 MAT2 by hand – ']);
  });

  it('by hand shows the rate that the marks give now, beside the percentage that was typed', async () => {
    await mark('S3', 'PPPPA');
    await byHand('S3', 'MAT1', 40);
    await byHand('S5', 'MAT2', 60);
    await follow();
    // The rates are 0, 25 and 80 percent; of the fourth there is no mark.
    expect(await shown('ordering=rate')).toEqual([
      'S2 MAT1 open 0% rate',
      'S1 MAT1 open 25% rate',
      'S3 MAT1 by hand 80% ',
      'S5 MAT2 by hand – ',
    ]);
    const typed = await lines('state=by hand&ordering=-attendance_percentage');
    expect(typed.map(({ by_hand }) => by_hand?.attendance_percentage)).toEqual([60, 40]);
    expect(typed[1]).toMatchObject({ rate: '80%', below: 80, standing: { present: 4, absent: 1 } });
    school.at('2026-04-01T20:00:00+11:00');
    await call('PATCH', `redlistedstudents/${typed[1]!.by_hand!.id}/`, {
      attendance_percentage: 45,
    });
    const [changed] = await lines('state=by hand&ordering=attendance_percentage');
    expect(changed).toMatchObject({
      rate: '80%',
      by_hand: { attendance_percentage: 45, entered_on: '2026-04-01' },
    });
  });

  it('says of what may be missed the same as the student’s page, also without a rule', async () => {
    const { results } = (await call('GET', 'redlistrules/')).body;
    for (const { id } of results) await call('DELETE', `redlistrules/${id}/`);
    await mark('S3', 'PPPPA');
    await byHand('S3', 'MAT1', 40);
    await follow();
    const [line] = await lines('state=by hand');
    const page = await call('GET', `student-details/${await school.studentId('S3')}/`);
    const [subject] = page.body.forecasts.filter(
      (it: { subject: { subject_code: string } }) => it.subject.subject_code === 'MAT1',
    );
    expect(line).toMatchObject({
      below: 80,
      absences_left: subject.absences_left,
      standing: { left_meetings: subject.meetings_left },
    });
    expect(subject.threshold.part / subject.threshold.of).toBe(0.8);
  });

  it('by hand is shown to all teachers, without what a rule says about students of others', async () => {
    await byHand('S2', 'MAT1', 45);
    expect(await shown('ordering=student_id', 'teacher')).toEqual([
      'S1 MAT1 open 25% rate',
      'S2 MAT1 open 0% rate',
    ]);
    // Theo does not teach S2.
    expect(await shown('ordering=student_id', 'otherTeacher')).toEqual([
      'S1 MAT1 open 25% rate',
      'S2 MAT1 by hand 0% ',
    ]);
  });

  it('for all classes stands on its own line beside one of a rule for a class type (R-RED-4)', async () => {
    await call(
      'DELETE',
      `redlistrules/${(await call('GET', 'redlistrules/')).body.results[0].id}/`,
    );
    await school.database.deleteFrom('red_list_computed').execute();
    await call('POST', 'redlistrules/create/', {
      below: 80,
      least_meetings: 3,
      class_type: 'Lecture',
    });
    await byHand('S1', 'MAT1');
    await follow();
    const own = (await lines('state=by hand')).map(({ class_type, by_hand, state }) => [
      state,
      class_type,
      by_hand?.attendance_percentage,
    ]);
    expect(own).toEqual([['by hand', null, 70]]);
    const all = (await lines('ordering=student_id')).filter(({ by_hand }) => by_hand);
    expect(all.map(({ class_type }) => class_type)).toEqual([null]);
    expect(await shown('ordering=student_id')).toEqual([
      'S1 MAT1 by hand 25% ',
      'S1 MAT1 open 25% rate',
      'S2 MAT1 open 0% rate',
    ]);
  });
});
