import { mkdir, readdir, rm, utimes } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { calendarOf, weekly } from '#server/test/calendar-import.ts';
import { seedStoredRun } from '#server/test/seed-import-run.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { removeOldFolders } from '#server/school/import-folder.ts';
import { workOn } from './queue.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-02-01T09:00:00+11:00' });
  // A user is there from the first request on.
  await school.call('admin', 'GET', 'attendance/import-runs/');
});
afterAll(() => school.close());

const prefix = `attendance-import-${hostname()}-`;
const folders = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`${prefix}${process.pid}-`));
const connections = async (id: number) => {
  const { rows } = await sql<{ wait: string | null }>`
    select wait_event_type as wait from pg_stat_activity
    where application_name = ${`attendance import ${id}`}`.execute(school.database);
  return rows.map(({ wait }) => wait);
};

it('a run that is stopped leaves neither its folder nor a statement that goes on', async () => {
  const { database, context, connection, config } = school;
  const id = await seedStoredRun(database, Buffer.from(calendarOf(...weekly())));
  const stopping = new AbortController();
  const before = await folders();
  await database.transaction().execute(async (other) => {
    // The run waits for this.
    await sql`lock table class_schedule in access exclusive mode`.execute(other);
    const working = workOn({ ...context, connection, config, report: () => {} }, id, {
      isLast: false,
      signal: stopping.signal,
    });
    await vi.waitFor(async () => expect(await connections(id)).toContain('Lock'), 20_000);
    expect(await folders()).toHaveLength(before.length + 1);
    stopping.abort();
    await expect(working).rejects.toThrow('The work was stopped.');
    expect(await folders()).toEqual(before);
    await vi.waitFor(async () => expect(await connections(id)).toEqual([]), 20_000);
  });
});

it('removes folders of processes that have ended, and those of long ago', async () => {
  // No process has it: ids are smaller.
  const left = join(tmpdir(), `${prefix}99999999-left`);
  const old = join(tmpdir(), 'attendance-import-elsewhere-1-old');
  const fresh = join(tmpdir(), 'attendance-import-elsewhere-1-new');
  const own = join(tmpdir(), `${prefix}${process.pid}-own`);
  for (const path of [left, old, fresh, own]) await mkdir(path, { recursive: true });
  const longAgo = Date.now() / 1000 - 2 * 24 * 60 * 60;
  await utimes(old, longAgo, longAgo);
  await removeOldFolders();
  const names = (await readdir(tmpdir())).map((name) => join(tmpdir(), name));
  expect([left, old, fresh, own].map((path) => names.includes(path))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  for (const path of [fresh, own]) await rm(path, { recursive: true });
});
