import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxSavedReports, type SavedReport } from '#contract/standing/saved-reports.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const path = 'attendance/saved-reports/';
const save = (body: object, caller: Caller = 'teacher') =>
  school.call(caller, 'POST', `${path}create/`, { address: 'by=week', ...body });
const list = async (caller: Caller) =>
  ((await school.call(caller, 'GET', path)).body.results as SavedReport[]).map(
    ({ name, is_own }) => `${name} ${is_own}`,
  );

describe('a saved report (R-REPORT-4)', () => {
  it('is the own until it is shared; others open it and do not change it', async () => {
    const { status, body } = await save({
      name: 'My weeks',
      address: '?by=week&page=3&search=anna',
    });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { name: 'My weeks', address: 'by=week', is_shared: false, is_own: true },
    });
    const change = (caller: Caller, more: object) =>
      school.call(caller, 'PATCH', `${path}${body.id}/`, more);
    expect(await list('admin')).toEqual([]);
    expect((await change('admin', { name: 'x' })).status).toBe(404);
    expect((await school.call('admin', 'DELETE', `${path}${body.id}/`)).status).toBe(404);
    expect((await change('teacher', { is_shared: true })).body.is_shared).toBe(true);
    expect(await list('admin')).toEqual(['My weeks false']);
    expect((await change('admin', { name: 'x' })).status).toBe(403);
    expect((await school.call('admin', 'DELETE', `${path}${body.id}/`)).status).toBe(403);
    expect((await change('teacher', { name: 'Weeks' })).body).toMatchObject({ name: 'Weeks' });
    expect((await change('teacher', {})).status).toBe(200);
    expect(await list('teacher')).toEqual(['Weeks true']);
    expect((await school.call('teacher', 'DELETE', `${path}${body.id}/`)).status).toBe(204);
    expect((await change('teacher', {})).status).toBe(404);
    expect(await list('teacher')).toEqual([]);
  });

  it('has one value of a name, which was validated: no text behind another one', async () => {
    const address = 'by=subject&subject=Anna%20Secret&subject=1&by=week';
    expect((await save({ name: 'Twice', address })).body.address).toBe('by=week&subject=1');
  });

  it.each([
    [{ name: ' ' }, 'name', ''],
    [{ name: 'x'.repeat(101) }, 'name', 'at most 100'],
    [{ name: 'x', address: 'by=colour' }, 'address', 'must be the address of a report: by'],
    [{ name: 'x', address: 'by=week&hello=1' }, 'address', 'must be the address of a report'],
    [{ name: 'x', address: 5 }, 'address', 'must be the address of a report'],
    [{ name: 'x', is_shared: 'yes' }, 'is_shared', 'must be true or false'],
  ])('%j is refused', async (body, field, message) => {
    const answer = await save(body);
    expect(answer.status).toBe(400);
    expect(String(answer.body[field])).toContain(message);
  });

  it('has a name of its own among those of its author, who has at most a hundred', async () => {
    expect((await save({ name: 'One' })).status).toBe(201);
    expect((await save({ name: 'One' }, 'admin')).status).toBe(201);
    expect(await save({ name: 'One' })).toMatchObject({
      status: 400,
      body: { name: ['is the name of another of your reports'] },
    });
    const both = await Promise.all(['Two', 'Two', 'Two'].map((name) => save({ name })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
    for (let number = 2; number < maxSavedReports; number++) await save({ name: `R${number}` });
    expect(await save({ name: 'Last' })).toMatchObject({
      status: 400,
      body: { name: [expect.stringContaining('delete one first')] },
    });
  });
});
