import { beforeEach, describe, expect, it } from 'vitest';
import { copyingSemesters, wholeSemester } from '#server/test/copying-semesters.ts';

const { addTeacher, call, classId, copies, copy, preview, run, semesters, undo } =
  copyingSemesters();

describe('archived teachers and rooms are questions (R-COPY-2)', () => {
  let tess: number;
  let nina: number;
  beforeEach(async () => {
    nina = await addTeacher();
    tess = Number((await run(`select id from teacher where first_name = 'Tess'`)).rows[0]?.id);
    await run(`update teacher set archived_at = now() where id = ${tess}`);
  });

  it('which the preview asks, and without whose answer nothing is copied', async () => {
    expect((await preview()).body).toMatchObject({
      classes: 3,
      teachers: [{ id: tess, name: 'Tess Teacher', classes: 2, further: 0, answered: false }],
      left_out: [{ reason: 'teacher', count: 2 }],
    });
    expect(await copy()).toMatchObject({
      status: 400,
      body: { teachers: ['are archived, and need an answer: Tess Teacher'] },
    });
    expect(await copies()).toEqual([]);
  });

  it('another teacher takes all of their classes', async () => {
    const { body } = await copy({ teachers: [{ id: tess, instead: nina }] });
    expect(body).toMatchObject({ classes: 5, teachers: [{ answered: true }], left_out: [] });
    expect(await copies()).toEqual(
      wholeSemester.map((text) => text.replace('Tess', 'Nina')).toSorted(),
    );
  });

  it('or the classes are left out; a further teacher goes alone', async () => {
    await run(
      `update class_schedule_pattern set co_teacher_ids = array[${tess}] where day_of_week = 6`,
    );
    const { body } = await copy({ teachers: [{ id: tess, instead: null }] });
    expect(body).toMatchObject({
      classes: 3,
      teachers: [{ classes: 2, further: 1, answered: true }],
      left_out: [{ reason: 'teacher', count: 2 }],
    });
    expect((await copies()).some((text) => text.includes('Tess'))).toBe(false);
    const further = await run(`select id from class_schedule
      where semester_id = ${semesters.target} and co_teacher_ids is not null`);
    expect(further.rows).toEqual([]);
  });

  it('a room likewise', async () => {
    const room = (await run('select id from classroom')).rows[0]?.id;
    await run('update classroom set archived_at = now()');
    const other = (await call('POST', 'classroom/create/', { room_number: 'R2', capacity: 40 }))
      .body.id;
    const teachers = [{ id: tess, instead: nina }];
    expect((await preview({ teachers })).body.classrooms).toMatchObject([
      { id: room, name: 'R1', classes: 5 },
    ]);
    await copy({ teachers, classrooms: [{ id: room, instead: other }] });
    expect((await copies()).every((text) => text.includes('R2'))).toBe(true);
  });

  it('answers name teachers who are there', async () => {
    expect(await copy({ teachers: [{ id: tess, instead: 999 }] })).toMatchObject({
      status: 400,
      body: { teachers: ['999 was archived or does not exist'] },
    });
  });
});

describe('cohorts and their students come along where they are wanted (R-COPY-4)', () => {
  let cohort: number;
  beforeEach(async () => {
    const schedules_id = await Promise.all(['mon9', 'tue14', 'mon9b'].map(classId));
    cohort = (await call('POST', 'cohort/create/', { name: 'A', year: 2026, schedules_id })).body
      .id;
    await run(`insert into cohort_assignment (student_id, cohort_id, assigned_from, assigned_to)
      select id, ${cohort}, '2026-02-09', case student_id when 'S2' then date '2026-06-30' when 'S3' then date '2026-08-31' end
      from student where student_id in ('S1', 'S2', 'S3')`);
    await run(`delete from cohort_schedule where class_schedule_id = ${await classId('mon9b')}`);
  });
  const enrolled = async () =>
    (
      await run(`select distinct s.student_id || ' ' || e.enrolled_from || coalesce(' ' || e.enrolled_to, '') as text
        from enrolment e join student s on s.id = e.student_id
        join class_schedule c on c.id = e.class_schedule_id where c.semester_id = ${semesters.target} order by 1`)
    ).rows.map(({ text }) => text);

  it.each([
    ['none', [], []],
    ['classes', [{ name: 'A', classes: 2, students: 0 }], []],
    [
      'students',
      [{ name: 'A', classes: 2, students: 2 }],
      ['S1 2026-07-14', 'S3 2026-07-14 2026-08-31'],
    ],
  ])('%s', async (cohorts, named, students) => {
    const { body } = await copy({ cohorts });
    expect(body).toMatchObject({ cohorts: named, students: students.length });
    expect(await enrolled()).toEqual(students);
    const { body: after } = await call('GET', `cohort/${cohort}/`);
    expect(after.schedules).toHaveLength(named.length ? 4 : 2);
  });

  it('students whose classes would overlap are not enrolled in these, and named', async () => {
    const mon9b = await classId('mon9b');
    await run(`insert into cohort_schedule values (${cohort}, ${mon9b}, 5)`);
    const { body } = await copy({ cohorts: 'students' });
    expect(body.in_two_places).toEqual({
      count: 2,
      first: [
        { student_id: 'S1', name: 'Anna Ångström', classes: 2 },
        { student_id: 'S3', name: 'Cai Østby', classes: 2 },
      ],
    });
    // Tuesday remains.
    expect(body.students).toBe(2);
  });

  it('and go with it when it is undone', async () => {
    const { operation } = (await copy({ cohorts: 'students' })).body;
    expect((await undo(operation)).body).toMatchObject({ refused: 0 });
    expect(await enrolled()).toEqual([]);
    expect((await call('GET', `cohort/${cohort}/`)).body.schedules).toHaveLength(2);
  });
});
