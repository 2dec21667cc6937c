import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildWeb } from './build.ts';

const stamp = join(import.meta.dirname, '..', 'dist', 'web.stamp');

it('a build leaves neither its libraries nor its settings in the process that wants it', { timeout: 240_000 }, async () => {
  const { NODE_ENV } = process.env;
  rmSync(stamp, { force: true });
  const before = process.memoryUsage().rss;
  expect(await buildWeb(() => {})).toBe(true);
  expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(100);
  expect(process.env.NODE_ENV).toBe(NODE_ENV);
  expect(existsSync(stamp)).toBe(true);
  expect(await buildWeb(() => {})).toBe(false);
});
