import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { createTestSchool, type Answer, type TestSchool } from '#server/test/test-school.ts';

import { lockNeeds } from './lock.ts';

/**
 * Two concurrent changes that need the same teacher, room or student: one is refused or returned as
 * a clash (R-CLASH-5).
 */
let school: TestSchool;
let base: Record<string, unknown>;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
  const { rows } = await sql<Record<string, number>>`
    select (select min(id) from subject) as subject_id, (select min(id) from semester) as semester_id,
      (select min(id) from teacher) as teacher_id,
      (select min(id) from classroom) as classroom_id`.execute(school.database);
  base = { class_type: 'Lecture', end_time: '13:00', start_time: '12:00', ...rows[0] };
});
afterAll(() => school.close());

const call = (method: 'POST' | 'PATCH', path: string, body: object) =>
  school.call('admin', method, `attendance/${path}`, body);
const setting = (clashes: 'ask' | 'refuse') => call('PATCH', 'settings/', { clashes });
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const rounds = Array.from({ length: 24 }, (_, round) => round);

/** Another time for each round, so that rounds do not conflict. */
const slot = (round: number) => {
  const hour = 16 + (round % 8);
  return { start_time: `${hour}:00`, end_time: `${hour}:50`, day_of_week: days[round % 6] };
};
beforeEach(async () => {
  await sql`delete from class_schedule c where c.start_time >= '11:00'
    and not exists (select from enrolment e where e.class_schedule_id = c.id)`.execute(
    school.database,
  );
});

const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted();

it('new classes in one room: with `refuse` one is refused, in every round', async () => {
  await setting('refuse');
  for (const round of rounds) {
    const create = () => call('POST', 'classschedule/create/', { ...base, ...slot(round) });
    expect(statuses(await Promise.all([create(), create()])), String(round)).toEqual([201, 409]);
  }
});

it('new classes in one room: with `ask` the second response contains the clash, in every round', async () => {
  await setting('ask');
  for (const round of rounds) {
    const create = () => call('POST', 'classschedule/create/', { ...base, ...slot(round) });
    const answers = await Promise.all([create(), create()]);
    expect(statuses(answers)).toEqual([201, 201]);
    const naming = answers.filter(({ body }) => body.clashes?.length);
    expect(naming.length, String(round)).toBeGreaterThan(0);
  }
});

it('classes are moved into one slot on a date: one is refused, in every round', async () => {
  await setting('ask');
  const ids = await Promise.all(
    ['Monday', 'Tuesday'].map(
      async (day_of_week) =>
        (await call('POST', 'classschedule/create/', { ...base, day_of_week })).body.id,
    ),
  );
  const { rows } = await sql<{ id: number; class: number }>`
    select id, class_schedule_id as class from class_meeting
    where class_schedule_id = any(${ids}::bigint[]) and date > '2026-03-04'
      and status = 'scheduled' order by date`.execute(school.database);
  const [mondays, tuesdays] = ids.map((id) => rows.filter((row) => row.class === id));
  for (const round of rounds.slice(0, 12)) {
    const to = {
      date: Temporal.PlainDate.from('2026-03-04')
        .add({ days: 7 * round })
        .toString(),
      start_time: '16:00',
      end_time: '17:00',
    };
    const answers = await Promise.all(
      [mondays?.[round], tuesdays?.[round]].map((meeting) =>
        call('POST', `meetings/${meeting?.id}/move/`, to),
      ),
    );
    expect(statuses(answers), String(round)).toEqual([200, 409]);
  }
});

it('a student joins a class while it is moved to the time of another of theirs: one is refused', async () => {
  await setting('refuse');
  const student = await school.studentId('S5');
  const create = async (more: object) =>
    (await call('POST', 'classschedule/create/', { ...base, confirm_clashes: true, ...more })).body
      .id;
  const other = { classroom_id: base.classroom_id, start_time: '19:00', end_time: '20:00' };
  const theirs = await create({ ...other, day_of_week: 'Wednesday' });
  await call('POST', 'studentassignment/create/', {
    class_schedule_id: theirs,
    student_id: student,
  });
  const teacher = (await school.call('otherTeacher', 'GET', 'user/details/')).body.teacher_id;
  const { body: room } = await call('POST', 'classroom/create/', {
    room_number: 'Race',
    capacity: 50,
  });
  for (const round of rounds) {
    const apart = { teacher_id: teacher, classroom_id: room.id, ...slot(round) };
    const joined = await create({ ...apart, day_of_week: 'Saturday' });
    const answers = await Promise.all([
      call('POST', 'studentassignment/create/', { class_schedule_id: joined, student_id: student }),
      call('PATCH', `classschedule/${joined}/`, {
        day_of_week: 'Wednesday',
        start_time: '19:30',
        end_time: '20:30',
      }),
    ]);
    const failed = answers.filter(({ status }) => status >= 400);
    expect(failed.length, JSON.stringify(answers.map(({ body }) => body))).toBe(1);
    await sql`delete from enrolment where class_schedule_id = ${joined}`.execute(school.database);
    await sql`delete from class_schedule where id = ${joined}`.execute(school.database);
  }
});

it('a student joins a class while another of theirs is moved to its time: one is refused', async () => {
  await setting('refuse');
  const student = await school.studentId('S3');
  const { body: room } = await call('POST', 'classroom/create/', {
    room_number: 'Race 2',
    capacity: 50,
  });
  const teacher = (await school.call('otherTeacher', 'GET', 'user/details/')).body.teacher_id;
  const create = async (more: object) =>
    (await call('POST', 'classschedule/create/', { ...base, confirm_clashes: true, ...more })).body
      .id;
  for (const round of rounds) {
    const theirs = await create({ start_time: '06:00', end_time: '06:50', day_of_week: 'Friday' });
    const joined = await create({ classroom_id: room.id, teacher_id: teacher, ...slot(round) });
    const enrol = (id: number) =>
      call('POST', 'studentassignment/create/', { class_schedule_id: id, student_id: student });
    expect((await enrol(theirs)).status).toBe(201);
    const answers = await Promise.all([
      enrol(joined),
      call('PATCH', `classschedule/${theirs}/`, slot(round)),
    ]);
    const failed = answers.filter(({ status }) => status >= 400);
    expect(failed.length, JSON.stringify(answers.map(({ body }) => body))).toBe(1);
    const both = [theirs, joined];
    await sql`delete from enrolment where class_schedule_id = any(${both}::bigint[])`.execute(
      school.database,
    );
    await sql`delete from class_schedule where id = any(${both}::bigint[])`.execute(
      school.database,
    );
  }
});

it('marks do not wait for a change of a semester that is being judged', async () => {
  school.at('2026-03-02T09:15:00+11:00');
  const mon9 = await school.classId('mon9');
  await inTransaction(school.database, async (trx) => {
    await lockNeeds(
      trx,
      {
        teachers: [1, 2],
        classrooms: [1],
        classes: [mon9],
        from: '2026-01-01',
      },
      'no key update',
    );
    const { status } = await school.call('teacher', 'POST', 'attendance/attendance/create/', {
      rfid_number: '1000001',
      class_schedule: mon9,
      date: '2026-03-02',
    });
    expect(status).toBe(201);
  });
});
