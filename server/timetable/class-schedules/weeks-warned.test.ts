import { describe, expect, it } from 'vitest';
import { classesInWeeks } from '#server/test/classes-in-weeks.ts';

const { school, semester, proposed, number, call, add, change, datesOf } = classesInWeeks();

it('a week says its number in the semester, with the name that the institute gave it', async () => {
  const weekOf = async (date: string) => {
    const { semesters } = (await call('GET', `week/?date=${date}&semester=${semester()}`)).body;
    return semesters.map(({ week, name }: Record<string, unknown>) => [week, name]);
  };
  expect([await weekOf('2026-02-03'), await weekOf('2026-02-09')]).toEqual([
    [[1, null]],
    [[2, null]],
  ]);
  await call('PATCH', 'settings/', { week_names: 'A/B' });
  expect(await weekOf('2026-02-09')).toEqual([[2, 'B']]);
  await call('PATCH', `semesters/${semester()}/`, { first_week: 'even' });
  expect(await weekOf('2026-02-09')).toEqual([[2, 'A']]);
  expect(await weekOf('2026-04-01')).toEqual([]);
  expect((await call('PATCH', 'settings/', { week_names: 'A' })).status).toBe(400);
});

describe('what is warned first', () => {
  it('a class without a date in its weeks is saved after a confirmation (R-WEEK-1)', async () => {
    // The Thursday of week 3 is a holiday.
    const refused = await call('POST', 'classschedule/create/', { ...proposed(), weeks: '3' });
    expect([refused.status, Object.keys(refused.body)]).toEqual([409, ['detail', 'confirm']]);
    const { id } = await add({ weeks: '3', confirm_clashes: true });
    expect(await datesOf(id)).toEqual([]);
    const { id: other } = await add({ start_time: '11:00', end_time: '12:00' });
    const preview = await call('POST', `classschedule/${other}/preview/`, { weeks: '3' });
    expect(preview.body).toMatchObject({ after: null, weeks_left: '1-2,4-6' });
    expect((await change(other, { weeks: '3' })).status).toBe(409);
    expect(await datesOf(other)).toHaveLength(5);
  });

  it('a new class whose weeks are over is saved after a confirmation (R-WEEK-1)', async () => {
    school().at('2026-02-23T08:00:00+11:00');
    const over = { ...proposed(), weeks: '1-2' };
    const refused = await call('POST', 'classschedule/create/', over);
    expect([refused.status, refused.body.confirm]).toEqual([
      409,
      [expect.stringContaining('From 2026-02-23 on there is no class in these weeks')],
    ]);
    const { id } = await add({ weeks: '1-2', confirm_clashes: true });
    expect(await datesOf(id)).toHaveLength(2);
  });

  it('weeks that a change leaves by choice are named apart from unusual ones', async () => {
    const { id } = await add();
    const { body } = await call('POST', `classschedule/${id}/preview/`, {
      weeks: '1-4',
      day_of_week: 'Monday',
      effective_from: '2026-02-18',
    });
    // Week 3 has its Monday before, and its Thursday is a holiday.
    expect(body).toMatchObject({ weeks_left: '5-6', weeks: [] });
  });

  it('a semester that is shortened names how many classes lose weeks (R-WEEK-2)', async () => {
    const losing = async (to: string) =>
      (await call('GET', `taken-rolls/?from=2026-02-04&to=${to}&semester=${semester()}`)).body
        .classes_losing_weeks;
    const before = await losing('2026-03-01');
    await add({ weeks: '1-4' });
    expect(await losing('2026-03-01')).toBe(before);
    await add({ weeks: '4-5', start_time: '11:00', end_time: '12:00' });
    expect([await losing('2026-03-01'), await losing('2026-03-15')]).toEqual([before + 1, 0]);
  });

  it('the roll of another week names the next date', async () => {
    const { id } = await add({ weeks: '1,4' });
    const { body } = await call('GET', `attendance/?class_schedule=${id}&date=2026-02-12`);
    expect([body.no_class, body.next_date]).toEqual(['week', '2026-02-26']);
  });
});

describe('weeks of another semester (R-WEEK-1)', () => {
  it('are checked when a class moves there, also where the call does not name them', async () => {
    const { body: short } = await call('POST', 'semesters/create/', {
      year: 2027,
      semester: 1,
      batch: `short ${number()}`,
      semester_start_date: '2027-02-01',
      semester_end_date: '2027-06-30',
      class_start_date: '2027-02-01',
      class_end_date: '2027-02-28',
    });
    const { id } = await add({ weeks: '3,5-6' });
    const refused = { weeks: ['the semester has no weeks 5-6: its last one is 4'] };
    for (const weeks of [undefined, '3,5-6', '5-6'])
      expect((await change(id, { semester_id: short.id, weeks })).body).toEqual(refused);
    const other = await call('POST', `classschedule/${id}/successor/`, { semester_id: short.id });
    expect([other.status, other.body]).toEqual([400, refused]);
    expect((await change(id, { semester_id: short.id, weeks: '3' })).status).toBe(200);
  });

  it('a change that leaves no date to come is warned of, also one for later', async () => {
    const { id } = await add();
    school().at('2026-02-23T08:00:00+11:00');
    expect((await change(id, { weeks: '1-2' })).status).toBe(409);
    const later = { weeks: '1-3', effective_from: '2026-03-01' };
    expect((await change(id, later)).status).toBe(409);
    expect((await change(id, { ...later, confirm_clashes: true })).status).toBe(200);
  });

  it('no class is in a week after the last one of its semester', async () => {
    const { id } = await add();
    const total = async (week: number) =>
      (await call('GET', `classschedule/?id=${id}&week=${week}`)).body.total;
    expect([await total(6), await total(7)]).toEqual([1, 0]);
  });
});
