import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const rule = /\bR-[A-Z][A-Z-]*-\d+\b/g;
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const folders = '{bench,contract,docs,drills,e2e,scripts,server,web}/**/*.{ts,tsx,css,md}';
const sources = globSync([folders, '*.md'], { cwd: root }).filter(
  (path) => !/^(docs.rules\.md|scripts.rules\.test\.ts)$/.test(path),
);
const stated = [...read('docs/rules.md').matchAll(/^- \*\*(R-[A-Z-]+-\d+)\*\*/gm)].map(
  ([, id]) => id!,
);

it('every cited rule is in docs/rules.md, once', () => {
  const cited = new Map(
    sources.flatMap((path) => (read(path).match(rule) ?? []).map((id) => [id, path] as const)),
  );
  expect([...cited].filter(([id]) => !stated.includes(id))).toEqual([]);
  expect(stated.filter((id, at) => stated.indexOf(id) !== at)).toEqual([]);
  expect(cited.size).toBeGreaterThan(30);
});

it('every cited document exists', () => {
  const citing = sources.filter((path) => /\b(spec|design|specification),? §/i.test(read(path)));
  expect(citing).toEqual([]);
});
