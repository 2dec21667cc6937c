import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { classesInWeeks } from '#server/test/classes-in-weeks.ts';

const { school, semester, proposed, call, add, change, datesOf } = classesInWeeks();

describe('a class in some weeks of its semester (R-WEEK-1)', () => {
  it('is planned in these, without holidays, and in every week without a choice', async () => {
    const odd = await add({ weeks: '1,3,5' });
    expect([odd.weeks, await datesOf(odd.id)]).toEqual(['1,3,5', ['02-05', '03-05']]);
    const every = await add({ weeks: null, day_of_week: 'Monday' });
    expect([every.weeks, await datesOf(every.id)]).toEqual([
      null,
      ['02-09', '02-16', '02-23', '03-02', '03-09'],
    ]);
    const one = await call('GET', `classschedule/${odd.id}/`);
    expect(one.body.weeks).toBe('1,3,5');
  });

  it('has its weeks written in one form', async () => {
    expect((await add({ weeks: ' W3; 1–2 ' })).weeks).toBe('1-3');
    expect((await add({ weeks: '', start_time: '11:00', end_time: '12:00' })).weeks).toBe(null);
  });

  it.each([
    ['0', 'must be from week 1 on'],
    ['2,7', 'the semester has no week 7: its last one is 6'],
    ['9-12', 'the semester has no weeks 9-12: its last one is 6'],
    ['odd', 'must be weeks, such as 1-6,8'],
    ['3-1', '3-1 ends before it begins'],
  ])('with the weeks %s is refused: %s', async (weeks, error) => {
    const { status, body } = await call('POST', 'classschedule/create/', { ...proposed(), weeks });
    expect([status, body]).toEqual([400, { weeks: [error] }]);
  });

  it('is in the list of the weeks in which it is held', async () => {
    const { id } = await add({ weeks: '2-4' });
    const inWeek = async (week: number) =>
      (await call('GET', `classschedule/?id=${id}&week=${week}`)).body.total;
    expect([await inWeek(1), await inWeek(2), await inWeek(5)]).toEqual([0, 1, 0]);
  });

  it('takes no marks in another week', async () => {
    const { id } = await add({ weeks: '1' });
    school().at('2026-02-12T09:10:00+11:00');
    const answer = await call('GET', `attendance/?class_schedule=${id}&date=2026-02-12`);
    expect(answer.body).toMatchObject({ results: [], no_class: 'week' });
    const marked = await call('POST', 'attendance/create/', {
      rfid_number: 'S1',
      class_schedule: id,
      date: '2026-02-12',
    });
    expect([marked.status, marked.body]).toEqual([400, { date: ['No Class on this day!'] }]);
  });
});

describe('other weeks', () => {
  it('hold from a date, as another time does', async () => {
    const { id } = await add();
    const answer = await change(id, { weeks: '2,5-6', effective_from: '2026-02-24' });
    expect(answer.status).toBe(200);
    expect(await datesOf(id)).toEqual(['02-05', '02-12', '03-05', '03-12']);
    const { last_change } = answer.body;
    expect((await call('POST', `operations/${last_change.operation}/undo/`, {})).status).toBe(200);
    expect(await datesOf(id)).toEqual(['02-05', '02-12', '02-26', '03-05', '03-12']);
  });

  it('are previewed', async () => {
    const { id } = await add();
    const { body } = await call('POST', `classschedule/${id}/preview/`, { weeks: '1-4' });
    expect(body).toMatchObject({ added: 0, removed: 2, changed: 0 });
  });

  it('are there again after archiving and restoring', async () => {
    const { id } = await add({ weeks: '1-2' });
    await change(id, { weeks: '5', effective_from: '2026-03-01' });
    const before = await datesOf(id);
    await call('POST', 'classschedule/create/', { archive: 'ids', ids: [id] });
    expect(await datesOf(id)).toEqual([]);
    await call('POST', 'classschedule/create/', { archive: 'restore', ids: [id] });
    expect(await datesOf(id)).toEqual(before);
    expect(before).toEqual(['02-05', '02-12', '03-05']);
  });

  it('go with the class that takes over in another subject', async () => {
    const { id } = await add({ weeks: '1,3,5-6' });
    const other = await sql<{ id: number }>`select max(id) as id from subject`.execute(
      school().database,
    );
    const answer = await call('POST', `classschedule/${id}/successor/`, {
      subject_id: other.rows[0]!.id,
      effective_from: '2026-03-01',
    });
    expect(await datesOf(answer.body.id)).toEqual(['03-05', '03-12']);
    expect(await datesOf(id)).toEqual(['02-05']);
  });

  it('are in the way of an import’s undo, as other later changes are', async () => {
    const { id } = await add({ weeks: '1-3' });
    await change(id, { weeks: '1-3,6', effective_from: '2026-03-09' });
    const { rows } = await sql<{ text: string }>`
      select array_to_string(weeks, ',') as text from class_schedule_pattern
      where class_schedule_id = ${id} order by valid_from`.execute(school().database);
    expect(rows.map(({ text }) => text)).toEqual(['1,2,3', '1,2,3,6']);
  });
});

describe('when the class dates of the semester change (R-WEEK-2)', () => {
  const dates = (body: object) => call('PATCH', `semesters/${semester()}/`, body);

  it('classes keep their dates: the numbers follow', async () => {
    const { id } = await add({ weeks: '2,4,6' });
    expect((await dates({ class_start_date: '2026-02-11' })).status).toBe(200);
    expect(await datesOf(id)).toEqual(['02-12', '02-26', '03-12']);
    expect((await call('GET', `classschedule/${id}/`)).body.weeks).toBe('1,3,5');
    await dates({ class_start_date: '2026-02-04' });
    expect((await call('GET', `classschedule/${id}/`)).body.weeks).toBe('2,4,6');
  });

  it('or, where the call says so, their numbers', async () => {
    const { id } = await add({ weeks: '2' });
    await dates({ class_start_date: '2026-02-11', weeks: 'numbers' });
    expect([await datesOf(id), (await call('GET', `classschedule/${id}/`)).body.weeks]).toEqual([
      [],
      '2',
    ]);
    await dates({ class_start_date: '2026-02-04', weeks: 'numbers' });
    expect(await datesOf(id)).toEqual(['02-12']);
  });

  it('weeks that it loses are there again with it', async () => {
    const { id } = await add({ weeks: '1-2,5-6' });
    await dates({ class_start_date: '2026-02-18', class_end_date: '2026-03-01' });
    const { body } = await call('GET', `classschedule/${id}/`);
    expect([body.weeks, await datesOf(id)]).toEqual(['3-4', []]);
    // Saving the form again leaves them.
    expect((await change(id, { weeks: '3-4', start_time: '09:05' })).status).toBe(200);
    await dates({ class_start_date: '2026-02-04', class_end_date: '2026-03-15' });
    expect(await datesOf(id)).toEqual(['02-05', '02-12', '03-05', '03-12']);
  });
});

describe('clashes (R-CLASH-1)', () => {
  it('two classes in other weeks have none, and share room, teacher and time', async () => {
    await add({ weeks: '1,3,5' });
    expect((await add({ weeks: '2,4,6' })).all_clashes ?? []).toEqual([]);
    const third = await add({ weeks: '5-6' });
    expect(
      third.all_clashes.map(({ kind, dates }: Record<string, unknown>) => [kind, dates]),
    ).toEqual([
      ['classroom', 1],
      ['teacher', 1],
      ['classroom', 1],
      ['teacher', 1],
    ]);
  });

  it('are judged in the weeks of the form', async () => {
    await add({ weeks: '1,3,5' });
    const judged = async (weeks: string) => {
      const { class_type: _type, subject_id: _subject, ...query } = proposed();
      const search = new URLSearchParams({ ...(query as Record<string, string>), weeks });
      return (await call('GET', `clashes/?${search.toString()}`)).body.clashes.length;
    };
    expect([await judged('2,4'), await judged('4-5')]).toEqual([0, 2]);
  });

  it('that were confirmed are confirmed until the classes meet in a further week (R-CLASH-3)', async () => {
    await add({ weeks: '1-4' });
    const { id } = await add({ weeks: '1,4-6', confirm_clashes: true });
    const confirmed = async () => {
      const { all_clashes } = (await call('GET', `classschedule/${id}/`)).body;
      return all_clashes.map((clash: { confirmed: boolean }) => clash.confirmed);
    };
    expect(await confirmed()).toEqual([true, true]);
    await change(id, { weeks: '4-6' });
    expect(await confirmed()).toEqual([true, true]);
    await change(id, { weeks: '2,4-6' });
    expect(await confirmed()).toEqual([false, false]);
  });
});
