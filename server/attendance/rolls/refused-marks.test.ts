import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { create, createMarking, monday, type Marking } from '#server/test/marking.ts';

let marking: Marking;
beforeAll(async () => {
  marking = await createMarking();
});
afterAll(() => marking.school.close());
beforeEach(() => marking.reset());

describe('a rejected mark', () => {
  const refusals: [string, unknown, object, number, object][] = [
    ['an unknown card', '999', {}, 400, { rfid_number: ['No student has this card or ID'] }],
    ['no card', undefined, {}, 400, { rfid_number: ['is required'] }],
    ['an empty card', '  ', {}, 400, { rfid_number: ['is required'] }],
    [
      'a card with a NUL',
      '1000001\u0000',
      {},
      400,
      { rfid_number: ['must not contain control characters'] },
    ],
    [
      'no class',
      '1000001',
      { class_schedule: undefined },
      400,
      { class_schedule: ['Please select a Schedule'] },
    ],
    [
      'a class that is text',
      '1000001',
      { class_schedule: 'one' },
      400,
      { class_schedule: ['Please select a Schedule'] },
    ],
    [
      'a class that does not exist',
      '1000001',
      { class_schedule: 987654321 },
      400,
      { class_schedule: ['This class does not exist'] },
    ],
    [
      'a huge class id',
      '1000001',
      { class_schedule: 9e15 },
      400,
      { class_schedule: ['This class does not exist'] },
    ],
    [
      'a date that is none',
      '1000001',
      { date: '2026-02-30' },
      400,
      { date: ['must be a date, YYYY-MM-DD'] },
    ],
    [
      'a date in words',
      '1000001',
      { date: 'tomorrow' },
      400,
      { date: ['must be a date, YYYY-MM-DD'] },
    ],
    [
      'a date that is a number',
      '1000001',
      { date: 20260302 },
      400,
      { date: ['must be a date, YYYY-MM-DD'] },
    ],
    [
      'another weekday',
      '1000001',
      { date: '2026-02-24' },
      400,
      { date: ['No Class on this day!'] },
    ],
    [
      'a date before the classes begin',
      '1000001',
      { date: '2026-02-02' },
      400,
      { date: ['No Class on this day!'] },
    ],
    [
      'a future date',
      '1000001',
      { date: '2026-03-09' },
      400,
      { date: ['Attendance cannot be taken for a future date'] },
    ],
    [
      'a status that is none',
      '1000001',
      { status: 'Late' },
      400,
      { status: ['must be Present or Absent'] },
    ],
    ['an unknown field', '1000001', { marked_by: 7 }, 400, { marked_by: ['is not a known field'] }],
  ];
  it.each(refusals)('%s', async (_name, card, more, status, body) => {
    const answer = await marking.tap(card, more);
    expect([answer.status, answer.body]).toEqual([status, body]);
    expect(await marking.written()).toBe(0);
  });

  it('a holiday', async () => {
    marking.school.at('2026-04-06T09:15:00+10:00');
    const answer = await marking.tap('1000001', { date: '2026-04-06' });
    expect([answer.status, answer.body]).toEqual([400, { date: ['No Class on this day!'] }]);
  });

  it('an archived student', async () => {
    const archive = (at: string | null) =>
      marking.school.database
        .updateTable('student')
        .set({ archived_at: at })
        .where('student_id', '=', 'S5')
        .execute();
    await archive('2026-03-01T00:00:00Z');
    const answer = await marking.tap('1000005');
    await archive(null);
    expect([answer.status, answer.body]).toEqual([
      400,
      { rfid_number: ['This student is archived'] },
    ]);
    expect(await marking.written()).toBe(0);
  });

  it('a body of 1 MB', async () => {
    const answer = await marking.tap('1'.repeat(1024 * 1024));
    expect([answer.status, answer.body]).toEqual([413, { detail: 'The request is too large.' }]);
  });

  it('a body that is not JSON, or of another type', async () => {
    const json = await marking.school.call('teacher', 'POST', create, '{"rfid_number":', {
      'content-type': 'application/json',
    });
    expect([json.status, json.body]).toEqual([400, { detail: 'The body is not valid JSON.' }]);
    const xml = await marking.school.call('teacher', 'POST', create, '<a/>', {
      'content-type': 'text/xml',
    });
    expect(xml.status).toBe(415);
  });

  it('an invalid Idempotency-Key', async () => {
    expect((await marking.tap('1000001', {}, { 'idempotency-key': 'a b' })).status).toBe(400);
  });
});

describe('permission to mark', () => {
  it('is denied without a token, with an expired one, of another issuer or for another audience', async () => {
    const body = { rfid_number: '1000001', class_schedule: marking.mon9, date: monday };
    const claims = { email: 'tess@school.example' };
    const { createIssuer } = await import('#server/test/issuer.ts');
    const tokens: [string | null, string][] = [
      [null, 'Log in to use this.'],
      [
        await marking.school.issuer.token(claims, {
          expiresAt: Math.floor(Date.now() / 1000) - 60,
        }),
        'Your sign-in has expired; log in again.',
      ],
      [
        await marking.school.issuer.token(claims, { audience: 'another' }),
        'This sign-in is not valid here; log in again.',
      ],
      [
        await marking.school.issuer.token(claims, { issuer: 'https://evil.example' }),
        'This sign-in is not valid here; log in again.',
      ],
      [await (await createIssuer()).token(claims), 'This sign-in is not valid here; log in again.'],
      ['not.a.token', 'This sign-in is not valid here; log in again.'],
    ];
    for (const [token, detail] of tokens) {
      const answer = await marking.school.call(
        'anonymous',
        'POST',
        create,
        body,
        token ? { authorization: `Bearer ${token}` } : {},
      );
      expect([answer.status, answer.body]).toEqual([401, { detail }]);
    }
    expect(await marking.written()).toBe(0);
  });

  it('is denied for an unknown e-mail', async () => {
    const answer = await marking.school.call('stranger', 'POST', create, {
      rfid_number: '1000001',
      class_schedule: marking.mon9,
      date: monday,
    });
    expect(answer.status).toBe(403);
    expect(answer.body.detail).toContain('sam@elsewhere.example is not known here');
    expect(await marking.written()).toBe(0);
  });

  it('is given to a relief teacher, whose name is in the history', async () => {
    const marked = await marking.school.call('otherTeacher', 'POST', create, {
      rfid_number: '1000001',
      class_schedule: marking.mon9,
      date: monday,
    });
    const history = await marking.school.call(
      'teacher',
      'GET',
      `attendance/attendance/${marked.body.id}/history/`,
    );
    expect(history.body.results.at(-1).changed_by).toBe('Theo Tutor');
  });
});
