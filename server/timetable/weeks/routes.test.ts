import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Week, WeekClass } from '#contract/timetable/week.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

const monday = '2026-03-02';
let school: TestSchool;
let ids: Record<string, number>;
beforeAll(async () => {
  school = await createTestSchool();
  const { rows } = await sql<{ ref: string; id: number }>`
    select ref, id from class_schedule`.execute(school.database);
  ids = Object.fromEntries(rows.map(({ ref, id }) => [ref, id]));
  await sql`insert into classroom (room_number, capacity) values ('R2', 10)`.execute(
    school.database,
  );
});
afterAll(() => school.close());

const week = async (query = '', caller: Caller = 'admin'): Promise<Week> =>
  (await school.call(caller, 'GET', `attendance/week/?date=${monday}${query}`)).body;
const idOf = async (table: string, column: string, value: string) => {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(
    school.database,
  );
  return rows[0]!.id;
};
const titles = ({ results }: Week) =>
  results.map(({ date, start_time, subject }) =>
    [date, start_time, subject.subject_code].join(' '),
  );
const meetingOf = ({ results }: Week, ref: string): WeekClass => {
  const found = results.find(({ id }) => id === ids[ref]);
  if (!found) throw new Error(`${ref} has no class in this week`);
  return found;
};
const change = async (path: string, body: object) => {
  const answer = await school.call('admin', 'POST', `attendance/${path}`, body);
  expect(answer.status).toBe(200);
  return answer.body.operation as number;
};
const undo = (operation: number) => change(`operations/${operation}/undo/`, {});

describe('a week with its dates', () => {
  it('has seven days from Monday on, for any date in it', async () => {
    const found = await week();
    expect(found.days.map(({ date }) => date)).toEqual([
      '2026-03-02',
      '2026-03-03',
      '2026-03-04',
      '2026-03-05',
      '2026-03-06',
      '2026-03-07',
      '2026-03-08',
    ]);
    expect(titles(found)).toEqual([
      '2026-03-02 09:00 MAT1',
      '2026-03-02 09:00 MAT2',
      '2026-03-02 10:00 MAT2',
      '2026-03-03 14:00 MAT2',
      '2026-03-07 09:00 MAT1',
    ]);
    const { body } = await school.call('admin', 'GET', 'attendance/week/?date=2026-03-08');
    expect(body).toEqual(found);
    expect((await school.call('admin', 'GET', 'attendance/week/')).body).toEqual(found);
  });

  it('names the semesters of its classes, and without any those that run', async () => {
    const beside = await school.call('admin', 'POST', 'attendance/semesters/create/', {
      year: 2026,
      semester: 4,
      batch: '2026',
      semester_start_date: '2026-02-02',
      semester_end_date: '2026-06-26',
      class_start_date: '2026-02-09',
      class_end_date: '2026-06-26',
    });
    expect(beside.status).toBe(201);
    const numbers = ({ semesters }: Week) => semesters.map(({ semester }) => semester);
    expect(numbers(await week())).toEqual([1]);
    expect(numbers(await week('&subject=999'))).toEqual([1, 4]);
  });

  it('lists holidays, whose classes are not held', async () => {
    const { body } = await school.call('admin', 'GET', 'attendance/week/?date=2026-04-08');
    expect(body.days[0]).toEqual({
      date: '2026-04-06',
      kind: 'holiday',
      holidays: ['Easter'],
      closed_rooms: [],
    });
    expect(titles(body)).toEqual(['2026-04-07 14:00 MAT2', '2026-04-11 09:00 MAT1']);
  });

  it('is filtered by teacher, room, cohort, student, subject, semester, or several at once', async () => {
    const tess = await idOf('teacher', 'first_name', 'Tess');
    expect(titles(await week(`&teacher=${tess}`))).toEqual([
      '2026-03-02 09:00 MAT1',
      '2026-03-03 14:00 MAT2',
    ]);
    const subject = await idOf('subject', 'subject_code', 'MAT2');
    expect(titles(await week(`&subject=${subject}`))).toHaveLength(3);
    expect(titles(await week(`&teacher=${tess}&subject=${subject}`))).toEqual([
      '2026-03-03 14:00 MAT2',
    ]);
    expect(titles(await week(`&student=${await school.studentId('S4')}`))).toEqual([
      '2026-03-02 09:00 MAT2',
      '2026-03-02 10:00 MAT2',
    ]);
    const room = await idOf('classroom', 'room_number', 'R2');
    expect(titles(await week(`&classroom=${room}`))).toEqual([]);
    const semester = await idOf('semester', 'batch', '2026');
    expect((await week(`&semester=${semester}`)).total).toBe(5);
    const { body: cohort } = await school.call('account', 'POST', 'attendance/cohort/create/', {
      name: 'Group 1',
      year: 2026,
      schedules_id: [ids.sat9],
    });
    expect(titles(await week(`&cohort=${cohort.id}`))).toEqual(['2026-03-07 09:00 MAT1']);
  });

  it('of a room names the days on which it is closed', async () => {
    const room = await idOf('classroom', 'room_number', 'R2');
    const closed = await school.call('admin', 'POST', 'attendance/room-closings/create/', {
      classroom_id: room,
      closed_from: '2026-03-01',
      closed_to: '2026-03-02',
      reason: 'Flood',
    });
    const of = async (query: string) =>
      (await week(query)).days.filter((day) => day.closed_rooms.length > 0);
    expect(await of('')).toEqual([]);
    expect(await of(`&classroom=${room}`)).toMatchObject([
      { date: '2026-03-02', closed_rooms: [{ room_number: 'R2', reason: 'Flood' }] },
    ]);
    await school.call('admin', 'DELETE', `attendance/room-closings/${closed.body.id}/`);
    expect(await of(`&classroom=${room}`)).toEqual([]);
  });

  it('of a student has classes on the days of their enrolment', async () => {
    const student = await school.studentId('S5');
    expect((await week(`&student=${student}`)).total).toBe(1);
    await sql`
      update enrolment set enrolled_to = '2026-03-01' where student_id = ${student}`.execute(
      school.database,
    );
    expect((await week(`&student=${student}`)).total).toBe(0);
  });

  it('shows cancelled, moved, covered, replaced and added classes', async () => {
    const before = await week();
    const named = (ref: string) => meetingOf(before, ref).meeting.id;
    const theo = await idOf('teacher', 'first_name', 'Theo');
    const tess = await idOf('teacher', 'first_name', 'Tess');
    const room = await idOf('classroom', 'room_number', 'R2');
    const done = [
      await change('meetings/cancel/', { ids: [named('mon9b')], reason: 'Flood' }),
      await change('meetings/cover/', { ids: [named('tue14')], teacher_id: theo }),
      await change('meetings/room/', { ids: [named('mon10')], classroom_id: room }),
      await change(`meetings/${named('sat9')}/move/`, {
        date: '2026-03-05',
        start_time: '11:00',
        end_time: '12:00',
      }),
    ];
    const { body: extra } = await school.call('admin', 'POST', 'attendance/meetings/create/', {
      class_schedule: ids.mon9,
      date: '2026-03-06',
      start_time: '08:00',
      end_time: '09:00',
    });
    const after = await week();
    expect(meetingOf(after, 'mon9b').meeting).toMatchObject({
      status: 'cancelled',
      reason: 'Flood',
    });
    expect(meetingOf(after, 'mon10')).toMatchObject({
      classroom: { room_number: 'R2' },
      usual: { start_time: '10:00', end_time: '11:00', room_number: 'R1' },
    });
    expect(meetingOf(after, 'tue14')).toMatchObject({
      teacher: { first_name: 'Theo' },
      planned: { teacher: { first_name: 'Tess' } },
      usual: null,
    });
    const moved = after.results.filter(({ id }) => id === ids.sat9);
    expect(moved.map(({ date, meeting }) => [date, meeting.status, meeting.origin])).toEqual([
      ['2026-03-05', 'scheduled', 'moved'],
      ['2026-03-07', 'moved', 'weekly'],
    ]);
    expect(moved[1]?.meeting.moved_to).toMatchObject({ date: '2026-03-05', start_time: '11:00' });
    expect(titles(after)).toContain('2026-03-06 08:00 MAT1');
    // The covering teacher has the class, and the covered one sees it as well.
    for (const teacher of [tess, theo])
      expect(titles(await week(`&teacher=${teacher}`))).toContain('2026-03-03 14:00 MAT2');
    expect(titles(await week(`&classroom=${room}`))).toEqual(['2026-03-02 10:00 MAT2']);
    for (const operation of [extra.operation, ...done.toReversed()]) await undo(operation);
    expect(titles(await week())).toEqual(titles(before));
  });

  it('shows a change from a date on from that week on only', async () => {
    const { status } = await school.call(
      'admin',
      'PATCH',
      `attendance/classschedule/${ids.tue14}/`,
      {
        day_of_week: 'Wednesday',
        effective_from: '2026-03-09',
      },
    );
    expect(status).toBe(200);
    expect(titles(await week())).toContain('2026-03-03 14:00 MAT2');
    const { body } = await school.call('admin', 'GET', 'attendance/week/?date=2026-03-10');
    expect(titles(body)).toContain('2026-03-11 14:00 MAT2');
  });

  it('with more than 300 classes contains only their number', async () => {
    const school2 = await createTestSchool();
    await sql`
      insert into class_schedule (subject_id, class_type, day_of_week, start_time, end_time,
        teacher_id, classroom_id, semester_id, color_coding)
      select subject_id, class_type, 4, '09:00', '10:00', teacher_id, classroom_id, semester_id,
        color_coding
      from class_schedule, generate_series(1, 296) where ref = 'mon9'`.execute(school2.database);
    await sql`select plan_meetings()`.execute(school2.database);
    const path = `attendance/week/?date=${monday}`;
    expect((await school2.call('admin', 'GET', path)).body).toMatchObject({
      total: 301,
      results: [],
    });
    const tuesday = await school2.classId('tue14');
    await sql`
      update class_meeting set status = 'holiday' where class_schedule_id = ${tuesday}`.execute(
      school2.database,
    );
    const { body } = await school2.call('admin', 'GET', path);
    expect([body.total, body.results.length]).toEqual([300, 300]);
    await school2.close();
  });

  it.each(['date=2026-02-30', 'teacher=x', 'room=1'])('%s is refused', async (query) => {
    expect((await school.call('admin', 'GET', `attendance/week/?${query}`)).status).toBe(400);
  });
});
