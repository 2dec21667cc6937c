import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let id: Record<string, number>;
beforeEach(async () => {
  school = await createTestSchool();
  id = {};
  for (const ref of ['mon9', 'mon10', 'mon9b', 'tue14', 'sat9'])
    id[ref] = await school.classId(ref);
  for (const code of ['S1', 'S2', 'S3', 'S4', 'S5']) id[code] = await school.studentId(code);
  await sql`delete from enrolment`.execute(school.database);
  for (const [name, classes] of [
    ['Red', ['mon9', 'tue14']],
    ['Blue', ['mon9b', 'tue14']],
    ['Clash', ['mon9', 'mon9b']],
  ] as const) {
    const body = { name, year: 2026, schedules_id: classes.map((ref) => id[ref]) };
    id[name] = (await school.call('account', 'POST', 'attendance/cohort/create/', body)).body.id;
  }
});
afterEach(() => school.close());

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  school.call('admin', method, `attendance/${path}`, body);
const assign = (student: unknown, cohort: string, more: object = {}) =>
  call('POST', 'studentcohortassignment/create/', { student, cohort: id[cohort], ...more });
const move = (student: unknown, from: string, to: string, more: object = {}) =>
  call('POST', 'cohort-transfers/create/', {
    student,
    from_cohort: id[from],
    to_cohort: id[to],
    ...more,
  });
const periods = async (code: string) => {
  const { results } = (await call('GET', `studentassignment/?student=${id[code]}`)).body;
  const nameOf = (schedule: number) =>
    Object.keys(id).find((name) => id[name] === schedule && /^(mon|tue|sat)/.test(name));
  return results
    .map((row: { class_schedule: number; enrolled_from: string; enrolled_to: string | null }) =>
      [nameOf(row.class_schedule), row.enrolled_from, row.enrolled_to ?? 'open'].join(' '),
    )
    .sort();
};
const cohortsOf = async (code: string) =>
  (await call('GET', `students/${id[code]}/`)).body.assigned_cohorts.map(
    (cohort: { name: string }) => cohort.name,
  );

describe('enrolling by cohort', () => {
  it('a whole group in one request, in all of the cohort’s schedules', async () => {
    const { status, body } = await assign(['S1', 'S2', 'S3'], 'Red');
    expect(status).toBe(201);
    expect(body.results.map((row: { status: string }) => row.status)).toEqual(
      Array(3).fill('Student Enrolled Sucessfully'),
    );
    expect(await periods('S1')).toEqual(['mon9 2026-03-02 open', 'tue14 2026-03-02 open']);
    expect(await cohortsOf('S1')).toEqual(['Red']);
    expect(
      (await call('GET', `studentcohortassignment/?cohort=${id.Red}&student=${id.S2}`)).body
        .results,
    ).toMatchObject([
      {
        student: { student_id: 'S2' },
        cohort: { name: 'Red', year: 2026 },
        schedules: [id.mon9, id.tue14],
        assigned_to: null,
      },
    ]);
    expect((await call('GET', 'studentcohortassignment/?search=red%20nguy')).body.total).toBe(1);
  });

  it('with many classes at the same time: the first 20 per student are listed, or two thousand students would be a hundred megabytes', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into class_schedule (class_type, day_of_week, start_time, end_time, subject_id,
        semester_id, teacher_id, classroom_id)
      select class_type, day_of_week, start_time, end_time, subject_id, semester_id, teacher_id,
        classroom_id
      from class_schedule, generate_series(1, 30) where id = ${id.mon9} returning id`.execute(
      school.database,
    );
    const body = { name: 'Many', year: 2026, schedules_id: rows.map((row) => row.id) };
    id.Many = (await school.call('account', 'POST', 'attendance/cohort/create/', body)).body.id;
    const preview = await assign(['S1', 'S2'], 'Many', { preview: true });
    expect(
      preview.body.fail.map((one: { class_schedules: unknown[] }) => one.class_schedules.length),
    ).toEqual([20, 20]);
    expect(preview.body.fail[0].class_schedules.map((one: { id: number }) => one.id)).toEqual(
      rows.slice(0, 20).map((row) => row.id),
    );
  });

  it('in the chosen schedules only', async () => {
    await assign('S1', 'Red', { schedules: [id.tue14] });
    expect(await periods('S1')).toEqual(['tue14 2026-03-02 open']);
    expect(await assign('S2', 'Red', { schedules: [id.sat9] })).toMatchObject({
      status: 400,
      body: { schedules: [`class ${id.sat9} is not one of the cohort’s`] },
    });
    expect(await assign('S2', 'Red', { schedules: [] })).toMatchObject({
      status: 400,
      body: { schedules: ['Please add a schedule'] },
    });
  });

  it('a preview lists conflicts per student, and writes nothing; the others are enrolled', async () => {
    await call('POST', 'studentassignment/create/', {
      student_id: 'S2',
      class_schedule_id: id.mon9b,
    });
    const before = await assign(['S1', 'S2'], 'Red', { preview: true });
    expect(before).toMatchObject({
      status: 200,
      body: {
        results: [{ student_id: 'S1' }],
        fail: [{ student_id: 'S2', class_schedules: [{ id: id.mon9b }] }],
      },
    });
    expect(await periods('S1')).toEqual([]);
    expect((await assign(['S1', 'S2'], 'Red')).body.fail).toHaveLength(1);
    expect(await cohortsOf('S1')).toEqual(['Red']);
    expect(await cohortsOf('S2')).toEqual([]);
  });

  it('conflicts between the cohort’s own schedules belong to no student', async () => {
    expect(await assign('S1', 'Clash')).toMatchObject({
      status: 400,
      body: { fail: [{ class_schedules: [{ id: id.mon9 }, { id: id.mon9b }] }] },
    });
    expect(await cohortsOf('S1')).toEqual([]);
  });

  it('leaving the cohort ends its enrolments', async () => {
    await assign('S1', 'Red', { from_date: '2026-02-02' });
    const [{ id: assignment }] = (await call('GET', `studentcohortassignment/?student=${id.S1}`))
      .body.results;
    expect((await call('DELETE', `studentcohortassignment/${assignment}/`)).status).toBe(204);
    expect(await periods('S1')).toEqual([
      'mon9 2026-02-02 2026-03-01',
      'tue14 2026-02-02 2026-03-01',
    ]);
    expect(await cohortsOf('S1')).toEqual([]);
  });
});

describe('a transfer', () => {
  beforeEach(async () => {
    await assign(['S1', 'S2'], 'Red', { from_date: '2026-02-02' });
  });

  it('ends the old classes and starts the new ones on its day; classes of both cohorts continue', async () => {
    expect((await move(['S1', 'S3'], 'Red', 'Blue', { preview: true })).body).toMatchObject({
      results: [{ student_id: 'S1' }],
      fail: [{ student_id: 'S3', status: 'is not in the cohort that is left' }],
      closes: [{ id: id.mon9 }],
      opens: [{ id: id.mon9b }],
    });
    expect(await cohortsOf('S1')).toEqual(['Red']);
    expect((await move('S1', 'Red', 'Blue', { from_date: '2026-03-09' })).status).toBe(201);
    expect(await periods('S1')).toEqual([
      'mon9 2026-02-02 2026-03-08',
      'mon9b 2026-03-09 open',
      'tue14 2026-02-02 open',
    ]);
    school.at('2026-03-10T09:00:00+11:00');
    expect(await cohortsOf('S1')).toEqual(['Blue']);
    expect(await cohortsOf('S2')).toEqual(['Red']);
    expect((await call('GET', 'cohort-transfers/')).body.results).toMatchObject([
      {
        student: { student_id: 'S1' },
        from_cohort: { name: 'Red' },
        to_cohort: { name: 'Blue' },
        transfer_date: '2026-03-09',
        created_by: 'admin',
        undone_at: null,
      },
    ]);
  });

  it('preserves the marks of its day', async () => {
    await school.call('teacher', 'POST', 'attendance/attendance/create/', {
      rfid_number: 'S1',
      class_schedule: id.mon9,
      date: '2026-03-02',
    });
    await move('S1', 'Red', 'Blue');
    expect((await periods('S1'))[0]).toBe('mon9 2026-02-02 2026-03-02');
  });

  it('is undone completely', async () => {
    const before = await periods('S1');
    await move('S1', 'Red', 'Blue');
    const [{ id: transfer }] = (await call('GET', 'cohort-transfers/')).body.results;
    expect((await call('POST', `cohort-transfers/${transfer}/undo/`)).body).toEqual({
      results: [{ id: transfer, status: 'Undone' }],
    });
    expect(await periods('S1')).toEqual(before);
    expect(await cohortsOf('S1')).toEqual(['Red']);
    expect((await call('GET', 'cohort-transfers/')).body.results[0].undone_at).toEqual(
      expect.any(String),
    );
    expect(await call('POST', `cohort-transfers/${transfer}/undo/`)).toMatchObject({ status: 409 });
    expect((await move('S1', 'Red', 'Blue')).status).toBe(201);
  });

  it('is not undone once attendance depends on it, nor before a later one', async () => {
    await move(['S1', 'S2'], 'Red', 'Blue');
    const [second, first] = (await call('GET', 'cohort-transfers/')).body.results;
    const codeOf = (row: { student: { student_id: string } }) => row.student.student_id;
    const marked = codeOf(first);
    await school.call('otherTeacher', 'POST', 'attendance/attendance/create/', {
      rfid_number: marked,
      class_schedule: id.mon9b,
      date: '2026-03-02',
    });
    expect(await call('POST', `cohort-transfers/${first.id}/undo/`)).toMatchObject({
      status: 409,
      body: {
        detail: 'Attendance has been taken in the new classes: transfer the student back instead.',
      },
    });
    await move(codeOf(second), 'Blue', 'Red');
    expect(await call('POST', `cohort-transfers/${second.id}/undo/`)).toMatchObject({
      status: 409,
      body: { detail: 'The student was transferred again since: undo that transfer first.' },
    });
  });

  it('undone leaves a membership that existed before as it was, with its enrolments and its first day', async () => {
    await call('POST', 'studentcohortassignment/create/', {
      student: 'S1',
      cohort: id.Blue,
      schedules: [id.tue14],
    });
    const assignments = async () =>
      (
        await sql`
      select c.name, a.assigned_from, a.assigned_to from cohort_assignment a
      join cohort c on c.id = a.cohort_id
      where a.student_id = ${id.S1} order by a.id`.execute(school.database)
      ).rows;
    const [before, enrolled] = [await assignments(), await periods('S1')];
    expect((await move('S1', 'Red', 'Blue')).status).toBe(201);
    const [{ id: transfer }] = (await call('GET', 'cohort-transfers/')).body.results;
    expect((await call('POST', `cohort-transfers/${transfer}/undo/`)).status).toBe(200);
    expect(await assignments()).toEqual(before);
    expect(await periods('S1')).toEqual(enrolled);
    expect((await cohortsOf('S1')).toSorted()).toEqual(['Blue', 'Red']);
  });

  it('undone on its first day leaves an empty membership in the new cohort, not one that started a day earlier', async () => {
    await move('S1', 'Red', 'Blue');
    const [{ id: transfer }] = (await call('GET', 'cohort-transfers/')).body.results;
    await call('POST', `cohort-transfers/${transfer}/undo/`);
    const { rows } = await sql<{ assigned_from: string; assigned_to: string }>`
      select a.assigned_from, a.assigned_to from cohort_assignment a
      join cohort c on c.id = a.cohort_id where c.name = 'Blue'`.execute(school.database);
    expect(rows).toEqual([{ assigned_from: '2026-03-02', assigned_to: '2026-03-01' }]);
  });

  it('is refused before the last mark in the old classes', async () => {
    await school.call('teacher', 'POST', 'attendance/attendance/create/', {
      rfid_number: 'S1',
      class_schedule: id.mon9,
      date: '2026-02-23',
    });
    expect(await move('S1', 'Red', 'Blue', { from_date: '2026-02-16' })).toMatchObject({
      status: 400,
      body: {
        fail: [
          {
            student_id: 'S1',
            status: 'has marks in the classes that are left until 2026-02-23: choose a later date',
          },
        ],
      },
    });
    expect(await cohortsOf('S1')).toEqual(['Red']);
  });

  it('by the enrolment itself, with another cohort', async () => {
    const [{ id: assignment }] = (await call('GET', `studentcohortassignment/?student=${id.S1}`))
      .body.results;
    expect(
      await call('PATCH', `studentcohortassignment/${assignment}/`, { cohort: id.Red }),
    ).toMatchObject({
      status: 400,
      body: { cohort: ['is the cohort that the student is in'] },
    });
    expect(
      await call('PATCH', `studentcohortassignment/${assignment}/`, { cohort: id.Blue }),
    ).toMatchObject({
      status: 200,
      body: { cohort: { name: 'Blue' }, schedules: expect.arrayContaining([id.mon9b, id.tue14]) },
    });
  });

  it.each([
    [{ from_cohort: 'Red', to_cohort: 'Red' }, { to_cohort: ['must be another cohort'] }],
    [{ from_cohort: 'Red' }, { to_cohort: ['is required'] }],
  ])('refuses %j', async (cohorts, errors) => {
    const body = Object.fromEntries(
      Object.entries(cohorts).map(([name, cohort]) => [name, id[cohort]]),
    );
    expect(
      await call('POST', 'cohort-transfers/create/', { student: 'S1', ...body }),
    ).toMatchObject({ status: 400, body: errors });
  });
});
