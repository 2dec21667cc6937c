import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { calendarOf, weekly } from '#server/test/calendar-import.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { formOf } from '#server/test/upload.ts';
import { workOn } from './queue.ts';

let school: TestSchool;
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-02-01T09:00:00+11:00' });
});
afterEach(() => school.close());

const path = 'attendance/import-runs/';
const content = Buffer.from(calendarOf(...weekly()));
const answers = { answers: {} };

/** Calls of Trudy, whose roles are those of the token alone. */
async function trudy(roles: string[]) {
  const token = await school.issuer.token({ email: 'trudy@school.example', name: 'Trudy', roles });
  return (
    method: 'GET' | 'POST',
    to: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => school.call('anonymous', method, to, body, { authorization: `Bearer ${token}`, ...headers });
}

const read = async (id: number) => (await school.call('admin', 'GET', `${path}${id}/`)).body;
const reaches = (id: number, state: string) =>
  vi.waitFor(async () => expect((await read(id)).state).toBe(state), {
    timeout: 20_000,
    interval: 100,
  });
const classes = async () =>
  (await sql<{ id: number }>`select id from class_schedule`.execute(school.database)).rows.length;

/** A file of Trudy's that was checked and can be written. */
async function checked(): Promise<number> {
  const call = await trudy(['admin']);
  const { payload, headers } = formOf('file', content, 'a.ics');
  const { status, body } = await call('POST', `${path}?kind=calendar`, payload, headers);
  expect(status).toBe(201);
  await reaches(body.id, 'checked');
  const questions: { name: string; answer: string | null; choices: { value: string }[] }[] = (
    await read(body.id)
  ).report.questions;
  for (const { name, choices } of questions.filter(({ answer }) => answer === null))
    Object.assign(answers.answers, { [name]: choices.at(-1)?.value });
  expect((await call('POST', `${path}${body.id}/check/`, answers)).status).toBe(200);
  await reaches(body.id, 'checked');
  return body.id;
}
const order = async (id: number) =>
  expect((await (await trudy(['admin']))('POST', `${path}${id}/write/`, answers)).status).toBe(200);
const losesRole = async () =>
  expect((await (await trudy([]))('GET', 'user/details/')).status).toBe(403);
const expectRefused = async (id: number, before: number) => {
  await reaches(id, 'failed');
  expect((await read(id)).error).toContain('may no longer edit the settings');
  expect(await classes()).toBe(before);
};

it('a run that waits is not written for who has lost the role meanwhile (R-ACCESS-6)', async () => {
  const [id, before] = [await checked(), await classes()];
  // Ordered, and behind another import.
  await sql`
    update import_run set state = 'waiting', step = 'write', ordered_by = started_by
    where id = ${id}`.execute(school.database);
  await losesRole();
  const { context, connection, config } = school;
  await workOn({ ...context, connection, config, report: () => {} }, id, {
    isLast: false,
    signal: new AbortController().signal,
  });
  await expectRefused(id, before);
  // Somebody who may checks it again.
  expect((await school.call('admin', 'POST', `${path}${id}/check/`, answers)).status).toBe(200);
  await reaches(id, 'checked');
});

it('a run that is being written is taken back when who ordered it loses the role', async () => {
  const [id, before] = [await checked(), await classes()];
  await school.database.transaction().execute(async (other) => {
    // The run waits for this.
    await sql`lock table class_schedule in access exclusive mode`.execute(other);
    await order(id);
    await reaches(id, 'writing');
    await losesRole();
  });
  await expectRefused(id, before);
});

it('is written for who still has it', async () => {
  const [id, before] = [await checked(), await classes()];
  await order(id);
  await reaches(id, 'written');
  expect(await classes()).toBeGreaterThan(before);
});
