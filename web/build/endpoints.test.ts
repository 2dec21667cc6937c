import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withoutSchemas } from './endpoints.ts';

const folder = join(import.meta.dirname, '../../contract');
const files = globSync('**/*.endpoints.ts', { cwd: folder });

it.each(files)('%s has no schemas, permissions and descriptions in browsers', (file) => {
  const source = readFileSync(join(folder, file), 'utf8');
  const sent = withoutSchemas(source);
  const exported = (code: string) =>
    [...code.matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
  expect(exported(sent)).toEqual(exported(source));
  const imported = [...sent.matchAll(/ from '([^']+)'/g)].map(([, module]) => module);
  expect(
    imported.filter((module) => !/resource-paths\.ts$|\.endpoints\.ts$/.test(module!)),
  ).toEqual([]);
  expect(sent).not.toMatch(/\b(access|summary|responses):|zod/);
});

it('an endpoint is its method and path', () => {
  const source = `
    import { z } from 'zod';
    import { endpoint } from '../endpoint.ts';
    const params = z.object({ id: z.string() });
    export const getThing = endpoint({
      method: 'GET', path: '/things/:id/', summary: 'One', params, access: 'public' });`;
  expect(withoutSchemas(source).replaceAll(/\s+/g, ' ').trim()).toBe(
    "export const getThing = { method: 'GET', path: '/things/:id/' };",
  );
});

it('a resource has the same calls as on the server', () => {
  const made = (name: string) =>
    withoutSchemas(`export const things = ${name}({ path: 'things', resource: others });`)
      .replaceAll(/\s+/g, ' ')
      .trim();
  expect(made('readEndpoints')).toBe(
    "import { readPaths } from '#contract/resource-paths.ts'; export const things = readPaths({ path: 'things' }.path);",
  );
  expect(made('resourceEndpoints')).toBe(
    "import { resourcePaths } from '#contract/resource-paths.ts'; " +
      "export const things = resourcePaths({ path: 'things' }.path);",
  );
});
