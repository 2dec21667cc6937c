import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { calendarOf, weekly } from '#server/test/calendar-import.ts';
import { seedStoredRun } from '#server/test/seed-import-run.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { sendFile } from '#server/test/upload.ts';

let school: TestSchool;
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-02-01T09:00:00+11:00' });
  // A user is there from the first request on.
  await school.call('admin', 'GET', path);
});
afterEach(() => school.close());

const path = 'attendance/import-runs/';
const content = Buffer.from(calendarOf(...weekly()));
const send = () => sendFile(school, 'admin', `${path}?kind=calendar`, 'file', content, 'a.ics');
const get = (id: number) => school.call('admin', 'GET', `${path}${id}/`);
const check = (id: number) => school.call('admin', 'POST', `${path}${id}/check/`, { answers: {} });
const discard = (id: number) => school.call('admin', 'DELETE', `${path}${id}/`);
const reaches = (id: number, state: string) =>
  vi.waitFor(async () => expect((await get(id)).body.state).toBe(state), {
    timeout: 20_000,
    interval: 100,
  });

it('stores ten files of a user that are not written (R-IMPORT-2)', async () => {
  const seed = (state: string) => seedStoredRun(school.database, content, state);
  await seed('written');
  const stored = await Promise.all(Array.from({ length: 10 }, () => seed('checked')));
  expect(await send()).toMatchObject({
    status: 409,
    body: { detail: 'You have 10 imports that are not written: discard one of them first.' },
  });
  expect((await discard(stored[0] ?? 0)).status).toBe(204);
  const { status, body } = await send();
  expect(status).toBe(201);
  await reaches(body.id, 'checked');
  // However many were written since, those with a file can be found and discarded.
  for (let count = 0; count < 60; count++) await seed('written');
  const list = await school.call('admin', 'GET', path);
  const ids: number[] = list.body.map(({ id }: { id: number }) => id);
  expect(ids).toEqual(expect.arrayContaining(stored.slice(1)));
});

it('a run whose job has ended is begun again or discarded', async () => {
  const begun = await seedStoredRun(school.database, content, 'checking');
  expect(await check(begun)).toMatchObject({ status: 200, body: { state: 'waiting' } });
  await reaches(begun, 'checked');
  const discarded = await seedStoredRun(school.database, content, 'writing');
  expect((await discard(discarded)).status).toBe(204);
});

it('a run that is worked on is neither, and has no report meanwhile', async () => {
  const { body } = await send();
  await reaches(body.id, 'checked');
  await school.database.transaction().execute(async (other) => {
    // The job waits for this.
    await sql`lock table class_schedule in access exclusive mode`.execute(other);
    expect(await check(body.id)).toMatchObject({ status: 200, body: { report: null } });
    await reaches(body.id, 'checking');
    expect((await get(body.id)).body).toMatchObject({ state: 'checking', report: null });
    expect((await check(body.id)).status).toBe(409);
    expect((await discard(body.id)).status).toBe(409);
  });
  await reaches(body.id, 'checked');
  expect((await get(body.id)).body.report).toMatchObject({ written: false });
});

it('a job whose process died is tried once more', async () => {
  const { body } = await send();
  await reaches(body.id, 'checked');
  const { rows } = await sql<{ limit: number }>`
    select distinct retry_limit as limit from jobs.job where name = 'import'`.execute(
    school.database,
  );
  expect(rows).toEqual([{ limit: 1 }]);
});

it('all problems are in the CSV file, however many', async () => {
  const id = await seedStoredRun(school.database, content, 'checked');
  await sql`
    update import_run set problems = (select jsonb_agg(jsonb_build_object('level', 'note',
      'file', 'a.ics', 'line', n, 'column', 'UID', 'reason', 'problem ' || n) order by n)
      from generate_series(1, 5001) n)
    where id = ${id}`.execute(school.database);
  const csv = await school.call('admin', 'GET', `${path}${id}/report/`);
  const lines = String(csv.body).trim().split(/\r?\n/);
  expect(lines).toHaveLength(5002);
  expect(lines.at(-1)).toContain('problem 5001');
  expect((await school.call('admin', 'GET', `${path}9999/report/`)).status).toBe(404);
});
