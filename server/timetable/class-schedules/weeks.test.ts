import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let proposed: Record<string, unknown>;
let semester: number;
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  school.call('account', method, `attendance/${path}`, body);
const add = async (more: object = {}) =>
  (await call('POST', 'classschedule/create/', { ...proposed, ...more })).body;
const change = (id: number, body: object) => call('PATCH', `classschedule/${id}/`, body);

/** Its dates as they are planned. */
async function datesOf(id: number): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    select to_char(date, 'MM-DD') as date from class_meeting
    where class_schedule_id = ${id} and status = 'scheduled' order by 1`.execute(school.database);
  return rows.map(({ date }) => date);
}

beforeAll(async () => {
  school = await createTestSchool({ now: '2026-02-02T08:00:00+11:00' });
  // Six weeks, from Wednesday on; the holiday is in week 3.
  const added = await call('POST', 'semesters/create/', {
    year: 2026,
    semester: 2,
    batch: 'weeks',
    semester_start_date: '2026-02-02',
    semester_end_date: '2026-06-30',
    class_start_date: '2026-02-04',
    class_end_date: '2026-03-15',
  });
  semester = added.body.id;
  await call('POST', 'holiday/create/', {
    name: 'Day off',
    date_from: '2026-02-19',
    date_to: '2026-02-19',
  });
});
afterAll(() => school.close());

/** A room and a teacher of its own. */
let number = 0;
beforeEach(async () => {
  number++;
  school.at('2026-02-02T08:00:00+11:00');
  const room = { room_number: `W${number}`, capacity: 20 };
  const classroom = (await call('POST', 'classroom/create/', room)).body.id;
  const { rows } = await sql<{ subject: number; teacher: number }>`
    with teacher as (
      insert into teacher (first_name, last_name, email, phone)
      values ('Wim', ${`Number${number}`}, ${`wim${number}@school.example`}, '1') returning id)
    select (select min(id) from subject) as subject, id as teacher from teacher`.execute(
    school.database,
  );
  proposed = {
    class_type: 'Lecture',
    day_of_week: 'Thursday',
    start_time: '09:00',
    end_time: '10:00',
    subject_id: rows[0]!.subject,
    semester_id: semester,
    teacher_id: rows[0]!.teacher,
    classroom_id: classroom,
  };
});

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
    const { status, body } = await call('POST', 'classschedule/create/', { ...proposed, weeks });
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
    school.at('2026-02-12T09:10:00+11:00');
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
      school.database,
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
      where class_schedule_id = ${id} order by valid_from`.execute(school.database);
    expect(rows.map(({ text }) => text)).toEqual(['1,2,3', '1,2,3,6']);
  });
});

describe('when the class dates of the semester change (R-WEEK-2)', () => {
  const dates = (body: object) => call('PATCH', `semesters/${semester}/`, body);

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
      const { class_type: _type, subject_id: _subject, ...query } = proposed;
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

it('a week says its number in the semester, with the name that the institute gave it', async () => {
  const weekOf = async (date: string) => {
    const { semesters } = (await call('GET', `week/?date=${date}&semester=${semester}`)).body;
    return semesters.map(({ week, name }: Record<string, unknown>) => [week, name]);
  };
  expect([await weekOf('2026-02-03'), await weekOf('2026-02-09')]).toEqual([
    [[1, null]],
    [[2, null]],
  ]);
  await call('PATCH', 'settings/', { week_names: 'A/B' });
  expect(await weekOf('2026-02-09')).toEqual([[2, 'B']]);
  await call('PATCH', `semesters/${semester}/`, { first_week: 'even' });
  expect(await weekOf('2026-02-09')).toEqual([[2, 'A']]);
  expect(await weekOf('2026-04-01')).toEqual([]);
  expect((await call('PATCH', 'settings/', { week_names: 'A' })).status).toBe(400);
});

describe('what is warned first', () => {
  it('a class without a date in its weeks is saved after a confirmation (R-WEEK-1)', async () => {
    // The Thursday of week 3 is a holiday.
    const refused = await call('POST', 'classschedule/create/', { ...proposed, weeks: '3' });
    expect([refused.status, Object.keys(refused.body)]).toEqual([409, ['detail', 'confirm']]);
    const { id } = await add({ weeks: '3', confirm_clashes: true });
    expect(await datesOf(id)).toEqual([]);
    const { id: other } = await add({ start_time: '11:00', end_time: '12:00' });
    const preview = await call('POST', `classschedule/${other}/preview/`, { weeks: '3' });
    expect(preview.body).toMatchObject({ after: null, weeks_left: '1-2,4-6' });
    expect((await change(other, { weeks: '3' })).status).toBe(409);
    expect(await datesOf(other)).toHaveLength(5);
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
      (await call('GET', `taken-rolls/?from=2026-02-04&to=${to}&semester=${semester}`)).body
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
      batch: `short ${number}`,
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
    school.at('2026-02-23T08:00:00+11:00');
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
