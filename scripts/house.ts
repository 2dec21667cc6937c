// npm run house: figures of the code base, to be watched.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseAst } from 'vite';
import { nodesIn, type Node } from '#web/build/nodes.ts';
import { simpleStatements } from './house/simple-statements.ts';
import { arrowsOf, circlesOf, floorsOf, importsIn, problemOf } from './domains.ts';

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

const isPath = ({ type, value }: Node) => {
  const text = type === 'TemplateElement' ? (value as { raw: string }).raw : value;
  return typeof text === 'string' && /^(attendance|user|config|file)\/\w/.test(text);
};

/** A text that no formatter breaks: a string, a part of a template, a pattern. */
const isText = (node: Node) =>
  node.type === 'TemplateElement' ||
  node.type === 'JSXText' ||
  (node.type === 'Literal' && (typeof node.value === 'string' || 'regex' in node));
const [maxLine, maxCode, minText] = [120, 100, 40];

/** The numbers of lines that are too long, also without their long texts. */
function longLines(text: string, nodes: readonly Node[]): number[] {
  const lines = text.split('\n');
  const code = lines.map(({ length }) => length);
  for (const { start, end } of nodes.filter(isText)) {
    const first = text.slice(0, start).split('\n').length - 1;
    for (const [at, { length }] of text.slice(start, end).split('\n').entries())
      if (length >= minText) code[first + at] = (code[first + at] ?? 0) - length;
  }
  return lines.flatMap((line, at) =>
    line.length > maxLine && (code[at] ?? 0) > maxCode && !line.includes('oxlint-disable')
      ? [at + 1]
      : [],
  );
}

const counts = { lines: 0, casts: 0, nonNull: 0, unchecked: 0, paths: 0 };
/** Statements that the query builder could type, by file. */
const simple: string[] = [];
const parse = (path: string, text: string): Node[] => [
  ...nodesIn(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' })),
];
for (const path of production) {
  const text = textOf(path);
  counts.lines += text.split('\n').length;
  const nodes = parse(path, text);
  for (const node of nodes) {
    if (node.type === 'TSAsExpression' && !isConst(node)) counts.casts++;
    if (node.type === 'TSNonNullExpression') counts.nonNull++;
  }
  for (const { start } of path.startsWith('server') ? simpleStatements(nodes) : [])
    simple.push(`${path}:${text.slice(0, start).split('\n').length}`);
  if (path.startsWith('web')) {
    counts.unchecked += text.match(/\bapi\.(get|post)</g)?.length ?? 0;
    counts.paths += nodes.filter(isPath).length;
  }
}

/** What a component does beyond showing its properties: it calls a hook, or listens. */
const hasBehaviour = (path: string) => /\buse[A-Z]\w*\(|\son[A-Z]\w*=\{/.test(textOf(path));

/** Components of web/ui with behaviour that no component test renders, by itself or as a part. */
function untested(): string[] {
  const reached = new Set<string>();
  const follow = (path: string, text: string) => {
    for (const [, target = ''] of text.matchAll(/(?:from|import\() ?'([.#][^']+)'/g)) {
      const file = target.startsWith('#')
        ? target.slice(1)
        : relative(root, resolve(root, dirname(path), target));
      if (reached.has(file) || (!file.endsWith('x') && !file.endsWith('.ts'))) continue;
      if (!/^web[\\/]ui[\\/]/.test(file)) continue;
      reached.add(file);
      follow(file, textOf(file));
    }
  };
  for (const path of globSync('web/ui/**/*.browser.test.tsx', { cwd: root }))
    follow(path, textOf(path));
  return production.filter(
    (path) => /^web[\\/]ui[\\/].*\.tsx$/.test(path) && hasBehaviour(path) && !reached.has(path),
  );
}

const imports = importsIn(root);
/** Imports that run back up, or past a door, by the side of what is imported. */
const problems = imports.filter((it) => problemOf(it) !== null);

const texts = all.map(textOf);
const notTested = untested();
const perThousand = (count: number) => ((count / counts.lines) * 1000).toFixed(1);
const tooLong = all.flatMap((path) =>
  longLines(textOf(path), parse(path, textOf(path))).map((line) => `${path}:${line}`),
);
const figures: [name: string, now: string | number, goal: string][] = [
  ['`as` casts (not const) per 1,000 lines', perThousand(counts.casts), '≤ 2'],
  ['non-null `!` per 1,000 lines', perThousand(counts.nonNull), '≤ 0.5'],
  ['unchecked response types in web', counts.unchecked, '0'],
  ['path strings in web', counts.paths, '0'],
  [
    'arrows between domains of the server, kernel included',
    arrowsOf(imports, 'server').size,
    '≤ 45',
  ],
  ['arrows between domains of the web, kernel included', arrowsOf(imports, 'web').size, '≤ 45'],
  [
    'floors of domains (contract, server, web)',
    `${floorsOf(imports, 'contract')}, ${floorsOf(imports, 'server')}, ${floorsOf(imports, 'web')}`,
    '≤ 8',
  ],
  ['imports that run back up or past a door', problems.length, '0'],
  ['circles of files, types included', circlesOf(imports).length, '0'],
  ['statements of one table that are SQL texts', simple.length, '≤ 20'],
  ['lines over 120 characters, texts aside', tooLong.length, '0'],
  [
    'imports beginning ../../../',
    texts.reduce((sum, text) => sum + (text.match(/from '(\.\.\/){3}/g)?.length ?? 0), 0),
    '0',
  ],
  ['component tests (files)', globSync('web/**/*.browser.test.tsx', { cwd: root }).length, ''],
  ['components of web/ui with behaviour and no such test', notTested.length, '0'],
];
console.log('| | now | goal |\n| --- | --- | --- |');
for (const row of figures) console.log(`| ${row.join(' | ')} |`);
for (const place of tooLong) console.log(`Over 120 characters: ${place}`);
for (const path of notTested) console.log(`No component test: ${path}`);
for (const place of simple) console.log(`SQL text of one table: ${place}`);
