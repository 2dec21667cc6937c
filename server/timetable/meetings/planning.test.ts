import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { repairMeetings } from './planning.ts';

let school: TestSchool;
let mon9: number;
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
  mon9 = await school.classId('mon9');
});
afterEach(() => school.close());

interface MeetingRow {
  date: string;
  start_time: string;
  room: string;
  status: string;
  teacher: string;
}
const meetings = async (from: string, to: string, id = mon9) => {
  const { rows } = await sql<MeetingRow>`
    select m.date, m.start_time, r.room_number as room, m.status, t.first_name as teacher
    from class_meeting m
    join classroom r on r.id = m.classroom_id join teacher t on t.id = m.teacher_id
    where class_schedule_id = ${id} and date between ${from}::date and ${to}::date
    order by date`.execute(school.database);
  return rows;
};
const dates = async (from: string, to: string) =>
  (await meetings(from, to)).map(({ date, status }) =>
    status === 'scheduled' ? date : `${date} ${status}`,
  );
const change = (body: object) =>
  school.call('admin', 'PATCH', `attendance/classschedule/${mon9}/`, body);
const mark = (date: string) =>
  school.call('teacher', 'POST', 'attendance/attendance/create/', {
    class_schedule: mon9,
    date,
    student: 'S1',
    status: 'Present',
  });
const addHoliday = async (date_from: string, date_to = date_from): Promise<number> =>
  (
    await school.call('admin', 'POST', 'attendance/holiday/create/', {
      name: 'Fair',
      date_from,
      date_to,
    })
  ).body.id;

describe('a class (R-MEETING-1)', () => {
  it('has a meeting on each of its dates, held or not because of a holiday', async () => {
    expect(await dates('2026-03-23', '2026-04-13')).toEqual([
      '2026-03-23',
      '2026-03-30',
      '2026-04-06 holiday',
      '2026-04-13',
    ]);
    const all = await dates('2026-01-01', '2026-12-31');
    expect([all[0], all.at(-1), all.length]).toEqual(['2026-02-09', '2026-06-08', 18]);
  });

  it('has them as soon as it is added', async () => {
    const { body } = await school.call('admin', 'GET', `attendance/classschedule/${mon9}/`);
    const added = await school.call('admin', 'POST', 'attendance/classschedule/create/', {
      class_type: 'Lecture',
      day_of_week: 'Wednesday',
      start_time: '07:00',
      end_time: '08:00',
      subject_id: body.subject.id,
      semester_id: body.semester.id,
      teacher_id: body.teacher.id,
      classroom_id: body.classroom.id,
    });
    expect(added.status).toBe(201);
    expect(
      (await meetings('2026-02-01', '2026-02-20', added.body.id)).map((it) => it.date),
    ).toEqual(['2026-02-11', '2026-02-18']);
  });

  it('that is archived loses future ones without records; restored, it has them from that day on', async () => {
    await mark('2026-03-02');
    const archive = (action: string) =>
      school.call('admin', 'POST', 'attendance/classschedule/create/', {
        ids: [mon9],
        archive: action,
      });
    expect((await archive('ids')).status).toBe(200);
    expect(await dates('2026-02-20', '2026-12-31')).toEqual(['2026-02-23', '2026-03-02']);
    school.at('2026-03-20T08:00:00+11:00');
    expect((await archive('restore')).status).toBe(200);
    expect(await dates('2026-02-20', '2026-03-31')).toEqual([
      '2026-02-23',
      '2026-03-02',
      '2026-03-23',
      '2026-03-30',
    ]);
  });
});

describe('a change of a class', () => {
  it('takes effect today, and does not change the past', async () => {
    await change({ day_of_week: 'Tuesday', start_time: '08:15', end_time: '08:45' });
    expect(await dates('2026-02-16', '2026-03-10')).toEqual([
      '2026-02-16',
      '2026-02-23',
      '2026-03-03',
      '2026-03-10',
    ]);
    expect((await meetings('2026-02-23', '2026-03-03')).map((it) => it.start_time)).toEqual([
      '09:00',
      '08:15',
    ]);
  });

  it.each([
    ['has begun', async () => school.at('2026-03-02T09:00:00+11:00')],
    ['has a mark', async () => expect((await mark('2026-03-02')).status).toBe(201)],
  ])('holds from tomorrow where today’s class %s', async (_, prepare) => {
    await prepare();
    await change({ start_time: '07:30' });
    expect((await meetings('2026-03-02', '2026-03-09')).map((it) => it.start_time)).toEqual([
      '09:00',
      '07:30',
    ]);
  });

  it('keeps a roll that was taken in advance', async () => {
    await sql`
      insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
      select id, ${mon9}, '2026-03-16', 'Absent', 'import', now() from student
      where student_id = 'S1'`.execute(school.database);
    await change({ day_of_week: 'Thursday' });
    expect(await dates('2026-03-02', '2026-03-20')).toEqual([
      '2026-03-05',
      '2026-03-12',
      '2026-03-16',
      '2026-03-19',
    ]);
  });

  it('for a later date stays when another is made before it, which then applies as well', async () => {
    await sql`
      select change_pattern(${mon9}, '2026-03-16', '{"start_time": "10:15", "end_time": "11:00"}'),
        plan_meetings(array[${mon9}::bigint])`.execute(school.database);
    const theo = await school.call('otherTeacher', 'GET', 'user/details/');
    await change({ teacher_id: theo.body.teacher_id });
    expect(
      (await meetings('2026-02-23', '2026-03-16')).map((it) => `${it.start_time} ${it.teacher}`),
    ).toEqual(['09:00 Tess', '09:00 Theo', '09:00 Theo', '10:15 Theo']);
  });

  it('for a later date shows in the week from the day before', async () => {
    await sql`
      select change_pattern(${mon9}, '2026-03-10', '{"start_time": "08:30"}'),
        plan_meetings()`.execute(school.database);
    const shown = async () =>
      (await school.call('admin', 'GET', `attendance/classschedule/${mon9}/`)).body.start_time;
    const repair = (now: string) => {
      const at = Temporal.Instant.from(now);
      const clock = { timeZone: 'Australia/Sydney', now: () => at, today: () => '' };
      return repairMeetings(school.database, clock);
    };
    expect(await repair('2026-03-08T20:00:00+11:00')).toEqual({ adopted: 0, planned: 0 });
    expect(await shown()).toBe('09:00');
    expect(await repair('2026-03-09T00:30:00+11:00')).toEqual({ adopted: 1, planned: 0 });
    expect(await shown()).toBe('08:30');
    expect((await meetings('2026-03-02', '2026-03-16')).map((it) => it.start_time)).toEqual([
      '09:00',
      '09:00',
      '08:30',
    ]);
  });
});

describe('a holiday', () => {
  it('is none again for a class with a note of that date, once it is deleted (R-MEETING-1)', async () => {
    const { body } = await school.call('admin', 'POST', 'attendance/holiday/create/', {
      name: 'Flood',
      date_from: '2026-05-04',
      date_to: '2026-05-04',
    });
    const mon9 = await school.classId('mon9');
    const status = async () =>
      (
        await sql<{ status: string }>`
          select status from class_meeting where class_schedule_id = ${mon9} and date = '2026-05-04'`.execute(
          school.database,
        )
      ).rows[0]?.status;
    expect(await status()).toBe('holiday');
    await sql`
      insert into attendance_note (class_schedule_id, date, note, created_by, created_at)
      select ${mon9}, '2026-05-04', 'The room is wet', min(id), now() from app_user`.execute(
      school.database,
    );
    await school.call('admin', 'DELETE', `attendance/holiday/${body.id}/`);
    expect(await status()).toBe('scheduled');
  });

  it('removes the meetings without records, and restores them', async () => {
    await mark('2026-03-02');
    const id = await addHoliday('2026-03-02', '2026-03-09');
    expect(await dates('2026-03-02', '2026-03-16')).toEqual([
      '2026-03-02',
      '2026-03-09 holiday',
      '2026-03-16',
    ]);
    await school.call('admin', 'PATCH', `attendance/holiday/${id}/`, {
      date_from: '2026-03-16',
      date_to: '2026-03-16',
    });
    expect(await dates('2026-03-09', '2026-03-16')).toEqual(['2026-03-09', '2026-03-16 holiday']);
    await school.call('admin', 'DELETE', `attendance/holiday/${id}/`);
    expect(await dates('2026-03-09', '2026-03-16')).toEqual(['2026-03-09', '2026-03-16']);
  });

  it('keeps a roll open that was begun before it was added', async () => {
    school.at('2026-03-02T09:10:00+11:00');
    await mark('2026-03-02');
    await addHoliday('2026-03-02');
    const again = await school.call('teacher', 'POST', 'attendance/attendance/create/', {
      class_schedule: mon9,
      date: '2026-03-02',
      student: 'S2',
      status: 'Present',
    });
    expect(again.status).toBe(201);
  });
});

it('the class dates of a semester add meetings and remove those without records', async () => {
  await mark('2026-03-02');
  const { body } = await school.call('admin', 'GET', 'attendance/semesters/');
  const set = (class_start_date: string, class_end_date: string) =>
    school.call('admin', 'PATCH', `attendance/semesters/${body.results[0].id}/`, {
      class_start_date,
      class_end_date,
    });
  await set('2026-03-09', '2026-03-16');
  expect(await dates('2026-01-01', '2026-12-31')).toEqual([
    '2026-03-02',
    '2026-03-09',
    '2026-03-16',
  ]);
  await set('2026-02-23', '2026-03-09');
  expect(await dates('2026-01-01', '2026-12-31')).toEqual([
    '2026-02-23',
    '2026-03-02',
    '2026-03-09',
  ]);
});

it('a mark on a date whose meeting is missing adds it', async () => {
  await sql`delete from class_meeting where class_schedule_id = ${mon9}`.execute(school.database);
  school.at('2026-03-02T09:10:00+11:00');
  expect((await mark('2026-03-02')).status).toBe(201);
  expect(await dates('2026-01-01', '2026-12-31')).toEqual(['2026-03-02']);
  const wrongDay = await mark('2026-02-24');
  expect(wrongDay.status).toBe(400);
});

it('the repair adds a meeting for marks without one', async () => {
  await change({ day_of_week: 'Friday' });
  // As left by a tap that was made during the change.
  await sql`
    insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
    select id, ${mon9}, '2026-03-02', 'Present', 'card', now() from student
    where student_id = 'S1'`.execute(school.database);
  const at = Temporal.Instant.from('2026-03-02T12:00:00+11:00');
  const clock = { timeZone: 'Australia/Sydney', now: () => at, today: () => '2026-03-02' };
  expect(await repairMeetings(school.database, clock)).toEqual({ adopted: 0, planned: 1 });
  expect(await dates('2026-03-01', '2026-03-07')).toEqual(['2026-03-02', '2026-03-06']);
});
