import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
  const { status } = await call('POST', 'students/create/', {
    student_id: 'S900',
    first_name: 'Cara',
    last_name: 'Card',
    phone_number: '+61 1',
    date_of_birth: '2004-01-14',
    rfid_number: '7001000800',
  });
  expect(status).toBe(201);
});
afterAll(() => school.close());

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  school.call('admin', method, `attendance/${path}`, body);
const found = async (text: string) => {
  const search = encodeURIComponent(text);
  const list = await call('GET', `students/?search=${search}`);
  const all = await call('GET', `search/?text=${search}`);
  return [list.body.results, all.body.students].map((rows: { student_id: string }[]) =>
    rows.map(({ student_id }) => student_id),
  );
};

describe('a search for a card as its reader sends it (R-CARD-1)', () => {
  it.each([
    ['with what stands around it', { card_prefix: 'LIB-' }, 'LIB-7001000800'],
    ['as one of several parts', { card_part: 'last' }, '188,7001000800'],
    ['in another format', { card_format: 'decimal' }, '01:A1:4A:CB:60'],
  ])('finds its student %s', async (_, settings, text) => {
    const before = { card_prefix: '', card_part: 'whole', card_format: 'as_sent' };
    expect(await found(text)).toEqual([[], []]);
    expect((await call('PATCH', 'settings/', settings)).status).toBe(200);
    expect(await found(text)).toEqual([['S900'], ['S900']]);
    expect(await found('Cara Card')).toEqual([['S900'], ['S900']]);
    await call('PATCH', 'settings/', before);
  });
});
