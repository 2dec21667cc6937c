import { beforeEach, describe, expect, it } from 'vitest';
import { copyingSemesters, wholeSemester } from '#server/test/copying-semesters.ts';

const { addTeacher, at, call, change, classId, copies, copy, datesOf, preview, run, semesters } =
  copyingSemesters();

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
    expect(await copies()).toEqual(wholeSemester);
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
    ).rows.map(({ id }) => Number(id))[0];
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
    const { body } = await call('GET', `classschedule/?semester=${semesters.target}&search=12A`);
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
      ids: [await classId('sat9')],
    });
    await run(`update class_meeting set status = 'cancelled'
      where class_schedule_id = ${await classId('tue14')}`);
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
    at('2026-03-02T12:00:00+11:00');
    const [mon9, subject] = [await classId('mon9'), await subjectOf('MAT2')];
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
    const mon9 = await classId('mon9');
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
        where c.semester_id = ${semesters.target} and s.subject_code = '${code}' and extract(isodow from g.date) = 1
          and g.start_time = '${start}' order by 1`)
    ).rows.map(({ date }) => date);
});
