import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scriptsInPage } from '#server/admin/pages/routes.ts';
import { buildWeb } from './build.ts';

const web = join(import.meta.dirname, '..', 'dist', 'web');
const stamp = `${web}.stamp`;

it(
  'a build leaves neither its libraries nor its settings in the process that runs it',
  { timeout: 240_000 },
  async () => {
    const { NODE_ENV } = process.env;
    rmSync(stamp, { force: true });
    const before = process.memoryUsage().rss;
    expect(await buildWeb(() => {})).toBe(true);
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(100);
    expect(process.env.NODE_ENV).toBe(NODE_ENV);
    expect(existsSync(stamp)).toBe(true);
    expect(await buildWeb(() => {})).toBe(false);

    // A production build, although a test requested it.
    const scripts = globSync('assets/*.js', { cwd: web }).map((file) =>
      readFileSync(join(web, file), 'utf8'),
    );
    expect(scripts.filter((script) => script.includes('Download the React DevTools'))).toEqual([]);

    // The dashboard and the roll check no fields, and show no month at first.
    const first = globSync('assets/{vendor,start,shell,parts,roll}-*.js', { cwd: web });
    expect(first).toHaveLength(5);
    const ofFirst = first.map((file) => readFileSync(join(web, file), 'utf8'));
    for (const word of ['_zod', 'getDayAriaLabel'])
      expect(ofFirst.filter((script) => script.includes(word))).toEqual([]);

    // The script in the page names existing files; the policy allows that exact script.
    const page = readFileSync(join(web, 'index.html'), 'utf8');
    const script = /<script>(.*?)<\/script>/s.exec(page)?.[1] ?? '';
    const named = [...script.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([file]) => file);
    expect(named.map((file) => /^\/assets\/([a-z]+)/.exec(file)?.[1])).toEqual(
      expect.arrayContaining(['shell', 'roll', 'lists', 'forms']),
    );
    expect(named.filter((file) => !existsSync(join(web, file)))).toEqual([]);
    expect(page.indexOf('<meta charset')).toBeLessThan(page.indexOf('<script>'));

    // The reading of codes: with the page at the door on its disk, elsewhere loaded when the camera is opened.
    const stored = (sw: string) => readFileSync(join(web, sw), 'utf8');
    expect(named.filter((file) => /camera|detector/i.test(file))).toEqual([]);
    expect(stored('sw.js')).not.toMatch(/"assets\/(wasm-detector|zxing)/);
    expect(stored('door/sw.js')).toMatch(/"assets\/wasm-detector-[\w-]+\.js"/);
    expect(stored('door/sw.js')).toMatch(/"assets\/zxing_reader-[\w-]+\.wasm"/);
    expect(globSync('assets/zxing_reader-*.wasm.br', { cwd: web })).toHaveLength(1);

    // The students' page has files of its own (R-ME-4), and a script that the policy allows as well.
    const own = readFileSync(join(web, 'student/index.html'), 'utf8');
    const ahead = /<script>(.*?)<\/script>/s.exec(own)?.[1] ?? '';
    const files = [...own.matchAll(/(?:src|href)="(\/[\w./-]+\.(?:js|css))"/g)].map(
      ([, file = '']) => file,
    );
    expect(files).toHaveLength(2);
    expect(files.filter((file) => !file.startsWith('/student/assets/'))).toEqual([]);
    const code = globSync('student/assets/*.js', { cwd: web }).map((file) =>
      readFileSync(join(web, file), 'utf8'),
    );
    expect(code.join('')).not.toMatch(/mantine|student-details|classschedule/);
    expect(scriptsInPage(web)).toEqual([hashOf(script), hashOf(ahead)]);
  },
);

const hashOf = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
