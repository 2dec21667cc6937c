import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { webhookSettings } from '#server/test/webhooks.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ env: webhookSettings });
});
afterAll(() => school.close());
afterEach(() => sql`delete from webhook`.execute(school.database));

describe('what is refused, with the field’s name', () => {
  const add = (body: object) =>
    school.call('admin', 'POST', 'attendance/webhooks/create/', {
      name: 'A',
      url: 'https://hooks.example.org/a',
      kinds: ['marks'],
      ...body,
    });

  it.each([
    'ftp://hooks.example.org/a',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'hooks.example.org',
    '',
    ' ',
    'https://user:secret@hooks.example.org/',
    'https://user@hooks.example.org/',
    'https://hooks.example.org/#part',
    'https://',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data',
    'http://8.8.8.8/',
    'https://hooks.example.org/\u0000',
    `https://hooks.example.org/${'a'.repeat(500)}`,
    7,
    null,
  ])('address %j', async (url) => {
    const answer = await add({ url });
    expect([answer.status, Object.keys(answer.body as object)]).toEqual([400, ['url']]);
    expect((await school.call('admin', 'GET', 'attendance/webhooks/')).body.total).toBe(0);
  });

  it('http at all, where no network is allowed', async () => {
    const strict = await createTestSchool();
    onTestFinished(() => strict.close());
    const answer = await strict.call('admin', 'POST', 'attendance/webhooks/create/', {
      name: 'A',
      url: 'http://hooks.example.org/a',
      kinds: ['marks'],
    });
    expect(answer.body).toEqual({ url: ['must begin with https://'] });
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ kinds: [] }, 'kinds'],
    [{ kinds: ['pay'] }, 'kinds'],
    [{ kinds: ['marks', 'marks'] }, 'kinds'],
    [{ with_names: 'yes' }, 'with_names'],
    [{ secret: 'mine' }, 'secret'],
  ])('%j', async (body, field) => {
    expect(await add(body)).toMatchObject({ status: 400, body: { [field]: expect.any(Array) } });
  });

  it('a name twice, and more than twenty', async () => {
    expect((await add({})).status).toBe(201);
    expect((await add({ name: 'a' })).body).toEqual({ name: ['already exists'] });
    for (let n = 2; n <= 20; n++) expect((await add({ name: `Number ${n}` })).status).toBe(201);
    expect((await add({ name: 'One more' })).status).toBe(409);
    expect((await school.call('admin', 'GET', 'attendance/webhooks/')).body.total).toBe(20);
  });

  it('a change to a private address', async () => {
    const { body } = await add({});
    const change = (patch: object) =>
      school.call('admin', 'PATCH', `attendance/webhooks/${body.id}/`, patch);
    expect((await change({ url: 'https://192.168.0.1/' })).body).toHaveProperty('url');
    expect((await change({ name: 'B', kinds: ['students'] })).body).toMatchObject({
      name: 'B',
      kinds: ['students'],
      url: 'https://hooks.example.org/a',
    });
  });
});
