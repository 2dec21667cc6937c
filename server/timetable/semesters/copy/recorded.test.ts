import { describe, expect, it } from 'vitest';
import { copyingSemesters, wholeSemester } from '#server/test/copying-semesters.ts';

const { call, change, copies, copy, preview, run, semesters, undo } = copyingSemesters();

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
      select id from class_schedule where semester_id = ${semesters.target} and day_of_week = 6)`);
    await run(
      `delete from class_schedule where semester_id = ${semesters.target} and day_of_week = 6`,
    );
    expect((await copy()).body).toMatchObject({
      classes: 1,
      left_out: [{ reason: 'already', count: 4 }],
    });
    expect(await copies()).toEqual(wholeSemester);
  });

  it('twice at once copies each class once', async () => {
    const both = await Promise.all([copy(), copy()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await copies()).toEqual(wholeSemester);
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
      where semester_id = ${semesters.target} and day_of_week = 2`);
    await call('PATCH', `classschedule/${Number(rows[0]?.id)}/`, {
      start_time: '16:00',
      end_time: '17:00',
      effective_from: '2026-08-04',
      confirm_clashes: true,
    });
    expect((await undo(operation)).body).toMatchObject({ undone: 4, refused: 1 });
    expect(await copies()).toHaveLength(1);
  });

  it('with cohorts is undone by who may delete classes, and not cohorts (R-UNDO-4)', async () => {
    const { rows } = await run('select id from class_schedule order by id limit 1');
    await call('POST', 'cohort/create/', {
      name: 'Copied',
      year: 2026,
      schedules_id: [Number(rows[0]?.id)],
    });
    const { operation } = (await copy({ cohorts: 'classes' })).body;
    const byAdmin = await call('POST', `bulk-operations/${operation}/undo/`, {}, 'admin');
    expect(byAdmin.body).toMatchObject({ refused: 0 });
    expect(await copies()).toEqual([]);
  });

  it('with later changes alone is undone as a whole', async () => {
    await change('tue14', { start_time: '15:00', end_time: '16:00', effective_from: '2026-03-10' });
    const { operation } = (await copy({ as_of: '2026-03-09' })).body;
    expect((await undo(operation)).body).toMatchObject({ undone: 5, refused: 0 });
    expect(await copies()).toEqual([]);
  });
});

describe('a copy is refused', () => {
  it.each([
    ['into the same semester', () => ({ semester_id: semesters.source }), 'semester_id'],
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
    await run(`update semester set archived_at = now() where id = ${semesters.target}`);
    expect(await copy()).toMatchObject({ status: 400, body: { semester_id: ['is archived'] } });
    semesters.source = 999;
    expect((await copy()).status).toBe(404);
  });
});

function twoAnswers() {
  const answer = { id: 1, instead: null };
  return { teachers: [answer, answer] };
}
