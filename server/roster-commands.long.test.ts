import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { databaseUrl } from './test/database-url.ts';
import type { TestSchool } from './test/test-school.ts';
import { rosterTests, rosterTexts, smallAnswers, smallRoster } from './test/roster.ts';

const { rosters, school } = rosterTests('all tests');

const urlOf = ({ connection }: TestSchool) =>
  typeof connection === 'string' ? connection : databaseUrl(connection);
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'cli.ts'), ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: rosters.folder, DATABASE_URL: urlOf(school()) },
  }).then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      out: error.stdout + error.stderr,
    }),
  );

it('imports a folder with its questions answered, and exports what came of it (R-ROSTER-1, R-ROSTER-10)', async () => {
  const folder = await rosters.inFolder(rosterTexts(smallRoster));
  const open = await run('import', folder, '--oneroster');
  expect(open.code).toBe(1);
  expect(open.out).toContain('question course: Course of new subjects (not answered)');
  expect(open.out).toContain('3 questions are open: nothing was written.');

  const answers = Object.entries(smallAnswers).flatMap(([name, of]) => [
    '--answer',
    `${name}=${of}`,
  ]);
  const dry = await run('import', folder, '--oneroster', '--dry-run', ...answers);
  expect([dry.code, dry.out]).toEqual([
    0,
    expect.stringContaining('Dry run: nothing was written.'),
  ]);
  const done = await run('import', folder, '--oneroster', '--source', 'sis', ...answers);
  expect([done.code, done.out]).toEqual([0, expect.stringContaining('students: 3 created')]);
  expect(done.out).toContain('Everything was written.');
  expect(await rosters.rows('select distinct source from external_id')).toEqual([
    { source: 'sis' },
  ]);
  expect(
    await rosters.rows(`select what, actor, about ->> 'student' as students from audit`),
  ).toEqual([{ what: 'Import of OneRoster files', actor: 'command line', students: '3' }]);

  const file = join(rosters.folder, 'out.zip');
  expect((await run('export-oneroster', file)).code).toBe(0);
  expect((await run('export-oneroster', file)).out).toContain('exists already');
  const back = await rosters.importFile(file, { options: { source: 'sis' }, dryRun: true });
  expect(rosters.counts(back)).toMatchObject({
    student: { unchanged: 3 },
    waiting_class: { unchanged: 2 },
    waiting_member: { unchanged: 4 },
  });
});

it('names what is wrong with its arguments', async () => {
  expect((await run('import', '--oneroster')).out).toContain('Name one folder or archive');
  expect((await run('import', 'x', '--oneroster', '--answer', 'course')).out).toContain(
    'write QUESTION=ANSWER',
  );
  expect((await run('import', 'x', '--oneroster')).out).toContain('does not exist');
  expect((await run('export-oneroster')).out).toContain('Name one file');
});

it('prints what a file says without commanding the terminal', async () => {
  const folder = join(rosters.folder, 'crafted');
  await mkdir(folder);
  const heading = 'name,\u001b]0;title\u0007\u001b[31mred';
  await writeFile(join(folder, 'courses.csv'), `${heading}\nScience,x\n`);
  const { code, out } = await run('import', folder, '--dry-run');
  expect([code, out]).toEqual([1, expect.stringContaining(']0;title[31mred')]);
  expect(out).not.toContain('\u001b');
});
