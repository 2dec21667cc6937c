import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { calendarOf, weekly } from '#server/test/calendar-import.ts';
import { databaseUrl } from '#server/test/database-url.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let folder: string;
let file: string;
beforeAll(async () => {
  school = await createTestSchool();
  folder = await mkdtemp(join(tmpdir(), 'attendance-calendar-'));
  file = join(folder, 'autumn.ics');
  await writeFile(
    file,
    calendarOf(...weekly().map((line) => line.replace('LOCATION:R1', 'LOCATION:Studio'))),
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await school.close();
});

const run = (...args: string[]) => {
  const { connection } = school;
  return promisify(execFile)(process.execPath, [join(import.meta.dirname, 'cli.ts'), ...args], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      CLOCK: '2026-02-01T09:00:00+11:00',
      DATABASE_URL: typeof connection === 'string' ? connection : databaseUrl(connection),
    },
  }).then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      out: error.stdout + error.stderr,
    }),
  );
};

it('imports a calendar with its questions answered (R-IMPORT-1)', async () => {
  const open = await run('import', file, '--calendar');
  expect(open.code).toBe(1);
  expect(open.out).toContain('question room:studio: Room “Studio” (not answered)');
  expect(open.out).toContain('One question is open: nothing was written.');
  const answer = ['--answer', 'room:studio=new'];
  const dry = await run('import', file, '--calendar', '--dry-run', ...answer);
  expect(dry).toMatchObject({ code: 0 });
  expect(dry.out).toContain('Dry run: nothing was written.');
  const done = await run('import', file, '--calendar', ...answer);
  expect(done).toMatchObject({ code: 0 });
  expect(done.out).toContain('classes: 1 created');
  expect(done.out).toContain('Everything was written.');
  expect(await run('import', '--calendar')).toMatchObject({ code: 1 });
}, 180_000);
