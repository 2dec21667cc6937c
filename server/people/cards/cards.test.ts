import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { keyOfDevice } from '#server/test/device.ts';
import { header, uploadStudents } from '#server/test/student-upload.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

/** One card, bytes 04 A2 24 B1, as two readers send it. */
const [hex, decimal] = ['04:A2:24:B1', '0077735089'];

let school: TestSchool;
let [s1, s2, tess] = [0, 0, 0];
beforeAll(async () => {
  school = await createTestSchool();
  [s1, s2] = [await school.studentId('S1'), await school.studentId('S2')];
  tess = (await school.call('teacher', 'GET', 'user/details/')).body.teacher_id;
});
afterAll(() => school.close());
beforeEach(async () => {
  school.at('2026-03-02T09:05:00+11:00');
  await set('as_sent');
  await sql`truncate attendance, mark_detail, device cascade`.execute(school.database);
  await sql`update teacher set card_number = null`.execute(school.database);
  await sql`update student set rfid_number = null where id in (${s1}, ${s2})`.execute(
    school.database,
  );
});

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  school.call('admin', method, `attendance/${path}`, body);
const set = (card_format: string, card_byte_order = 'as_sent') =>
  call('PATCH', 'settings/', { card_format, card_byte_order });
const give = (id: number, rfid_number: string | null) =>
  call('PATCH', `students/${id}/`, { rfid_number });
const giveTeacher = (card_number: string | null) =>
  call('PATCH', `teachers/${tess}/`, { card_number });
const cardOf = async (id: number) => (await call('GET', `students/${id}/`)).body.rfid_number;

describe('the number of a card (R-CARD-1)', () => {
  it('is stored as it came, until the institute has chosen a format', async () => {
    expect((await give(s1, decimal)).body.rfid_number).toBe(decimal);
    expect((await give(s2, '77735089')).body.rfid_number).toBe('77735089');
    expect((await giveTeacher('000123')).body.card_number).toBe('000123');
  });

  it('has one form in the form, in a file and for a teacher', async () => {
    await set('decimal');
    expect((await give(s1, hex)).body.rfid_number).toBe('77735089');
    expect((await giveTeacher('0x1F')).body.card_number).toBe('31');
    const { body } = await uploadStudents(
      school,
      `${header}\nS2,Ben,Two,1,2005-01-02,04a224b2\nS901,New,One,1,2005-01-02,0000000031\n`,
      '?mode=valid',
    );
    expect(body.fail).toEqual([
      { line: 3, column: 'rfid_number', reason: '31 is the card of a teacher' },
    ]);
    expect(await cardOf(s2)).toBe('77735090');
  });

  it('of two students is refused, also where one was stored in another form', async () => {
    await give(s1, decimal);
    await set('decimal');
    const taken = {
      status: 400,
      body: { rfid_number: ['is the card of Anna Ångström (S1)'] },
    };
    expect(await give(s2, '77735089')).toMatchObject(taken);
    expect(await give(s2, hex)).toMatchObject(taken);
    expect((await giveTeacher(hex)).body).toEqual({
      card_number: ['is the card of Anna Ångström (S1)'],
    });
    const upload = await uploadStudents(school, `${header}\nS902,A,B,1,2005-01-02,${hex}\n`);
    expect(upload.body.fail).toEqual([
      { line: 2, column: 'rfid_number', reason: '77735089 is the card of student S1' },
    ]);
    // Nothing else of the student rewrites it.
    await call('PATCH', `students/${s1}/`, { phone_number: '7', rfid_number: decimal });
    expect(await cardOf(s1)).toBe(decimal);
  });

  it('that is too long in its form is refused at its field', async () => {
    await set('decimal');
    expect((await give(s1, '04A224B15C6D80112233')).body).toEqual({
      rfid_number: ['Length should be less than 15 characters'],
    });
  });

  it('that is stored as it is sent is one card in capital and small letters', async () => {
    await set('as_sent');
    await give(s1, 'Ab-4711');
    const class_schedule = await school.classId('mon9');
    const mark = { rfid_number: 'aB-4711', class_schedule, date: '2026-03-02' };
    expect(await call('POST', 'attendance/create/', mark)).toMatchObject({ status: 201 });
    const { rows } = await sql`select student_id, how from attendance`.execute(school.database);
    expect(rows).toEqual([{ student_id: s1, how: 'card' }]);
    await sql`truncate attendance, mark_detail cascade`.execute(school.database);
    const taps = [{ sequence: 1, card: 'AB-4711', at: '2026-03-02T09:05:00+11:00' }];
    const headers = { authorization: `Bearer ${await keyOfDevice(school.database)}` };
    const answer = await school.call('anonymous', 'POST', 'devices/taps/', { taps }, headers);
    expect(answer.body.taps).toMatchObject([{ outcome: 'present' }]);
    await sql`truncate attendance, mark_detail, device_tap cascade`.execute(school.database);
  });

  it('is found by any reader: at the teacher’s screen and at a door', async () => {
    await set('mixed');
    await give(s1, '04A224B1');
    expect(await cardOf(s1)).toBe(decimal);
    const class_schedule = await school.classId('mon9');
    const mark = { rfid_number: hex, class_schedule, date: '2026-03-02' };
    expect(await call('POST', 'attendance/create/', mark)).toMatchObject({ status: 201 });
    const { rows } = await sql`select student_id, how from attendance`.execute(school.database);
    expect(rows).toEqual([{ student_id: s1, how: 'card' }]);

    await sql`truncate attendance, mark_detail cascade`.execute(school.database);
    const taps = [{ sequence: 1, card: hex, at: '2026-03-02T09:05:00+11:00' }];
    const headers = { authorization: `Bearer ${await keyOfDevice(school.database)}` };
    const answer = await school.call('anonymous', 'POST', 'devices/taps/', { taps }, headers);
    expect(answer.body.taps).toMatchObject([{ outcome: 'present' }]);
  });

  it('is no student ID in another form', async () => {
    await set('decimal');
    await sql`update student set student_id = '4711' where id = ${s2}`.execute(school.database);
    const mark = { rfid_number: '0004711', class_schedule: await school.classId('mon9') };
    expect(await call('POST', 'attendance/create/', mark)).toMatchObject({ status: 400 });
    await sql`update student set student_id = 'S2' where id = ${s2}`.execute(school.database);
  });
});

describe('other settings of card numbers (R-CARD-2)', () => {
  it('say before what they change and which cards they would make one; nothing is rewritten by saving', async () => {
    await sql`update student set rfid_number = null`.execute(school.database);
    await sql`truncate student_card`.execute(school.database);
    await give(s1, decimal);
    await give(s2, '77735089');
    await giveTeacher('31');
    const preview = await call(
      'GET',
      'settings/card-numbers/?card_format=decimal&card_byte_order=as_sent',
    );
    expect(preview.body).toEqual({ total: 3, changed: 1, shared: 2, rewritable: 0 });
    await set('decimal');
    expect([await cardOf(s1), await cardOf(s2)]).toEqual([decimal, '77735089']);
  });
});

describe('a teacher’s card (R-DOOR-7)', () => {
  it('is no student’s card or ID, and theirs are no teacher’s: refused at the field', async () => {
    await give(s1, '880001');
    for (const [number, name] of [
      ['880001', 'Anna Ångström (S1)'],
      ['s2', 'Ben Two (S2)'],
    ] as const)
      expect(await giveTeacher(number)).toMatchObject({
        status: 400,
        body: { card_number: [`is the card or the student ID of ${name}`] },
      });
    expect((await giveTeacher('880002')).status).toBe(200);
    expect(await give(s2, '880002')).toMatchObject({
      status: 400,
      body: { rfid_number: ['is the card of a teacher'] },
    });
    expect(await call('PATCH', `students/${s2}/`, { student_id: '880002' })).toMatchObject({
      status: 400,
      body: { student_id: ['must not be the card of a teacher'] },
    });
    const theo = (await school.call('otherTeacher', 'GET', 'user/details/')).body.teacher_id;
    expect((await call('PATCH', `teachers/${theo}/`, { card_number: '880003' })).status).toBe(200);
    const upload = await uploadStudents(
      school,
      `${header}\n880002,A,B,1,2005-01-02,\nS903,A,B,1,2005-01-02,880003\n`,
    );
    expect(upload.body.fail).toEqual([
      { line: 2, column: 'student_id', reason: '880002 is the card of a teacher' },
      { line: 3, column: 'rfid_number', reason: '880003 is the card of a teacher' },
    ]);
    expect(await call('PATCH', `teachers/${theo}/`, { card_number: '880002' })).toMatchObject({
      status: 400,
      body: { card_number: ['is the card of Tess Teacher'] },
    });
  });
});
