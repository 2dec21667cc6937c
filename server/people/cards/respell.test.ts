import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyOfDevice } from '#server/test/device.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';
import { respellOnce } from './respell-once.ts';

/** One card, bytes 04 A2 24 B1, as two readers send it, and in the form of the settings. */
const [hex, padded, form] = ['04:A2:24:B1', '0077735089', '77735089'];

let school: TestSchool;
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-02T09:05:00+11:00' });
  await run(`update teacher set card_number = null; update student set rfid_number = null;
    truncate student_card`);
});
afterEach(() => school.close());

const run = (text: string) => sql.raw(text).execute(school.database);
const call = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
  caller: Caller = 'account',
) => school.call(caller, method, `attendance/${path}`, body);
const set = (card_format: string, more: object = {}) =>
  call('PATCH', 'settings/', { card_format, card_prefix: '', ...more });
const rewrite = (caller: Caller = 'account') =>
  call('POST', 'settings/card-numbers/rewrite/', undefined, caller);
const once = () => respellOnce(school.context);
const undo = (operation: number) => call('POST', `bulk-operations/${operation}/undo/`, {});
const give = async (code: string, rfid_number: string | null, card_reason?: string) => {
  const id = await school.studentId(code);
  const body = { rfid_number, ...(card_reason && { card_reason }) };
  const answer = await call('PATCH', `students/${id}/`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const giveTeacher = (number: string) =>
  run(`update teacher set card_number = '${number}' where email = 'tess@school.example'`);
/** Numbers of people, `S1` or `teacher` before each. */
const numbers = async () =>
  Object.fromEntries(
    (
      await sql<{ who: string; number: string }>`
        select student_id as who, rfid_number as number from student where rfid_number is not null
        union all
        select 'teacher', card_number from teacher where card_number is not null
        order by 1`.execute(school.database)
    ).rows.map(({ who, number }) => [who, number]),
  );
/** `number reason` of each card of a student, the present one first. */
const cardsOf = async (code: string) =>
  (await call('GET', `student-details/${await school.studentId(code)}/cards/`)).body.results.map(
    ({ number, reason }: { number: string; reason: string | null }) =>
      `${number} ${reason ?? 'now'}`,
  );
const tap = async (rfid_number: string) =>
  call('POST', 'attendance/create/', {
    rfid_number,
    class_schedule: await school.classId('mon9'),
    date: '2026-03-02',
  });

describe('stored numbers are rewritten in the form of the settings (R-CARD-2)', () => {
  it.each<[string, Record<string, string>, Record<string, string>, number, number]>([
    ['another spelling', { S1: padded, S2: '12345' }, { S1: form, S2: '12345' }, 1, 0],
    ['of a teacher', { teacher: hex }, { teacher: form }, 1, 0],
    ['two spellings of one card', { S1: padded, S2: hex }, { S1: padded, S2: hex }, 0, 2],
    ['one in the form already', { S1: padded, S2: form }, { S1: padded, S2: form }, 0, 1],
    [
      'of a student and a teacher',
      { S1: hex, teacher: padded },
      { S1: hex, teacher: padded },
      0,
      2,
    ],
    ['beside a pair', { S1: padded, S2: hex, S3: '0x1F' }, { S1: padded, S2: hex, S3: '31' }, 1, 2],
    ['the ID of another student', { S1: '000900' }, { S1: '000900' }, 0, 1],
    ['the student’s own ID', { '900': '000900' }, { '900': '900' }, 1, 0],
    ['no number', { S1: 'lost-property' }, { S1: 'lost-property' }, 0, 0],
    ['ten bytes', { S1: '123456789abcdef' }, { S1: '123456789abcdef' }, 0, 0],
  ])('%s', async (_what, before, after, rewritten, unchanged) => {
    await run(`insert into student (student_id, first_name, last_name, phone_number, date_of_birth)
      values ('900', 'Nina', 'Hundred', '1', '2005-01-02')`);
    for (const [who, number] of Object.entries(before))
      await (who === 'teacher' ? giveTeacher(number) : give(who, number));
    await set('decimal');
    const preview = await call(
      'GET',
      'settings/card-numbers/?card_format=decimal&card_byte_order=as_sent',
    );
    expect(preview.body).toMatchObject({ changed: rewritten + unchanged, rewritable: rewritten });
    const done = await rewrite();
    expect(done).toMatchObject({ status: 200, body: { rewritten, unchanged } });
    expect(done.body.operation !== null).toBe(rewritten > 0);
    expect(await numbers()).toEqual(after);
    const again = await rewrite();
    expect(again.body).toEqual({ operation: null, rewritten: 0, unchanged });
    expect(await numbers()).toEqual(after);
  });

  it('with none chosen changes nothing, and what readers add is taken off', async () => {
    await give('S1', padded);
    await give('S2', 'ID-0031');
    expect((await rewrite()).body).toEqual({ operation: null, rewritten: 0, unchanged: 0 });
    await set('as_sent', { card_prefix: 'ID-' });
    expect((await rewrite()).body).toMatchObject({ rewritten: 1 });
    expect(await numbers()).toEqual({ S1: padded, S2: '0031' });
  });

  it('and every reader finds them as before; a number that stays is found as it is', async () => {
    await give('S1', padded);
    await give('S2', hex);
    await give('S3', '0000000031');
    await set('decimal');
    await rewrite();
    expect(await numbers()).toEqual({ S1: padded, S2: hex, S3: '31' });
    const marked: string[] = [];
    for (const number of ['0x1F', padded, hex]) marked.push((await tap(number)).body.student_id);
    expect(marked).toEqual(['S3', 'S1', 'S2']);
  });

  it('is for who may edit the settings, and a line of the audit log', async () => {
    await give('S1', padded);
    await set('decimal');
    expect((await rewrite('teacher')).status).toBe(403);
    expect(await numbers()).toEqual({ S1: padded });
    expect((await rewrite('admin')).body).toMatchObject({ rewritten: 1, unchanged: 0 });
    const { rows } = await sql`select actor, status, about from audit
      where what = 'Rewrite card numbers' and status = 200`.execute(school.database);
    expect(rows).toEqual([
      {
        actor: 'ada@school.example',
        status: 200,
        about: { rewritten: 1, unchanged: 0 },
      },
    ]);
  });
});

describe('the history of cards is respelled, and no card ends (R-CARD-3)', () => {
  it('in one line, with former ones, and the earlier card of a student stays old', async () => {
    await give('S1', '0000000031');
    await give('S1', padded, 'lost');
    expect(await cardsOf('S1')).toEqual([`${padded} now`, '0000000031 lost']);
    await set('decimal');
    expect((await rewrite()).body).toMatchObject({ rewritten: 2 });
    expect(await cardsOf('S1')).toEqual([`${form} now`, '31 lost']);
    expect((await tap('0x1F')).body).toMatchObject({
      rfid_number: [expect.stringMatching(/reported lost/)],
    });
    const taken = await call('PATCH', `students/${await school.studentId('S2')}/`, {
      rfid_number: '0031',
    });
    expect(taken).toMatchObject({
      status: 400,
      body: { rfid_number: [expect.stringMatching(/lost/)] },
    });
  });

  it('but not where somebody else has the card now, whose taps go on', async () => {
    await give('S1', padded);
    await give('S1', null, 'lost');
    await give('S2', form);
    await give('S3', '0000000031');
    await set('decimal');
    await rewrite();
    expect(await cardsOf('S1')).toEqual([`${padded} lost`]);
    expect((await tap(hex)).body).toMatchObject({ student_id: 'S2' });
  });

  it('and a tap that waited is of who had the card then', async () => {
    await give('S1', padded);
    school.at('2026-03-02T09:10:00+11:00');
    await give('S1', null, 'returned');
    await set('decimal');
    await rewrite();
    school.at('2026-03-02T09:20:00+11:00');
    const headers = { authorization: `Bearer ${await keyOfDevice(school.database)}` };
    const taps = [{ sequence: 1, card: hex, at: '2026-03-02T09:07:00+11:00' }];
    await school.call(
      'anonymous',
      'POST',
      'devices/taps/',
      { taps, now: '2026-03-02T09:20:00+11:00' },
      headers,
    );
    const { rows } = await sql<{ student_id: string }>`
      select s.student_id from attendance a join student s on s.id = a.student_id`.execute(
      school.database,
    );
    expect(rows).toEqual([{ student_id: 'S1' }]);
  });
});

describe('the rewriting is one recorded operation (R-UNDO-1)', () => {
  it('whose undo brings every earlier spelling back, and can be undone itself', async () => {
    await give('S1', '0000000031');
    await give('S1', padded, 'lost');
    await give('S2', '0000000007');
    await giveTeacher('000123');
    const before = { numbers: await numbers(), cards: await cardsOf('S1') };
    await set('decimal');
    const { operation } = (await rewrite()).body;
    const after = { numbers: await numbers(), cards: await cardsOf('S1') };
    expect((await call('GET', `bulk-operations/${operation}/`)).body).toMatchObject({
      kind: 'edit',
      about: 'card numbers',
      counts: { student: { changed: 2 }, teacher: { changed: 1 }, student_card: { changed: 3 } },
    });
    const undone = await undo(operation);
    expect(undone.body).toMatchObject({ undone: 6, refused: 0 });
    expect({ numbers: await numbers(), cards: await cardsOf('S1') }).toEqual(before);
    expect((await undo(undone.body.operation)).body).toMatchObject({ undone: 6, refused: 0 });
    expect({ numbers: await numbers(), cards: await cardsOf('S1') }).toEqual(after);
  });

  it('and leaves what was changed since, with its line', async () => {
    await give('S1', '0000000031');
    await give('S2', '0000000007');
    await give('S3', padded);
    await set('decimal');
    const { operation } = (await rewrite()).body;
    await give('S1', '99');
    await set('as_sent');
    // Somebody else has got the earlier spelling.
    await give('S4', '0000000007');
    const { body } = await undo(operation);
    expect(body.rows).toMatchObject([
      { label: 'Anna Ångström (S1)', reason: 'was changed since', follows: false },
      { label: 'Bo Nguyễn (S2)', reason: expect.stringMatching(/card of another one/) },
      { label: 'Bo Nguyễn (S2)', reason: 'the number of its student stays', follows: true },
    ]);
    expect(await numbers()).toEqual({ S1: '99', S2: '7', S3: padded, S4: '0000000007' });
    expect(await cardsOf('S1')).toEqual(['99 now', '0000000031 replaced']);
    expect(await cardsOf('S2')).toEqual(['7 now']);
    expect(await cardsOf('S3')).toEqual([`${padded} now`]);
  });

  it('of which a card that was taken and given again since gets its earlier spelling, too', async () => {
    await give('S1', padded);
    await set('decimal');
    const { operation } = (await rewrite()).body;
    await give('S1', null, 'returned');
    await give('S1', form);
    await undo(operation);
    expect(await numbers()).toEqual({ S1: padded });
    expect(await cardsOf('S1')).toEqual([`${padded} now`, `${padded} returned`]);
  });
});

describe('at the first start of a version that rewrites (R-CARD-2)', () => {
  it('it is done once, by the server, however many start', async () => {
    await give('S1', padded);
    await set('decimal');
    const done = await Promise.all([once(), once(), once()]);
    expect(done.filter((one) => one !== null)).toMatchObject([{ rewritten: 1, unchanged: 0 }]);
    expect(await numbers()).toEqual({ S1: form });
    const { body } = await call('GET', 'bulk-operations/');
    expect(body.results).toMatchObject([{ kind: 'edit', about: 'card numbers', done_by: null }]);
    const { rows } = await sql`select actor, about from audit
      where what = 'Rewrite card numbers'`.execute(school.database);
    expect(rows).toEqual([{ actor: 'the server', about: { rewritten: 1, unchanged: 0 } }]);

    await run(`update student set rfid_number = '${padded}' where student_id = 'S1'`);
    expect(await once()).toBeNull();
    expect(await numbers()).toEqual({ S1: padded });
  });

  it('it is done with numbers as they are sent as well, which changes nothing then or later', async () => {
    await give('S1', padded);
    expect(await once()).toEqual({ operation: null, rewritten: 0, unchanged: 0 });
    await set('decimal');
    expect(await once()).toBeNull();
    expect(await numbers()).toEqual({ S1: padded });
    expect((await call('GET', 'bulk-operations/')).body.results).toEqual([]);
  });
});
