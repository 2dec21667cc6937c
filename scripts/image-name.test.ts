import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

it.each(['compose.yaml', 'deploy/compose.yaml'])('%s names the image of this version', (path) => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(read(path)).toContain(`    image: attendance:${version}\n`.replace(/^ +/, ''));
});
