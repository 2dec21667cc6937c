import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMarking, monday, type Marking } from '#server/test/marking.ts';
import type { Caller } from '#server/test/test-school.ts';

let marking: Marking;
beforeEach(async () => {
  marking = await createMarking();
  await marking.reset();
  // The class is archived at 10:30, before what waited arrives at 11:00.
  marking.school.at(at('10:30:00'));
  const answer = await post('admin', 'classschedule/create', {
    archive: 'ids',
    ids: [marking.mon9],
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  // The database's own clock wrote the time.
  await sql`update class_schedule set archived_at = ${at('10:30:00')}
    where id = ${marking.mon9}`.execute(marking.school.database);
  marking.school.at(at('11:00:00'));
});
afterEach(() => marking.school.close());

const at = (time: string) => `${monday}T${time}+11:00`;
const post = (caller: Caller, path: string, body: object) =>
  marking.school.call(caller, 'POST', `attendance/${path}/`, body);
const send = (rfid_number: string | string[], made_at: string, date = monday) =>
  post('teacher', 'attendance/create', {
    class_schedule: marking.mon9,
    date,
    rfid_number,
    ...(made_at && { made_at }),
  });
const held = async () =>
  (await marking.school.call('admin', 'GET', 'attendance/held-marks/')).body.results as {
    id: number;
  }[];
const decide = async (accept: boolean) =>
  post('admin', 'held-marks/decide', { ids: (await held()).map(({ id }) => id), accept });
const marks = async () =>
  (
    await sql<{ text: string }>`select s.student_id || ' ' || a.status as text from attendance a
      join student s on s.id = a.student_id order by 1`.execute(marking.school.database)
  ).rows.map(({ text }) => text);

describe('a mark that waited and whose class was archived meanwhile (R-ROLL-25)', () => {
  it('is held, named in Checks, and written as of when it was made once it is accepted', async () => {
    expect(await send('S1', at('09:05:00'))).toMatchObject({
      status: 200,
      body: { held: true, results: [{ student_id: 'S1', status: 'Held for an administrator' }] },
    });
    expect(await marks()).toEqual([]);
    const checks = await marking.school.call('admin', 'GET', 'attendance/checks/');
    expect(JSON.stringify(checks.body)).toContain('held_marks');
    expect((await decide(true)).body).toMatchObject({ results: [{ student_id: 'S1' }], fail: [] });
    expect(await marks()).toEqual(['S1 Present']);
    expect(await held()).toEqual([]);
    const { rows } = await sql`select status from class_meeting
      where class_schedule_id = ${marking.mon9} and date = ${monday}`.execute(
      marking.school.database,
    );
    expect(rows).toEqual([{ status: 'scheduled' }]);
  });

  it('is held in a selection, too, and can be dismissed', async () => {
    const ids = await Promise.all(['S1', 'S2'].map((code) => marking.school.studentId(code)));
    const answer = await post('teacher', 'attendance/create', {
      class_schedule: marking.mon9,
      date: monday,
      student: ids,
      status: 'Absent',
      made_at: at('09:05:00'),
    });
    expect([answer.status, (await held()).length], JSON.stringify(answer.body)).toEqual([200, 2]);
    expect((await decide(false)).status).toBe(200);
    expect(await marks()).toEqual([]);
  });

  it('but not one that was made afterwards, now, or for a day on which the class was not held', async () => {
    for (const [made, date] of [
      [at('10:45:00'), monday],
      ['', monday],
      [at('09:05:00'), '2026-03-01'],
    ] as const)
      expect(await send('S1', made, date)).toMatchObject({
        status: 400,
        body: { class_schedule: ['This class is archived'] },
      });
    expect(await held()).toEqual([]);
  });

  it('nor is a mark taken back now; one that was taken back before is held (R-MEETING-2)', async () => {
    const student = await marking.school.studentId('S1');
    await sql`insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
      values (${student}, ${marking.mon9}, ${monday}, 'Present', 'manual', ${at('09:01:00')})`.execute(
      marking.school.database,
    );
    const takeBack = (made_at?: string) =>
      post('teacher', 'withdraw-marks', {
        class_schedule: marking.mon9,
        date: monday,
        student: [student],
        status: 'Present',
        ...(made_at && { made_at }),
      });
    expect(await takeBack()).toMatchObject({
      status: 400,
      body: { class_schedule: ['This class is archived'] },
    });
    expect(await marks()).toEqual(['S1 Present']);
    expect((await takeBack(at('09:06:00'))).status).toBe(200);
    expect(await held()).toHaveLength(1);
    expect((await decide(true)).body).toMatchObject({ fail: [] });
    expect(await marks()).toEqual([]);
  });

  it('and that was taken back without the network, too: nothing is left to accept', async () => {
    const student = await marking.school.studentId('S1');
    expect((await send('S1', at('09:05:00'))).body).toMatchObject({ held: true });
    const takeBack = (status: string, made_at: string) =>
      post('teacher', 'withdraw-marks', {
        class_schedule: marking.mon9,
        date: monday,
        student: [student],
        status,
        made_at,
      });
    expect((await takeBack('Absent', at('09:06:00'))).body).toMatchObject({ students: [] });
    expect((await takeBack('Present', at('09:04:00'))).body).toMatchObject({ students: [] });
    expect(await held()).toHaveLength(1);
    expect((await takeBack('Present', at('09:06:00'))).body).toMatchObject({ students: [student] });
    expect(await held()).toEqual([]);
    expect(await marks()).toEqual([]);
  });

  it('nor are changes of it undone', async () => {
    const student = await marking.school.studentId('S1');
    await sql`
      with mark as (
        insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
        values (${student}, ${marking.mon9}, ${monday}, 'Present', 'manual', ${at('09:01:00')})
      )
      insert into attendance_history (student_id, class_schedule_id, date, to_status, how, changed_at)
      values (${student}, ${marking.mon9}, ${monday}, 'Present', 'manual', ${at('09:01:00')})`.execute(
      marking.school.database,
    );
    const undone = await post('admin', 'undo-marks', {
      class_schedule: marking.mon9,
      date: monday,
      student: [student],
      status: 'Present',
    });
    expect(undone).toMatchObject({
      status: 400,
      body: { class_schedule: ['This class is archived'] },
    });
    expect(await marks()).toEqual(['S1 Present']);
  });
});

it('a mark that was held for a closed roll can be accepted after its class was archived', async () => {
  const { school, mon9 } = marking;
  await post('admin', 'classschedule/create', { archive: 'restore', ids: [mon9] });
  await sql`update class_schedule set archived_at = null where id = ${mon9}`.execute(
    school.database,
  );
  const roll = { class_schedule: mon9, date: monday };
  await post('teacher', 'attendance/create', { ...roll, rfid_number: 'S2' });
  await post('teacher', 'close-roll', roll);
  await school.call('otherTeacher', 'GET', 'user/details/');
  const sent = { ...roll, rfid_number: 'S1', status: 'Present', made_at: at('09:05:00') };
  expect((await post('otherTeacher', 'attendance/create', sent)).body).toMatchObject({
    held: true,
  });
  await post('admin', 'classschedule/create', { archive: 'ids', ids: [mon9] });
  // The day was planned after the mark was made.
  await sql`delete from former_meeting`.execute(school.database);
  await sql`insert into former_meeting (date, class_schedule_id, transaction, changed_at)
    values (${monday}, ${mon9}, 1, ${at('09:30:00')})`.execute(school.database);
  expect((await decide(true)).body).toMatchObject({ results: [{ student_id: 'S1' }], fail: [] });
  expect(await marks()).toContain('S1 Present');
});
