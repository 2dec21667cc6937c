import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runTimeManifest, type Manifest } from './run-time-manifest.ts';

const manifest = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'),
) as Manifest & { version: string };

it('an installation whose pages are built needs neither the build nor the tests', () => {
  const { dependencies, version, ...others } = runTimeManifest(manifest);
  expect(version).toBe(manifest.version);
  expect(others).not.toHaveProperty('devDependencies');
  expect(others).not.toHaveProperty('buildDependencies');
  expect(Object.keys(dependencies)).toContain('fastify');
  for (const name of ['react', 'vite', 'vitest']) expect(dependencies).not.toHaveProperty(name);
});

it('each package that only the build needs is installed for it', () => {
  expect(Object.keys(manifest.dependencies)).toEqual(
    expect.arrayContaining(manifest.buildDependencies ?? []),
  );
});
