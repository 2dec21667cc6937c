// npm run house: figures of the code base, to be watched.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseAst } from 'vite';
import { nodesIn, type Node } from '#web/build/nodes.ts';

const root = join(import.meta.dirname, '..');
const production = globSync('{contract,server,web,scripts}/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) => !/\.test\.tsx?$|^(server|web).test.|^web.dist/.test(path),
);
const all = globSync('{bench,contract,drills,e2e,scripts,server,web}/**/*.{ts,tsx}', { cwd: root });
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

const isConst = ({ typeAnnotation }: Node) =>
  JSON.stringify(typeAnnotation, (key, value: unknown) =>
    key === 'start' || key === 'end' ? undefined : value,
  ).includes('"name":"const"');

const counts = { lines: 0, casts: 0, nonNull: 0, unchecked: 0, paths: 0 };
const imports = new Map<string, string[]>();
for (const path of production) {
  const text = textOf(path);
  counts.lines += text.split('\n').length;
  for (const node of nodesIn(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))) {
    if (node.type === 'TSAsExpression' && !isConst(node)) counts.casts++;
    if (node.type === 'TSNonNullExpression') counts.nonNull++;
  }
  if (path.startsWith('web')) {
    counts.unchecked += text.match(/\bapi\.(get|post)</g)?.length ?? 0;
    counts.paths += text.match(/['"`](attendance|user|config|file)\/[\w$]/g)?.length ?? 0;
  }
  const targets = [...text.matchAll(/^(?:import|export) (?!type)[^;]*? from '([.#][^']+)'/gms)].map(
    ([, target = '']) =>
      target.startsWith('#')
        ? target.slice(1)
        : relative(root, resolve(root, dirname(path), target)),
  );
  imports.set(path, targets);
}

/** Files that import one another in a circle, counted by their strongly connected groups. */
function circles(): number {
  const found = new Map<string, { index: number; low: number }>();
  const stack: string[] = [];
  let groups = 0;
  const walk = (path: string) => {
    const own = { index: found.size, low: found.size };
    found.set(path, own);
    stack.push(path);
    for (const next of imports.get(path) ?? []) {
      if (!imports.has(next)) continue;
      const known = found.get(next) ?? walk(next);
      if (stack.includes(next)) own.low = Math.min(own.low, known.low);
    }
    if (own.low !== own.index) return own;
    const group = stack.splice(stack.indexOf(path));
    if (group.length > 1) groups++;
    return own;
  };
  for (const path of imports.keys()) if (!found.has(path)) walk(path);
  return groups;
}

/** Imports in web/ that run back up: ui → app, ui → features, features → app, platform → anything above. */
const layers = ['platform', 'ui', 'features', 'app'];
const layerOf = (path: string) => layers.indexOf(/^web[\\/](\w+)[\\/]/.exec(path)?.[1] ?? '');
const upward = [...imports].flatMap(([path, targets]) => {
  const from = layerOf(path);
  return from < 0 ? [] : targets.filter((target) => layerOf(target) > from);
}).length;

const texts = all.map(textOf);
const perThousand = (count: number) => ((count / counts.lines) * 1000).toFixed(1);
const figures: [name: string, now: string | number, goal: string][] = [
  ['`as` casts (not const) per 1,000 lines', perThousand(counts.casts), '≤ 2'],
  ['non-null `!` per 1,000 lines', perThousand(counts.nonNull), '≤ 0.5'],
  ['unchecked response types in web', counts.unchecked, '0'],
  ['path strings in web', counts.paths, '0'],
  ['imports that run back up in web', upward, '≤ 5'],
  ['import circles', circles(), '0'],
  [
    'lines over 120 characters',
    texts.reduce(
      (sum, text) => sum + text.split('\n').filter((line) => line.length > 120).length,
      0,
    ),
    '~0',
  ],
  [
    'imports beginning ../../../',
    texts.reduce((sum, text) => sum + (text.match(/from '(\.\.\/){3}/g)?.length ?? 0), 0),
    '0',
  ],
  [
    'component tests',
    globSync('web/**/*.test.tsx', { cwd: root }).length,
    'every piece of web/ui with behaviour',
  ],
];
console.log('| | now | goal |\n| --- | --- | --- |');
for (const row of figures) console.log(`| ${row.join(' | ')} |`);
