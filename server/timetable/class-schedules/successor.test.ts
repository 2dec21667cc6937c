import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { repairMeetings } from '../meetings/planning.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let mon9: number;
let geometry: number;
async function prepare(): Promise<void> {
  school = await createTestSchool({ now: '2026-03-02T09:30:00+11:00' });
  mon9 = await school.classId('mon9');
  geometry = (
    await school.database
      .selectFrom('subject')
      .select('id')
      .where('subject_code', '=', 'MAT2')
      .executeTakeFirstOrThrow()
  ).id;
  // Today's roll, with the original subject.
  await tap('2026-03-02', mon9);
}
const close = () => school.close();

const tap = (date: string, class_schedule: number, student = 'S1') =>
  school.call('admin', 'POST', 'attendance/attendance/create/', {
    class_schedule,
    date,
    student,
    status: 'Present',
  });
const takeOver = (body: object, more = '') =>
  school.call('admin', 'POST', `attendance/classschedule/${mon9}/successor/${more}`, {
    subject_id: geometry,
    ...body,
  });
const dates = async (id: number, from = '2026-02-20', to = '2026-03-31') => {
  const { rows } = await sql<{ date: string }>`
    select date from class_meeting where class_schedule_id = ${id}
      and date between ${from}::date and ${to}::date order by date`.execute(school.database);
  return rows.map(({ date }) => date);
};
const enrolments = async (id: number) => {
  const { rows } = await sql<{ text: string }>`
    select s.student_id || ' ' || e.enrolled_from || ' ' || coalesce(e.enrolled_to::text, '') as text
    from enrolment e join student s on s.id = e.student_id
    where e.class_schedule_id = ${id} order by s.student_id, e.enrolled_from`.execute(
    school.database,
  );
  return rows.map(({ text }) => text.trim());
};
const isArchived = async (id: number) =>
  (
    await school.database
      .selectFrom('class_schedule')
      .select('archived_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).archived_at !== null;

describe('a class with another subject takes over (R-CLASS-6)', () => {
  beforeEach(prepare);
  afterEach(close);

  it('from a day on, with its students; earlier rolls do not change', async () => {
    const before = await enrolments(mon9);
    const { status, body } = await takeOver({ effective_from: '2026-03-16' });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        effective_from: '2026-03-16',
        students: 4,
        last: { date: '2026-03-09', start_time: '09:00' },
        first: { date: '2026-03-16', start_time: '09:00', teacher: 'Tess Teacher' },
      },
    });
    expect(await dates(mon9)).toEqual(['2026-02-23', '2026-03-02', '2026-03-09']);
    expect(await dates(body.id)).toEqual(['2026-03-16', '2026-03-23', '2026-03-30']);
    expect(await enrolments(mon9)).toEqual(before.map((row) => `${row} 2026-03-15`));
    expect(await enrolments(body.id)).toEqual(
      before.map((row) => `${row.split(' ')[0]} 2026-03-16`),
    );
    const roll = await school.call(
      'teacher',
      'GET',
      `attendance/attendance/?class_schedule=${mon9}&date=2026-03-02`,
    );
    expect(roll.body.results).toHaveLength(4);
    school.at('2026-03-16T09:10:00+11:00');
    expect((await tap('2026-03-16', body.id)).status).toBe(201);
    expect((await tap('2026-03-16', mon9)).status).toBe(400);
  });

  it('from tomorrow where today’s class has begun, with other times and room at once', async () => {
    const { body } = await takeOver({
      day_of_week: 'Thursday',
      start_time: '13:00',
      end_time: '14:00',
    });
    expect(body).toMatchObject({
      effective_from: '2026-03-03',
      first: { date: '2026-03-05', start_time: '13:00', end_time: '14:00' },
    });
  });

  it('the old one is archived when its last class is over, not before', async () => {
    await takeOver({ effective_from: '2026-03-16' });
    const repairAt = (now: string) =>
      repairMeetings(school.database, {
        timeZone: 'Australia/Sydney',
        now: () => Temporal.Instant.from(now),
        today: () => now.slice(0, 10),
      });
    await repairAt('2026-03-09T23:00:00+11:00');
    expect(await isArchived(mon9)).toBe(false);
    await repairAt('2026-03-16T03:00:00+11:00');
    expect(await isArchived(mon9)).toBe(true);
  });

  it('and its cohorts continue in the new one', async () => {
    await sql`insert into cohort (name, year) values ('A', 2026)`.execute(school.database);
    await sql`insert into cohort_schedule (cohort_id, class_schedule_id, place)
      select id, ${mon9}, 0 from cohort`.execute(school.database);
    const { body } = await takeOver({ effective_from: '2026-03-16' });
    const { rows } = await sql`select class_schedule_id as id from cohort_schedule`.execute(
      school.database,
    );
    expect(rows).toEqual([{ id: body.id }]);
  });
});

describe('a class that took over is taken back', () => {
  beforeEach(prepare);
  afterEach(close);

  const undo = (operation: number) =>
    school.call('admin', 'POST', `attendance/operations/${operation}/undo/`, {});
  const stateOf = async (id: number) => ({
    dates: await dates(id),
    enrolments: await enrolments(id),
    archived: await isArchived(id),
  });

  it.each([
    ['while the one that ended has classes left', '2026-03-02', '2026-03-16'],
    ['and was archived at once', '2026-03-03', '2026-03-03'],
  ])('with its students and cohorts, %s', async (_, today, effective_from) => {
    school.at(`${today}T12:00:00+11:00`);
    await sql`insert into cohort (name, year) values ('A', 2026)`.execute(school.database);
    await sql`insert into cohort_schedule (cohort_id, class_schedule_id, place)
      select id, ${mon9}, 0 from cohort`.execute(school.database);
    const before = await stateOf(mon9);
    const { body } = await takeOver({ effective_from });
    expect(await isArchived(mon9)).toBe(today === effective_from);
    expect((await undo(body.operation)).status).toBe(200);
    expect(await stateOf(mon9)).toEqual(before);
    const { rows } = await sql`select class_schedule_id as id from cohort_schedule`.execute(
      school.database,
    );
    expect(rows).toEqual([{ id: mon9 }]);
    const gone = await school.call('admin', 'GET', `attendance/classschedule/${body.id}/`);
    expect(gone.status).toBe(404);
    expect((await undo(body.operation)).status).toBe(409);
  });

  it('with who joined meanwhile', async () => {
    const { body } = await takeOver({ effective_from: '2026-03-16' });
    await sql`
      insert into enrolment (student_id, class_schedule_id, enrolled_from)
      select id, ${body.id}, '2026-03-23' from student where student_id = 'S4'`.execute(
      school.database,
    );
    expect((await undo(body.operation)).status).toBe(200);
    expect(await enrolments(mon9)).toContain('S4 2026-03-23');
  });

  it('not once attendance was taken in it', async () => {
    const { body } = await takeOver({ effective_from: '2026-03-16' });
    school.at('2026-03-16T09:10:00+11:00');
    await tap('2026-03-16', body.id);
    expect(await undo(body.operation)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Attendance was taken') },
    });
    expect(await enrolments(body.id)).toHaveLength(4);
  });
});

describe('the preview of a class that takes over', () => {
  beforeEach(prepare);
  afterEach(close);

  it('returns the effects, removed changes and clashes, and changes nothing', async () => {
    await sql`update class_meeting set own_room = true
      where class_schedule_id = ${mon9} and date = '2026-03-23'`.execute(school.database);
    const before = await dates(mon9);
    const body = { effective_from: '2026-03-16', start_time: '10:00', end_time: '11:00' };
    expect(await takeOver(body, 'preview/')).toMatchObject({
      status: 200,
      body: {
        id: null,
        students: 4,
        dropped: ['2026-03-23'],
        clashes: expect.arrayContaining([expect.stringMatching(/^Room R1 is needed by MAT2/)]),
      },
    });
    expect(await dates(mon9)).toEqual(before);
    expect(await enrolments(mon9)).toEqual(expect.not.arrayContaining([/2026-03-15$/]));
  });
});

describe('a successor is rejected', () => {
  beforeAll(prepare);
  afterAll(close);

  it.each([
    ['without another subject', { subject_id: undefined, color_coding: '#112233' }, 'subject_id'],
    ['on a day with a roll', { effective_from: '2026-03-02' }, 'effective_from'],
    ['after the semester', { effective_from: '2026-07-01' }, 'effective_from'],
    ['that ends before it begins', { start_time: '12:00' }, 'end_time'],
    ['of what does not exist', { teacher_id: 999 }, 'teacher_id'],
  ])('%s', async (_name, body, field) => {
    const before = await dates(mon9);
    expect(await takeOver(body)).toMatchObject({
      status: 400,
      body: { [field]: [expect.any(String)] },
    });
    expect(await dates(mon9)).toEqual(before);
  });

  it('twice, also with concurrent requests', async () => {
    const both = await Promise.all([takeOver({}), takeOver({})]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await takeOver({ effective_from: '2026-03-16' }, 'preview/')).status).toBe(409);
  });

  it('for an archived class', async () => {
    await school.call('admin', 'POST', 'attendance/classschedule/create/', {
      archive: 'ids',
      ids: [mon9],
    });
    expect((await takeOver({})).status).toBe(409);
  });

  it('for an unknown class', async () => {
    mon9 = 424_242;
    expect((await takeOver({})).status).toBe(404);
  });
});
