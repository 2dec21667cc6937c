import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { undoingOf } from '#server/test/undoing.ts';

let school: TestSchool;
let source: number;
let target: number;

/** Week 1 of the copies begins on Monday 13 July, a day before their first class date; week 12 is their last. */
const second = {
  year: 2026,
  semester: 2,
  batch: '2026',
  semester_start_date: '2026-07-06',
  semester_end_date: '2026-10-31',
  class_start_date: '2026-07-14',
  class_end_date: '2026-10-02',
};

beforeEach(async () => {
  school = await createTestSchool({ now: '2026-06-13T09:00:00+10:00' });
  source = (await call('GET', 'semesters/')).body.results[0].id;
  target = (await call('POST', 'semesters/create/', second)).body.id;
});
afterEach(() => school.close());

const { call, undo, run } = undoingOf(() => school);
const copy = (body: object = {}, more = '') =>
  call('POST', `semesters/${source}/copy/${more}`, { semester_id: target, ...body });
const preview = (body: object = {}) => copy(body, 'preview/');

/** The classes of the new semester as text: `MAT1 Monday 09:00 R1 Tess`. */
async function copies(): Promise<string[]> {
  const { body } = await call('GET', `classschedule/?semester=${target}&limit=50`);
  return body.results
    .map(
      (one: Record<string, any>) =>
        `${one.subject.subject_code} ${one.day_of_week} ${one.start_time} ${one.classroom.room_number} ${one.teacher.first_name}`,
    )
    .toSorted();
}
const whole = [
  'MAT1 Monday 09:00 R1 Tess',
  'MAT1 Saturday 09:00 R1 Theo',
  'MAT2 Monday 09:00 R1 Theo',
  'MAT2 Monday 10:00 R1 Theo',
  'MAT2 Tuesday 14:00 R1 Tess',
];

/** The dates of the copy of a class, by its weekday and start. */
async function datesOf(weekday: number, start = '09:00'): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    select g.date from class_meeting g join class_schedule c on c.id = g.class_schedule_id
    where c.semester_id = ${target} and g.status = 'scheduled' and extract(isodow from g.date) = ${weekday}
      and g.start_time = ${start}::time order by 1`.execute(school.database);
  return [...new Set(rows.map(({ date }) => date))];
}
const change = async (ref: string, body: object) =>
  expect(
    await call('PATCH', `classschedule/${await school.classId(ref)}/`, {
      ...body,
      confirm_clashes: true,
    }),
  ).toMatchObject({ status: 200 });

const addTeacher = async (): Promise<number> =>
  (
    await call('POST', 'teachers/create/', {
      first_name: 'Nina',
      last_name: 'New',
      email: 'nina@school.example',
      phone: '+61 2 5550 0003',
    })
  ).body.id;

describe('the classes of a semester are copied into another one (R-COPY-1)', () => {
  it('on the dates of the new one, without its holidays', async () => {
    await call('POST', 'holiday/create/', {
      name: 'Break',
      date_from: '2026-09-22',
      date_to: '2026-09-22',
    });
    const { status, body } = await copy();
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { classes: 5, holidays: 1, past: 0, last_week: { from: 18, to: 12 }, left_out: [] },
    });
    expect(await copies()).toEqual(whole);
    const tuesdays = await datesOf(2, '14:00');
    expect([tuesdays[0], tuesdays.at(-1), tuesdays.length]).toEqual([
      '2026-07-14',
      '2026-09-29',
      11,
    ]);
    // The Monday of week 1 lies before the first class date.
    expect((await datesOf(1))[0]).toBe('2026-07-20');
  });

  it('with weeks by their numbers; weeks beyond the end are lost, and named', async () => {
    await change('tue14', { weeks: '1,3,12-18', effective_from: '2026-02-09' });
    await change('sat9', { weeks: '14-15', effective_from: '2026-02-09' });
    const { body } = await copy({ as_of: '2026-03-01' });
    expect(body).toMatchObject({
      classes: 4,
      lost_weeks: {
        weeks: '13-18',
        count: 1,
        first: [{ day_of_week: 'Tuesday', weeks: '1,3,12-18' }],
      },
      left_out: [{ reason: 'weeks', count: 1, first: [{ day_of_week: 'Saturday' }] }],
    });
    expect(await datesOf(2, '14:00')).toEqual(['2026-07-14', '2026-07-28', '2026-09-29']);
  });

  it('with colour, order, group, pay codes, further teachers and rooms', async () => {
    const third = await addTeacher();
    const { body: room } = await call('POST', 'classroom/create/', {
      room_number: 'R2',
      capacity: 10,
    });
    const values = {
      color_coding: '#112233',
      order: 7,
      group_name: '12A',
      co_teachers: [third],
      more_rooms: [room.id],
    };
    await change('tue14', { ...values, effective_from: '2026-02-09' });
    const code = (
      await run(`insert into pay_code (paycode, amount_cents, paycode_type)
        values ('A', 5000, 'Lecture') returning id`)
    ).rows[0]?.id;
    await run(`update class_schedule_pattern set payroll_id = ${code},
        co_payrolls = jsonb_build_object('${third}', ${code}) where co_teacher_ids is not null`);
    const { body: copied } = await copy();
    expect(JSON.stringify(copied)).not.toContain('payroll');
    const changed = await call('GET', `bulk-operations/${copied.operation}/rows/?search=12A`);
    expect(changed.body.results[0].fields).toContainEqual({
      field: 'co_teacher_ids',
      from: null,
      to: 'Nina New',
    });
    expect(JSON.stringify(changed.body.results)).not.toContain('co_payrolls');
    const { body } = await call('GET', `classschedule/?semester=${target}&search=12A`);
    expect(body.results).toMatchObject([
      {
        color_coding: '#112233',
        order: 7,
        group_name: '12A',
        payroll_id: code,
        co_teacher_pay: { [third]: code },
        co_teachers: [{ id: third }],
        more_rooms: [{ id: room.id }],
      },
    ]);
  });

  it('without archived classes and changes of single dates', async () => {
    await call('POST', 'classschedule/create/', {
      archive: 'ids',
      ids: [await school.classId('sat9')],
    });
    await sql`update class_meeting set own_room = true, covering_teacher_id = null, status = 'cancelled'
      where class_schedule_id = ${await school.classId('tue14')}`.execute(school.database);
    expect((await copy()).body.classes).toBe(4);
    expect(await datesOf(2, '14:00')).toHaveLength(12);
  });
});

describe('the state of a day is copied', () => {
  beforeEach(() =>
    change('tue14', { start_time: '15:00', end_time: '16:00', effective_from: '2026-03-10' }),
  );

  it.each([
    ['of the last class date unless another one is given', {}, [], 12],
    ['with the changes after it in the same weeks', { as_of: '2026-03-09' }, 4, 8],
    ['and a change on that day is in force', { as_of: '2026-03-10' }, [], 12],
  ])('%s', async (_name, body, before, after) => {
    await copy(body);
    expect(await datesOf(2, '14:00')).toHaveLength(Array.isArray(before) ? 0 : before);
    expect(await datesOf(2, '15:00')).toHaveLength(after);
  });

  it('and changes after the end of the new semester are named', async () => {
    await change('tue14', { start_time: '16:00', end_time: '17:00', effective_from: '2026-05-26' });
    const { body } = await copy({ as_of: '2026-03-10' });
    expect(body.lost_changes).toMatchObject({ count: 1, first: [{ start_time: '15:00' }] });
    expect(await datesOf(2, '15:00')).toHaveLength(12);
  });

  it('and a class that took over in that time begins in the same week; the one before ends', async () => {
    school.at('2026-03-02T12:00:00+11:00');
    const [mon9, subject] = [await school.classId('mon9'), await subjectOf('MAT2')];
    await call('POST', `classschedule/${mon9}/successor/`, {
      subject_id: subject,
      // Week 6.
      effective_from: '2026-03-16',
      start_time: '08:00',
      end_time: '09:00',
    });
    const { body } = await copy({ as_of: '2026-02-09' });
    expect(body.classes).toBe(6);
    // Weeks 2 to 5 of one, and 6 to 12 of the other.
    expect((await mondaysOf('MAT1', '09:00')).length).toBe(4);
    expect(await mondaysOf('MAT2', '08:00')).toHaveLength(7);
    expect((await mondaysOf('MAT2', '08:00'))[0]).toBe('2026-08-17');
  });

  it('and a class that had ended by then is left out', async () => {
    const mon9 = await school.classId('mon9');
    await call('POST', `classschedule/${mon9}/successor/`, {
      subject_id: await subjectOf('MAT2'),
      effective_from: '2026-03-16',
    });
    await run('update class_schedule set archived_at = null');
    const { body } = await preview();
    expect(body.left_out).toMatchObject([
      { reason: 'ended', count: 1, first: [{ subject: { subject_code: 'MAT1' } }] },
    ]);
  });

  const subjectOf = async (code: string): Promise<number> =>
    Number((await run(`select id from subject where subject_code = '${code}'`)).rows[0]?.id);
  const mondaysOf = async (code: string, start: string): Promise<unknown[]> =>
    (
      await run(`select g.date from class_meeting g join class_schedule c on c.id = g.class_schedule_id
        join subject s on s.id = c.subject_id
        where c.semester_id = ${target} and s.subject_code = '${code}' and extract(isodow from g.date) = 1
          and g.start_time = '${start}' order by 1`)
    ).rows.map(({ date }) => date);
});

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
    expect(await copies()).toEqual(whole.map((text) => text.replace('Tess', 'Nina')).toSorted());
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
      where semester_id = ${target} and co_teacher_ids is not null`);
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

describe('a copy', () => {
  it('is what its preview answers, which changes nothing', async () => {
    const { body: before } = await preview();
    expect(await copies()).toEqual([]);
    const { body: after } = await copy();
    expect({ ...after, operation: null, clashes: [] }).toEqual({ ...before, clashes: [] });
    expect(before.clash_count).toBe(after.clash_count);
  });

  it('a second time copies what is not there yet, and names the rest (R-COPY-3)', async () => {
    await copy();
    expect(await copy()).toMatchObject({
      status: 409,
      body: { detail: 'There is no class left to copy.' },
    });
    await run(`delete from class_meeting where class_schedule_id in (
      select id from class_schedule where semester_id = ${target} and day_of_week = 6)`);
    await run(`delete from class_schedule where semester_id = ${target} and day_of_week = 6`);
    expect((await copy()).body).toMatchObject({
      classes: 1,
      left_out: [{ reason: 'already', count: 4 }],
    });
    expect(await copies()).toEqual(whole);
  });

  it('twice at once copies each class once', async () => {
    const both = await Promise.all([copy(), copy()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await copies()).toEqual(whole);
  });

  it('lists clashes, also with other classes, and asks where the institute asks', async () => {
    const { body } = await preview();
    expect(body.clashes.map((one: { kind: string }) => one.kind)).toContain('classroom');
    expect(body.clash_count).toBe(body.clashes.length);
    expect(await copy({ confirm_clashes: false })).toMatchObject({
      status: 409,
      body: { clashes: expect.any(Array) },
    });
    expect(await copies()).toEqual([]);
    expect((await copy({ confirm_clashes: true })).status).toBe(201);
  });

  it('keeps what was confirmed between the classes before', async () => {
    const { body: before } = await preview();
    await change('mon9b', { end_time: '10:15', effective_from: '2026-02-09' });
    await run(`insert into confirmed_clash select a.id, b.id, 'classroom', a.semester_id, b.semester_id, 1,
        a.start_time, a.end_time, b.start_time, b.end_time, null, now(), null
      from class_schedule a join class_schedule b on b.id > a.id and b.day_of_week = 1
        and b.start_time < a.end_time and a.start_time < b.end_time
      where a.day_of_week = 1 on conflict do nothing`);
    const { body } = await preview();
    const open = (of: { clashes: { confirmed: boolean; kind: string }[] }) =>
      of.clashes.filter((one) => !one.confirmed && one.kind === 'classroom').length;
    expect(open(before)).toBe(2);
    expect(open(body)).toBe(0);
  });

  it('is undone in one step, with its later changes, unless something was built on it', async () => {
    await change('tue14', { start_time: '15:00', end_time: '16:00', effective_from: '2026-03-10' });
    const { operation } = (await copy({ as_of: '2026-03-09' })).body;
    expect((await call('GET', `bulk-operations/${operation}/`)).body).toMatchObject({
      kind: 'copy',
      about: 'the classes of a semester',
      counts: { class_schedule: { added: 5 } },
    });
    const { rows } = await run(`select id from class_schedule
      where semester_id = ${target} and day_of_week = 2`);
    await call('PATCH', `classschedule/${rows[0]?.id}/`, {
      start_time: '16:00',
      end_time: '17:00',
      effective_from: '2026-08-04',
      confirm_clashes: true,
    });
    expect((await undo(operation)).body).toMatchObject({ undone: 4, refused: 1 });
    expect(await copies()).toHaveLength(1);
  });

  it('with later changes alone is undone as a whole', async () => {
    await change('tue14', { start_time: '15:00', end_time: '16:00', effective_from: '2026-03-10' });
    const { operation } = (await copy({ as_of: '2026-03-09' })).body;
    expect((await undo(operation)).body).toMatchObject({ undone: 5, refused: 0 });
    expect(await copies()).toEqual([]);
  });
});

describe('cohorts and their students come along where they are asked for (R-COPY-4)', () => {
  let cohort: number;
  beforeEach(async () => {
    const schedules_id = await Promise.all(['mon9', 'tue14', 'mon9b'].map(school.classId));
    cohort = (await call('POST', 'cohort/create/', { name: 'A', year: 2026, schedules_id })).body
      .id;
    await run(`insert into cohort_assignment (student_id, cohort_id, assigned_from, assigned_to)
      select id, ${cohort}, '2026-02-09', case student_id when 'S2' then date '2026-06-30' when 'S3' then date '2026-08-31' end
      from student where student_id in ('S1', 'S2', 'S3')`);
    await run(
      `delete from cohort_schedule where class_schedule_id = ${await school.classId('mon9b')}`,
    );
  });
  const enrolled = async () =>
    (
      await run(`select distinct s.student_id || ' ' || e.enrolled_from || coalesce(' ' || e.enrolled_to, '') as text
        from enrolment e join student s on s.id = e.student_id
        join class_schedule c on c.id = e.class_schedule_id where c.semester_id = ${target} order by 1`)
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
    const mon9b = await school.classId('mon9b');
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

describe('a copy is refused', () => {
  it.each([
    ['into the same semester', () => ({ semester_id: source }), 'semester_id'],
    ['into one that does not exist', () => ({ semester_id: 999 }), 'semester_id'],
    ['for a day before the classes', () => ({ as_of: '2026-02-08' }), 'as_of'],
    ['for a day after them', () => ({ as_of: '2026-06-13' }), 'as_of'],
    ['with two answers about one teacher', twoAnswers, 'teachers'],
  ])('%s', async (_name, body, field) => {
    expect(await copy(body())).toMatchObject({
      status: 400,
      body: { [field]: [expect.any(String)] },
    });
  });

  it('into an archived semester, and from one that does not exist', async () => {
    await run(`update semester set archived_at = now() where id = ${target}`);
    expect(await copy()).toMatchObject({ status: 400, body: { semester_id: ['is archived'] } });
    source = 999;
    expect((await copy()).status).toBe(404);
  });
});

function twoAnswers() {
  const answer = { id: 1, instead: null };
  return { teachers: [answer, answer] };
}
