import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Template } from '#contract/messages/templates.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const call = (caller: Caller, method: 'GET' | 'POST' | 'PATCH', path = '', body?: object) =>
  school.call(caller, method, `attendance/templates/${path}`, body);
const read = async (kind: string): Promise<Template> =>
  (await call('admin', 'GET')).body.results.find((one: Template) => one.kind === kind);
const save = (kind: string, text: object, caller: Caller = 'admin') =>
  call(caller, 'PATCH', `${kind}/`, { title: 'Warning', body: 'Dear {{student_name}}', ...text });

it('begins with a default, is changed, and returns to the default (R-PAPER-1)', async () => {
  const before = await read('warning_letter');
  expect(before).toMatchObject({ is_default: true, version: 0, changed: null });
  const saved = await save('warning_letter', { body: '  Hello {{student_name}}  ', version: 0 });
  expect(saved).toMatchObject({
    status: 200,
    body: {
      title: 'Warning',
      body: 'Hello {{student_name}}',
      is_default: false,
      version: 1,
      changed: { by: expect.any(String), at: expect.any(String) },
    },
  });
  const reset = await call('admin', 'POST', 'warning_letter/reset/', { version: 1 });
  expect(reset.body).toMatchObject({ is_default: true, version: 2, body: before.body });
  const lines = (await school.call('admin', 'GET', 'attendance/audit/?limit=20')).body.results;
  expect(lines.map(({ what }: { what: string }) => what)).toEqual(
    expect.arrayContaining(['Change template', 'Reset template']),
  );
});

it('says who changed it meanwhile, and loses nothing (R-PAPER-1)', async () => {
  const { version } = await read('certificate');
  const body = (await read('certificate')).body;
  expect((await save('certificate', { body, version }, 'account')).status).toBe(200);
  const late = await save('certificate', { body: `${body} Mine`, version });
  expect(late).toMatchObject({
    status: 409,
    body: {
      detail: expect.stringMatching(/ changed this template meanwhile\.$/),
      overtaken: { by: expect.any(String), at: expect.any(String) },
    },
  });
  expect((await read('certificate')).body).toBe(body);
  expect((await call('admin', 'POST', 'certificate/reset/', { version })).status).toBe(409);
});

it('of two changes at once one is refused', async () => {
  const { version } = await read('warning_letter');
  const both = await Promise.all([
    save('warning_letter', { title: 'One', version }),
    save('warning_letter', { title: 'Two', version }, 'account'),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

it.each([
  [{ body: 'Dear {{studnet_name}}' }, 'body', /did you mean \{\{student_name\}\}\?/],
  [{ body: 'Dear {{student_name' }, 'body', /is not closed/],
  [{ title: '{{nothing}}' }, 'title', /is no field/],
  [{ body: 'Dear you' }, 'body', /\{\{student_name\}\} is missing/],
  [{ title: '' }, 'title', /./],
  [{ title: 'x'.repeat(151) }, 'title', /at most 150/],
  [{ body: 'x'.repeat(10_001) }, 'body', /at most 10000/],
  [{ version: -1 }, 'version', /./],
])('%j is refused, by its field', async (text, field, message) => {
  expect(await save('warning_letter', { version: 0, ...text })).toMatchObject({
    status: 400,
    body: { [field]: [expect.stringMatching(message)] },
  });
});

it('an unknown kind is refused', async () => {
  expect((await save('postcard', { version: 0 })).status).toBe(400);
});

it('belongs to who has the settings', async () => {
  expect((await call('teacher', 'GET')).status).toBe(403);
  expect((await save('warning_letter', { version: 0 }, 'teacher')).status).toBe(403);
});
