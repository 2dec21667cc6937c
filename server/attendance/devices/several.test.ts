import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyOfDevice } from '#server/test/device.ts';
import { deviceCalls, localTime, tapsInOrder } from '#server/test/device-calls.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

/** `mon9` of Tess and Theo is held in R1 and R2 on 2 March. */
let school: TestSchool;
const date = '2026-03-02';
beforeAll(async () => {
  school = await createTestSchool();
  await sql`insert into classroom (room_number, capacity) values ('R2', 20), ('R3', 20)`.execute(
    school.database,
  );
  await sql`update teacher set card_number = '77' where first_name = 'Tess'`.execute(
    school.database,
  );
  await sql`update teacher set card_number = '78' where first_name = 'Theo'`.execute(
    school.database,
  );
});
afterAll(() => school.close());
beforeEach(async () => {
  school.at('2026-03-02T09:05:00+11:00');
  await sql`truncate attendance, mark_detail, payroll_log, device, former_meeting cascade`.execute(
    school.database,
  );
  // Theo's own class at this hour is cancelled, but where a test says otherwise.
  await sql`update class_meeting m set status = 'cancelled' from class_schedule c
    where c.id = m.class_schedule_id and c.ref = 'mon9b' and m.date = ${date}`.execute(
    school.database,
  );
  await sql`
    update class_meeting m set changed_places = null,
      co_teacher_ids = (select array_agg(id) from teacher where first_name = 'Theo'),
      more_classroom_ids = (select array_agg(id) from classroom where room_number = 'R2')
    from class_schedule c where c.id = m.class_schedule_id and c.ref = 'mon9' and m.date = ${date}`.execute(
    school.database,
  );
  await sql`truncate former_meeting`.execute(school.database);
});

const { as } = deviceCalls(() => school);
const { start, tap, send, outcomes } = tapsInOrder(() => school);
const at = async (room: string) => start(await keyOfDevice(school.database, { name: room, room }));
const change = (what: ReturnType<typeof sql>) =>
  sql`update class_meeting m set ${what} from class_schedule c
    where c.id = m.class_schedule_id and c.ref = 'mon9' and m.date = ${date}`.execute(
    school.database,
  );
const checkedIn = async () =>
  (
    await sql<{ text: string }>`
      select t.first_name || ' ' || c.ref as text from payroll_log l
      join teacher t on t.id = l.teacher_id join class_schedule c on c.id = l.class_schedule_id
      order by 1`.execute(school.database)
  ).rows.map(({ text }) => text);

describe('a class in several rooms (R-CLASS-8)', () => {
  it.each(['R1', 'R2'])('is marked at the door of %s', async (room) => {
    await at(room);
    expect(await outcomes([tap('1000001')])).toEqual(['present']);
  });

  it.each(['R1', 'R2'])('is the present class of a tablet in %s', async (room) => {
    const key = await keyOfDevice(school.database, { name: 'Tablet', room });
    const { body } = await as(key, 'GET', 'devices/me/');
    expect(body).toMatchObject({ room_number: room, current: { subject_code: 'MAT1' } });
  });

  it('is named with all of them at another door', async () => {
    await at('R3');
    expect((await send([tap('1000001')])).body.taps).toMatchObject([
      { outcome: 'elsewhere', line: expect.stringContaining('R1 (R2)') },
    ]);
  });

  it('takes what waited at the door that it had then', async () => {
    await at('R2');
    const waited = tap('1000001', '09:05');
    school.at(localTime('09:20'));
    await change(sql`more_classroom_ids = null, own_room = true`);
    school.at(localTime('09:30'));
    expect(await outcomes([waited])).toEqual(['present']);
  });
});

describe('the cards of several teachers (R-DOOR-7)', () => {
  it('check each of them in, in any of the rooms', async () => {
    await at('R2');
    expect(await outcomes([tap('77', '09:01'), tap('78', '09:02')])).toEqual([
      'teacher',
      'teacher',
    ]);
    expect(await checkedIn()).toEqual(['Tess mon9', 'Theo mon9']);
  });

  it('check in to the class whose place is open, of two at one time', async () => {
    await sql`update class_meeting m set status = 'scheduled' from class_schedule c
      where c.id = m.class_schedule_id and c.ref = 'mon9b' and m.date = ${date}`.execute(
      school.database,
    );
    await at('R1');
    await send([tap('78', '09:01')]);
    const [first] = await checkedIn();
    expect(first).toMatch(/^Theo mon9/);
    expect(await checkedIn()).toHaveLength(1);
  });

  it('of who is away check in to nothing', async () => {
    await change(
      sql`changed_places = jsonb_build_object(m.co_teacher_ids[1], '{"away": true}'::jsonb)`,
    );
    await at('R1');
    expect(await outcomes([tap('78', '09:01')])).toEqual(['nothing_now']);
    expect(await checkedIn()).toEqual([]);
  });

  it('of who covers a further teacher check in to their place', async () => {
    await sql`insert into teacher (first_name, last_name, email, phone, card_number)
      values ('Uma', 'Umber', 'uma@school.example', '1', '79')`.execute(school.database);
    await change(sql`changed_places = jsonb_build_object(m.co_teacher_ids[1],
      jsonb_build_object('teacher', (select id from teacher where first_name = 'Uma')))`);
    await at('R1');
    expect(await outcomes([tap('79', '09:01'), tap('78', '09:02')])).toEqual([
      'teacher',
      'nothing_now',
    ]);
    expect(await checkedIn()).toEqual(['Uma mon9']);
  });

  it('that waited count for who taught then', async () => {
    await at('R1');
    const waited = tap('78', '09:01');
    school.at(localTime('09:20'));
    await sql`delete from class_meeting m using class_schedule c
      where c.id = m.class_schedule_id and c.ref = 'mon9' and m.date = ${date}`.execute(
      school.database,
    );
    school.at(localTime('09:30'));
    expect(await outcomes([waited])).toEqual(['held']);
    await sql`select plan_meetings()`.execute(school.database);
  });
});
