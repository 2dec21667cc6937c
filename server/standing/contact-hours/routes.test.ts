import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Evidence } from '#contract/standing/contact-hour-evidence.ts';
import type { ContactHourList } from '#contract/standing/contact-hour-list.ts';
import { standingsOf } from '#server/test/standings.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

/** Monday 9 March 2026 in the evening: four Mondays and five Tuesdays and Saturdays are over. */
let school: TestSchool;
let s1: number;
let mon9: number;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-03-09T20:00:00+11:00' });
  s1 = await school.studentId('S1');
  mon9 = await school.classId('mon9');
  const mark = async (student: string, date: string, more: object) => {
    const { status } = await school.call('teacher', 'POST', 'attendance/attendance/create/', {
      class_schedule: mon9,
      student,
      date,
      ...more,
    });
    expect(status).toBeLessThan(300);
  };
  await mark('S1', '2026-02-16', { status: 'Present', late_minutes: 15 });
  await mark('S1', '2026-02-23', { status: 'Absent', excuse: 'sick', excuse_note: 'Flu' });
  await mark('S1', '2026-03-02', { status: 'Absent' });
  await mark('S1', '2026-03-02', { status: 'Present' });
  await mark('S1', '2026-03-09', { status: 'Absent' });
  await mark('S2', '2026-03-09', { status: 'Present' });
  await mark('S3', '2026-03-09', { status: 'Absent' });
  await standingsOf(school)();
});
afterAll(() => school.close());

const list = async (query = '', caller: Caller = 'admin') =>
  school.call(caller, 'GET', `attendance/contact-hours/?${query}`);
const listed = async (query = '', caller: Caller = 'admin') =>
  (await list(query, caller)).body as ContactHourList;
const codes = async (query: string, caller: Caller = 'admin') =>
  (await listed(query, caller)).results.map(({ student }) => student.student_id);
const evidence = (query = '', caller: Caller = 'admin') =>
  school.call(caller, 'GET', `attendance/contact-hours/${s1}/?${query}`);

describe('the list of a semester (R-HOURS-3)', () => {
  it('has each student with hours and both projections, the lowest rate first', async () => {
    const { results, bands, without_rate, semester, total } = await listed();
    expect(results.map(({ student }) => student.student_id)).toEqual([
      'S3',
      'S1',
      'S2',
      'S4',
      'S5',
    ]);
    expect(results[1]).toMatchObject({
      scheduled_minutes: 240,
      attended_minutes: 105,
      excused_minutes: 60,
      rate: { part: 105, of: 180 },
      band: null,
    });
    expect(bands).toEqual([
      { band: 90, students: 1 },
      { band: 85, students: 0 },
      { band: 80, students: 0 },
      { band: null, students: 2 },
    ]);
    expect([total, without_rate, semester?.year]).toEqual([5, 2, 2026]);
  });

  it('finds by band, outlook, course, cohort and search, and sorts by each key', async () => {
    expect(await codes('band=90')).toEqual(['S2']);
    expect(await codes('band=0&ordering=-rate')).toEqual(['S1', 'S3']);
    expect(await codes('search=nguy')).toEqual(['S2']);
    expect(await codes('outlook=lost')).toEqual([]);
    expect(await codes('outlook=open&ordering=student_id')).toHaveLength(5);
    expect(await codes('course=1')).toHaveLength(5);
    expect(await codes('course=99')).toEqual([]);
    expect(await codes('cohort=99')).toEqual([]);
    expect(await codes('ordering=-best')).toHaveLength(5);
    expect((await codes('ordering=-scheduled'))[0]).toBe('S1');
    // Past the end the number stays known.
    expect(await listed('page=9')).toMatchObject({ results: [], total: 5 });
  });

  it.each([
    ['band=86', 'band', 'must be one of 90, 85, 80, 0'],
    ['band=x', 'band', 'whole'],
    ['outlook=x', 'outlook', 'must be one of'],
    ['semester=99', 'semester', 'is not known'],
    ['ordering=name', 'ordering', 'cannot be ordered'],
  ])('%s is refused with the field’s name', async (query, field, message) => {
    const { status, body } = await list(query);
    expect([status, String(body[field])]).toEqual([400, expect.stringContaining(message)]);
  });

  it('a teacher finds the students of the own classes', async () => {
    expect(await codes('ordering=student_id', 'teacher')).toEqual(['S1', 'S2', 'S3', 'S5']);
    expect(await codes('ordering=student_id', 'otherTeacher')).toEqual(['S1', 'S4']);
  });

  it('no user finds themselves', async () => {
    await sql`update student set student_mail = 'ada@school.example' where id = ${s1}`.execute(
      school.database,
    );
    expect(await codes('')).not.toContain('S1');
    expect((await evidence()).status).toBe(404);
    await sql`update student set student_mail = 's1@school.example' where id = ${s1}`.execute(
      school.database,
    );
    expect(await codes('')).toContain('S1');
  });
});

describe('the evidence of a student (R-HOURS-4)', () => {
  it('has each meeting with its minutes, excuse and every change of the mark', async () => {
    const { body } = (await evidence()) as { body: Evidence };
    expect(body.totals).toMatchObject({
      scheduled_minutes: 240,
      attended_minutes: 105,
      excused_minutes: 60,
      // 9 February of the class on Mondays, four Tuesdays of 90 and four Saturdays of 60 minutes.
      not_recorded_minutes: 60 + 4 * 90 + 4 * 60,
    });
    const mondays = body.meetings.filter((one) => one.class_schedule === mon9);
    expect(mondays.slice(0, 6)).toMatchObject([
      { date: '2026-02-09', status: 'none', changes: [] },
      { date: '2026-02-16', status: 'Present', late_minutes: 15, attended_minutes: 45 },
      { date: '2026-02-23', status: 'Absent', excused: 'mark', reason: 'sick, Flu' },
      {
        date: '2026-03-02',
        status: 'Present',
        changes: [
          { from: null, to: 'Absent', by: 'Tess Teacher' },
          { from: 'Absent', to: 'Present', by: 'Tess Teacher' },
        ],
      },
      { date: '2026-03-09', status: 'Absent', excused: null, reason: null },
      { date: '2026-03-16', status: 'to_come' },
    ]);
  });

  it('reasons of excuses are for who may read leaves', async () => {
    const { body } = (await evidence('', 'teacher')) as { body: Evidence };
    const [excused] = body.meetings.filter((one) => one.excused);
    expect(excused).toMatchObject({ excused: 'mark', reason: null });
    expect(JSON.stringify(body)).not.toMatch(/Flu|sick/);
  });

  it('a leave excuses without a mark that says so', async () => {
    await sql`insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave)
      values (${s1}, '2026-03-09', '2026-03-09', 'dean@school.example', 'Court')`.execute(
      school.database,
    );
    const { body } = (await evidence()) as { body: Evidence };
    expect(body.meetings.find(({ date }) => date === '2026-03-09')).toMatchObject({
      excused: 'leave',
      reason: 'Court',
    });
    expect(body.totals).toMatchObject({ excused_minutes: 120, rate: { part: 105, of: 120 } });
    await sql`delete from leave`.execute(school.database);
  });

  it('of dates counts the meetings between them', async () => {
    const { body } = await evidence('from_date=2026-03-02&to_date=2026-03-09');
    expect(body.totals).toMatchObject({ scheduled_minutes: 120, attended_minutes: 60 });
    expect(body.chosen).toEqual([]);
  });

  it.each([
    ['from_date=2020-03-02&to_date=2026-03-09', 'from_date', 'at most 366 days'],
    ['from_date=2026-03-02&to_date=2026-03-01', 'to_date', 'later than or equal'],
    ['semester=1&from_date=2026-03-02', 'semester', 'must not be sent with dates'],
    ['semester=99', 'semester', 'is not a semester of this student'],
  ])('%s is refused with the field’s name', async (query, field, message) => {
    const { status, body } = await evidence(query);
    expect([status, String(body[field])]).toEqual([400, expect.stringContaining(message)]);
  });

  it('of students of others is not there for a teacher', async () => {
    const s4 = await school.studentId('S4');
    const path = `attendance/contact-hours/${s4}/`;
    expect((await school.call('teacher', 'GET', path)).status).toBe(404);
    expect((await school.call('otherTeacher', 'GET', path)).status).toBe(200);
  });

  it('as a file is for who edits the red list, and a line of the audit log (R-HOURS-6)', async () => {
    const path = `attendance/contact-hours/${s1}/export/`;
    expect((await school.call('teacher', 'GET', path)).status).toBe(403);
    const { status, body } = await school.call('admin', 'GET', path);
    expect([status, body.totals.scheduled_minutes]).toEqual([200, 240]);
    const { body: audit } = await school.call('admin', 'GET', 'attendance/audit/?kind=export');
    expect(audit.results[0]).toMatchObject({ what: 'Evidence of contact hours' });
    expect(JSON.stringify(audit.results[0])).toContain('S1');
  });
});

describe('letters of intention to report (R-HOURS-5)', () => {
  const make = (body: object, caller: Caller = 'admin') =>
    school.call(caller, 'POST', 'attendance/letters/intentions/', body);

  it('name hours, projected rates and the last day to appeal, and are a step of the open follow-up', async () => {
    const begun = await school.call('admin', 'POST', 'attendance/follow-ups/create/', {
      student: s1,
      subject: null,
      owner_id: (await school.call('admin', 'GET', 'user/details/')).body.id,
      due_on: '2026-03-20',
    });
    expect(begun.status).toBe(201);
    const preview = await make({ student: [s1], preview: true });
    expect([preview.status, preview.body.letters[0].number]).toEqual([200, null]);
    const s4 = await school.studentId('S4');
    const { status, body } = await make({ student: [s1, s4, 999] });
    expect(status).toBe(201);
    expect(body.left_out).toEqual([
      { name: '999', reason: 'Unknown student' },
      { name: 'Dana Zimmer', reason: expect.stringContaining('No class of this semester counts') },
    ]);
    const [letter] = body.letters;
    expect(letter.body).toContain('1.8 of 4.0 hours attended, 58%');
    // From Tuesday 10 March, without Easter (Friday 3 to Monday 6 April).
    expect(letter.body).toContain('until 8 April 2026 (20 working days)');
    const { body: of } = (await evidence()) as { body: Evidence };
    expect(of.follow_ups[0]!.steps).toMatchObject([
      { kind: 'letter', note: `Intention to report ${letter.number}`, done_on: '2026-03-09' },
    ]);
    expect(of.letters).toMatchObject([{ kind: 'intention_letter', number: letter.number }]);
    const { body: ofTeacher } = (await evidence('', 'teacher')) as { body: Evidence };
    expect(ofTeacher.letters).toEqual([]);
  });

  it('the days of an appeal are the institute’s', async () => {
    await school.call('admin', 'PATCH', 'attendance/settings/', {
      appeal_working_days: 5,
      working_days: 'mon-sat',
    });
    const { body } = await make({ student: [s1], preview: true });
    expect(body.letters[0].body).toContain('until 14 March 2026 (5 working days)');
  });

  it('are for who edits the red list', async () =>
    expect((await make({ student: [s1] }, 'teacher')).status).toBe(403));
});

it.each([
  [[], '1 to 5'],
  [[90, 80, 70, 60, 50, 40], '1 to 5'],
  [[80, 90], 'descending'],
  [[80, 80], 'descending'],
  [[101], 'from 1 to 100'],
  [[79.5], 'whole'],
])('bands %j are refused with the field’s name', async (contact_hour_bands, message) => {
  const { status, body } = await school.call('admin', 'PATCH', 'attendance/settings/', {
    contact_hour_bands,
  });
  expect([status, String(body.contact_hour_bands)]).toEqual([
    400,
    expect.stringContaining(message),
  ]);
});
