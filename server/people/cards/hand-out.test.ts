import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asSent, storedCard } from '#contract/card-number.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { randomCardNumber } from './print.ts';

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
  await sql`update student set rfid_number = null, card_print_status = null`.execute(
    school.database,
  );
  await sql`truncate student_card`.execute(school.database);
});

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  school.call('admin', method, `attendance/${path}`, body);
const change = (id: number, body: object) => call('PATCH', `students/${id}/`, body);
const read = async (id: number) => {
  const { rfid_number, card_print_status } = (await call('GET', `students/${id}/`)).body;
  return [rfid_number, card_print_status];
};
const handOut = (student: number, number: string, confirm?: boolean) =>
  call('POST', 'cards/hand-out/', { student, number, ...(confirm && { confirm }) });
const undo = ({ id, before }: { id: number; before: object }) =>
  call('POST', 'cards/hand-out/undo/', { id, before });
const find = async (number: string) => (await call('GET', `cards/find/?number=${number}`)).body;

describe('handing out a card (R-CARD-5)', () => {
  it('gives it to the student, and a card that was awaited is collected', async () => {
    await change(s1, { card_print_status: 'awaiting_collection' });
    expect(await find('6001')).toEqual({ number: '6001', holder: null, former: null });
    expect((await handOut(s1, '6001')).body).toMatchObject({
      student: { id: s1, student_id: 'S1' },
      number: '6001',
      before: { number: null, card_print_status: 'awaiting_collection' },
      card_print_status: 'collected',
      taken_from: null,
    });
    expect(await read(s1)).toEqual(['6001', 'collected']);
    await handOut(s2, '6002');
    expect(await read(s2)).toEqual(['6002', null]);
  });

  it('of somebody else is refused, unless it is confirmed: then they have none', async () => {
    await handOut(s1, '6001');
    expect(await find('6001')).toMatchObject({ holder: { kind: 'student', student_id: 'S1' } });
    expect((await handOut(s2, '6001')).body).toEqual({
      number: ['is the card of Anna Ångström (S1)'],
    });
    expect((await handOut(s2, '6001', true)).body).toMatchObject({
      taken_from: { student_id: 'S1' },
    });
    expect([await read(s1), await read(s2)]).toEqual([
      [null, null],
      ['6001', null],
    ]);
    await call('PATCH', `teachers/${tess}/`, { card_number: '6009' });
    expect(await find('6009')).toMatchObject({ holder: { kind: 'teacher' } });
    expect((await handOut(s2, '6009', true)).body).toEqual({
      number: ['is the card of a teacher'],
    });
    expect((await handOut(s2, 'S1')).body).toEqual({
      number: ['must not be the student ID of another student'],
    });
  });

  it('is refused where the student or the card is not as the user was shown it', async () => {
    const give = (student: number, number: string, seen: object) =>
      call('POST', 'cards/hand-out/', { student, number, confirm: true, seen });
    await handOut(s1, '6001');
    expect((await give(s1, '6002', { card: null, holder: null })).body).toEqual({
      student: ['has card 6001 now'],
    });
    expect((await give(s2, '6001', { card: null, holder: null })).body).toEqual({
      number: ['is the card of Anna Ångström (S1)'],
    });
    expect([await read(s1), await read(s2)]).toEqual([
      ['6001', null],
      [null, null],
    ]);
    expect((await give(s2, '6001', { card: null, holder: s1 })).status).toBe(200);
  });

  it('that was lost is refused, unless it is confirmed', async () => {
    await handOut(s1, '6001');
    await change(s1, { rfid_number: null, card_reason: 'lost' });
    expect(await find('6001')).toMatchObject({
      holder: null,
      former: { student_id: 'S1', reason: 'lost' },
    });
    expect((await handOut(s2, '6001')).status).toBe(400);
    expect((await handOut(s2, '6001', true)).status).toBe(200);
    expect(await find('6001')).toMatchObject({ holder: { student_id: 'S2' }, former: null });
  });

  it('is undone: both students have what they had', async () => {
    await change(s2, { card_print_status: 'awaiting_collection' });
    await handOut(s1, '6001');
    await handOut(s2, '6002');
    await change(s2, { card_print_status: 'awaiting_collection' });
    school.at('2026-03-02T09:06:00+11:00');
    const { body } = await handOut(s2, '6001', true);
    school.at('2026-03-02T09:07:00+11:00');
    expect((await undo(body)).body).toEqual({ student: s2, number: '6002' });
    expect([await read(s1), await read(s2)]).toEqual([
      ['6001', null],
      ['6002', 'awaiting_collection'],
    ]);
    expect((await undo(body)).status).toBe(409);
    expect((await undo({ ...body, id: 424_242 })).status).toBe(404);
  });

  it('that they have already changes the status alone, and so does its undoing', async () => {
    await handOut(s1, '6000');
    school.at('2026-03-02T09:06:00+11:00');
    await handOut(s1, '6001');
    await change(s1, { card_print_status: 'awaiting_collection' });
    const { body } = await handOut(s1, '6001');
    expect(body).toMatchObject({ before: { number: '6001' }, card_print_status: 'collected' });
    expect((await undo(body)).body).toEqual({ student: s1, number: '6001' });
    expect(await read(s1)).toEqual(['6001', 'awaiting_collection']);
    expect((await undo({ ...body, before: { ...body.before, number: '6002' } })).status).toBe(409);
  });

  it('undone, a lost card is still lost', async () => {
    await handOut(s1, '6001');
    await change(s1, { rfid_number: null, card_reason: 'lost' });
    const { body } = await handOut(s2, '6001', true);
    await undo(body);
    expect(await find('6001')).toMatchObject({ former: { student_id: 'S1', reason: 'lost' } });
  });

  it('a card that was lost meanwhile is not given back, nor to an archived student', async () => {
    await handOut(s2, '6002');
    school.at('2026-03-02T09:06:00+11:00');
    const own = (await handOut(s2, '6003')).body;
    const { rows } = await sql<{ id: number }>`
      select id from student_card where number = '6002'`.execute(school.database);
    await sql`update student_card set reason = 'lost' where id = ${rows[0]!.id}`.execute(
      school.database,
    );
    expect((await undo(own)).status).toBe(409);
    await handOut(s1, '6001');
    school.at('2026-03-02T09:08:00+11:00');
    const { body } = await handOut(s2, '6001', true);
    await call('POST', 'students/create/', { archive: 'ids', ids: [s1] });
    expect((await undo(body)).status).toBe(409);
    await call('POST', 'students/create/', { archive: 'restore', ids: [s1] });
  });

  it('undoing writes nothing about oneself', async () => {
    await handOut(s1, '6001');
    school.at('2026-03-02T09:06:00+11:00');
    const { body } = await handOut(s2, '6001', true);
    const { email } = (await school.call('admin', 'GET', 'user/details/')).body;
    await sql`update student set student_mail = ${email} where id = ${s1}`.execute(school.database);
    expect((await undo(body)).status).toBe(403);
    await sql`update student set student_mail = null where id = ${s1}`.execute(school.database);
  });

  it('is for students who are there, and not oneself', async () => {
    expect((await handOut(424_242, '6001')).body).toEqual({ student: ['does not exist'] });
    await call('POST', 'students/create/', { archive: 'ids', ids: [s1] });
    expect((await handOut(s1, '6001')).body).toEqual({ student: ['is archived'] });
    await call('POST', 'students/create/', { archive: 'restore', ids: [s1] });
    const { email } = (await school.call('admin', 'GET', 'user/details/')).body;
    await sql`update student set student_mail = ${email} where id = ${s2}`.execute(school.database);
    expect((await handOut(s2, '6001')).status).toBe(403);
    expect((await call('POST', 'cards/print/', { ids: [s2] })).status).toBe(403);
    await sql`update student set student_mail = null where id = ${s2}`.execute(school.database);
  });
});

describe('the list of students', () => {
  it('has those without a card, and those of a course', async () => {
    await handOut(s1, '6001');
    const of = async (query: string) =>
      (await call('GET', `students/?limit=100&${query}`)).body.results.map(
        ({ student_id }: { student_id: string }) => student_id,
      );
    expect(await of('has_card=true')).toEqual(['S1']);
    expect(await of('has_card=false')).not.toContain('S1');
    const { rows } = await sql<{ course: number; student_id: string }>`
      select s.course_id as course, x.student_id from enrolment e
      join class_schedule c on c.id = e.class_schedule_id join subject s on s.id = c.subject_id
      join student x on x.id = e.student_id
      where e.enrolled_to is null limit 1`.execute(school.database);
    const { course, student_id } = rows[0]!;
    expect(await of(`course=${course}`)).toContain(student_id);
    expect(await of('course=424242')).toEqual([]);
    expect((await call('GET', 'students/?has_card=1')).status).toBe(400);
  });
});

describe('printing cards (R-CARD-6)', () => {
  const print = (...ids: number[]) => call('POST', 'cards/print/', { ids });

  it('gives a random number to who has no card, once', async () => {
    await handOut(s1, '6001');
    const { body } = await print(s2, s1);
    expect(body.results).toMatchObject([
      { student_id: 'S2', for_print: true, is_new: true, profile_image: null },
      { student_id: 'S1', number: '6001', for_print: false, is_new: false },
    ]);
    const [{ number }] = body.results;
    expect(number).toMatch(/^[1-9]\d{13}$/);
    expect(await read(s2)).toEqual([number, null]);
    expect((await print(s2)).body.results).toMatchObject([
      { number, for_print: true, is_new: false },
    ]);
    await change(s2, { rfid_number: null, card_reason: 'lost' });
    const [again] = (await print(s2)).body.results;
    expect(again.number).not.toBe(number);
  });

  it('takes up to 500 students who are there', async () => {
    const many = Array.from({ length: 501 }, (_, at) => at + 1);
    expect((await print(...many)).body).toEqual({ ids: ['must name at most 500'] });
    expect((await print(424_242)).body).toEqual({ ids: ['424242 cannot be found'] });
  });

  it('makes numbers that every setting stores as they are, without repetition', () => {
    const made = Array.from({ length: 500 }, randomCardNumber);
    expect(new Set(made).size).toBe(500);
    for (const card_format of ['decimal', 'hex', 'mixed', 'wiegand26', 'wiegand34'] as const)
      for (const card_byte_order of ['as_sent', 'either'] as const)
        expect(
          made.map((it) => storedCard(it, { ...asSent, card_format, card_byte_order })),
        ).toEqual(made);
  });
});
