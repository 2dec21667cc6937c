// The components that Attendance is delivered with, and their licences: docs/licences.md and
// docs/sbom.cdx.json (CycloneDX).
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { required } from '#server/platform/required.ts';
import { runTimeManifest } from './run-time-manifest.ts';

const root = join(import.meta.dirname, '..');

interface Locked {
  version: string;
  license?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

interface Component {
  name: string;
  version: string;
  licence: string;
  /** As the lock file has it: `sha512-…`. */
  integrity: string;
  /** Used by the server, or built into the pages. */
  where: 'server' | 'pages' | 'both';
}

/** Licences that are compatible with distribution under MIT; fonts have their own. */
const allowed = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'MIT-0',
  'Unlicense',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Apache-2.0',
  'Zlib',
  'CC0-1.0',
  'OFL-1.1',
  'Bitstream-Vera',
  'PostgreSQL',
]);

/** Licences that the lock file states differently or not at all. */
const read: Record<string, string> = {
  'dejavu-fonts-ttf': 'Bitstream-Vera',
  rgbcolor: 'MIT',
};

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
  'dependencies' | 'optionalDependencies',
  Record<string, string>
> & { version: string; buildDependencies: string[] };

/** Every delivered component, by name and version. */
export function components(): Component[] {
  const server = reached([
    ...Object.keys(runTimeManifest(manifest).dependencies),
    ...Object.keys(manifest.optionalDependencies),
  ]);
  const pages = reached(importedByPages());
  const found = new Map<string, Component>();
  for (const path of new Set([...server, ...pages])) {
    const { version, license = 'unknown', integrity = '' } = required(lock.packages[path], path);
    const name = path.replace(/.*node_modules\//, '');
    const where =
      server.has(path) && pages.has(path) ? 'both' : server.has(path) ? 'server' : 'pages';
    found.set(`${name}@${version}`, {
      name,
      version,
      licence: read[name] ?? license,
      integrity,
      where,
    });
  }
  return [...found.values()].sort((one, other) =>
    `${one.name}@${one.version}` < `${other.name}@${other.version}` ? -1 : 1,
  );
}

/** Whether one of the offered licences, or all of the combined ones, are allowed. */
export function isAllowed(licence: string): boolean {
  const text = licence.replace(/^\((.*)\)$/, '$1');
  if (text.includes(' OR ')) return text.split(' OR ').some(isAllowed);
  return text.split(' AND ').every((one) => allowed.has(one));
}

/** The packages whose code or styles the pages contain. */
function importedByPages(): string[] {
  const names = new Set<string>();
  // Packages that only build or test the pages are not delivered with them.
  for (const file of globSync('web/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['web/build/**', 'web/test/**'],
  })) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const text = readFileSync(join(root, file), 'utf8');
    for (const [from] of text.matchAll(/(?<=(?:from|import)\s*\(?\s*')[^'.][^']*(?=')/g)) {
      const name = from
        .split('/')
        .slice(0, from.startsWith('@') ? 2 : 1)
        .join('/');
      if (name in manifest.dependencies) names.add(name);
    }
  }
  // Built in by the plugin that makes the service worker.
  return [...names, 'workbox-core', 'workbox-precaching', 'workbox-routing', 'workbox-strategies'];
}

/** The folders of each package and its dependencies, as npm resolves them. */
function reached(names: string[]): Set<string> {
  const paths = new Set<string>();
  const look = (name: string, from: string): void => {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      const path = `${at ? `${at}/` : ''}node_modules/${name}`;
      if (lock.packages[path]) {
        if (paths.has(path)) return;
        paths.add(path);
        const { dependencies = {}, optionalDependencies = {} } = lock.packages[path];
        for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
          look(needed, path);
        return;
      }
      if (!at) return;
    }
  };
  for (const name of names) look(name, '');
  return paths;
}

export function licenceList(all: Component[]): string {
  const rows = all.map(
    ({ name, version, licence, where }) => `| ${name} | ${version} | ${licence} | ${where} |`,
  );
  return `# Licences
What Attendance is delivered with, besides its own code (MIT): parts that run on the server, and parts that are built into the pages. Made by \`npm run components\`; a test keeps it true and refuses licences that do not go with MIT. The same for machines, with checksums: [sbom.cdx.json](sbom.cdx.json) (CycloneDX 1.5).

| part | version | licence | where |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

export function billOfMaterials(all: Component[]): string {
  const parts = all.map(({ name, version, licence, integrity }) => ({
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [
      / (AND|OR) /.test(licence)
        ? { expression: licence }
        : { license: licence === 'Bitstream-Vera' ? { name: licence } : { id: licence } },
    ],
    ...(integrity && {
      hashes: [
        {
          alg: 'SHA-512',
          content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex'),
        },
      ],
    }),
  }));
  const own = {
    type: 'application',
    'bom-ref': 'attendance',
    name: 'attendance',
    version: manifest.version,
    licenses: [{ license: { id: 'MIT' } }],
  };
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: own },
    components: parts,
  };
  return `${JSON.stringify(bom, null, 1)}\n`;
}

if (import.meta.main) {
  const all = components();
  writeFileSync(join(root, 'docs', 'licences.md'), licenceList(all));
  writeFileSync(join(root, 'docs', 'sbom.cdx.json'), billOfMaterials(all));
  console.log(`${all.length} parts`);
}
