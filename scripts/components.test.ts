import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { billOfMaterials, components, isAllowed, licenceList } from './components.ts';

const docs = join(import.meta.dirname, '..', 'docs');
const all = components();

it('every delivered component has a licence that is compatible with MIT', () => {
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
  for (const name of [
    'fastify',
    'pg',
    'react',
    '@mantine/core',
    'workbox-precaching',
    'dejavu-fonts-ttf',
  ])
    expect(all.map((part) => part.name)).toContain(name);
  for (const name of ['vitest', 'vite', '@playwright/test'])
    expect(all.map((part) => part.name)).not.toContain(name);
});

it.each(['GPL-3.0', 'SEE LICENSE', 'unknown', 'MIT AND GPL-2.0', 'SSPL-1.0'])(
  '%s would not',
  (licence) => expect(isAllowed(licence)).toBe(false),
);
it.each(['(MPL-2.0 OR Apache-2.0)', 'MIT AND ISC', '(MIT AND Zlib)'])('%s does', (licence) =>
  expect(isAllowed(licence)).toBe(true),
);

it('the list of licences and the bill of materials match the lock file: npm run components', () => {
  expect(readFileSync(join(docs, 'licences.md'), 'utf8')).toBe(licenceList(all));
  expect(readFileSync(join(docs, 'sbom.cdx.json'), 'utf8')).toBe(billOfMaterials(all));
});
