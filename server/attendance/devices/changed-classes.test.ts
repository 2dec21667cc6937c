import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { marksInWords } from '#server/test/marks-in-words.ts';
import { keyOfDevice } from '#server/test/device.ts';
import { localTime, tapsInOrder } from '#server/test/device-calls.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

const date = '2026-03-02';
const at = localTime;
let school: TestSchool;
let mon9: number;
beforeEach(async () => {
  school = await createTestSchool({ now: at('08:00') });
  school.at(at('08:30'));
  mon9 = await school.classId('mon9');
  await sql`insert into classroom (room_number, capacity) values ('B2.10', 30)`.execute(
    school.database,
  );
  start(await keyOfDevice(school.database));
});
afterEach(() => school.close());

const { start, tap, outcomes } = tapsInOrder(() => school);
const admin = async (method: 'POST' | 'PATCH', path: string, body: object) => {
  const answer = await school.call('admin', method, `attendance/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};
const meetingId = async () =>
  (
    await school.database
      .selectFrom('class_meeting')
      .select('id')
      .where('class_schedule_id', '=', mon9)
      .where('date', '=', date)
      .executeTakeFirstOrThrow()
  ).id;
const roomB = async () =>
  (
    await school.database
      .selectFrom('classroom')
      .select('id')
      .where('room_number', '=', 'B2.10')
      .executeTakeFirstOrThrow()
  ).id;
const marks = () => marksInWords(school.database);
const move = async (start_time: string, end_time: string, room?: number) =>
  admin('POST', `meetings/${await meetingId()}/move/`, {
    date,
    start_time,
    end_time,
    ...(room !== undefined && { classroom_id: room }),
    confirm: true,
  });
const device = async () =>
  (await school.database.selectFrom('device').select('id').executeTakeFirstOrThrow()).id;
const accept = async () =>
  admin('POST', `devices/${await device()}/taps/decide/`, { accept: true });

describe('a tap that waited while its class was changed (R-DOOR-4)', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['moved to another time of the day', () => move('14:00', '15:00')],
    [
      'given another time from this day on',
      () =>
        admin('PATCH', `classschedule/${mon9}/`, {
          start_time: '14:00',
          end_time: '15:00',
          effective_from: date,
          confirm_clashes: true,
        }),
    ],
    [
      'given another room from this day on',
      async () =>
        admin('PATCH', `classschedule/${mon9}/`, {
          classroom_id: await roomB(),
          effective_from: date,
          confirm_clashes: true,
        }),
    ],
    ['moved to another room of the day', async () => move('09:00', '10:00', await roomB())],
  ])('%s: marks the student in it', async (_name, change) => {
    school.at(at('09:10'));
    await change();
    school.at(at('09:30'));
    expect(await outcomes([tap('1000001', '09:02')])).toEqual(['present']);
    expect(await marks()).toEqual(['S1 mon9 Present']);
  });

  it('comes in time where the class was moved to an earlier time afterwards', async () => {
    await admin('PATCH', 'settings/', { absent_after_minutes: { Lecture: 40 } });
    school.at(at('08:55'));
    await move('08:10', '09:40');
    school.at(at('09:30'));
    expect(await outcomes([tap('1000001', '08:52')])).toEqual(['present']);
    const rfid_number = await school.studentId('S2');
    const waited = { class_schedule: mon9, date, rfid_number, how: 'typed', made_at: at('08:52') };
    await admin('POST', 'attendance/create/', waited);
    expect(await marks()).toEqual(['S1 mon9 Present', 'S2 mon9 Present']);
  });

  it('is held where the class was archived, and marks the student once it is accepted', async () => {
    school.at(at('09:10'));
    await admin('POST', 'classschedule/create/', { archive: 'ids', ids: [mon9] });
    // The database's own clock wrote the time.
    await sql`update class_schedule set archived_at = ${at('09:10')} where id = ${mon9}`.execute(
      school.database,
    );
    school.at(at('09:30'));
    expect(await outcomes([tap('1000001', '09:02')])).toEqual(['held']);
    expect(await marks()).toEqual([]);
    expect(await accept()).toEqual({ decided: 1, held: 0 });
    expect(await marks()).toEqual(['S1 mon9 Present']);
  });
});

it('an accepted tap that can mark no one stays held (R-DOOR-8)', async () => {
  school.at(at('09:05'));
  await admin('POST', `devices/${await device()}/revoke/`, {});
  await outcomes([tap('1000001', '09:02'), tap('9999', '09:02')]);
  await sql`delete from enrolment where class_schedule_id = ${mon9}`.execute(school.database);
  expect(await accept()).toEqual({ decided: 0, held: 2 });
  expect(await marks()).toEqual([]);
});

describe('a tap that a tablet read before it became this device (R-DOOR-8)', () => {
  it('marks the class that was open then, in whatever room', async () => {
    const { database } = school;
    await sql`update device_room set since = ${at('09:10')}, classroom_id = ${await roomB()}`.execute(
      database,
    );
    school.at(at('09:30'));
    expect(await outcomes([tap('1000001', '09:02')])).toEqual(['held']);
    expect(await accept()).toEqual({ decided: 1, held: 0 });
    expect(await marks()).toEqual(['S1 mon9 Present']);
  });

  it('stays held where two classes of the student were open then', async () => {
    const { database } = school;
    const mon10 = await school.classId('mon10');
    await sql`insert into enrolment (student_id, class_schedule_id, enrolled_from)
      select id, ${mon10}, ${date} from student where student_id = 'S1'`.execute(database);
    await sql`update device_room set since = ${at('09:58')}, classroom_id = ${await roomB()}`.execute(
      database,
    );
    school.at(at('10:05'));
    expect(await outcomes([tap('1000001', '09:50')])).toEqual(['held']);
    expect(await accept()).toEqual({ decided: 0, held: 1 });
    expect(await marks()).toEqual([]);
  });
});
