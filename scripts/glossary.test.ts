import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The words of the first table, each with the one that screens use: null where they use none. */
const words = read('docs/glossary.md')
  .split('\n## The code')[0]!
  .split('\n')
  .filter((line) => /^\| [a-z]/i.test(line) && !line.startsWith('| word'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, word = '', onScreen = '']) => ({ word, onScreen }));

/** Properties and attributes whose texts people see. */
const shown =
  /^(label|title|placeholder|aria-label|description|heading|text|yes|no|help|error|detail|header|message|doneText|nothingChosen)$/;
const asking = /^(toast|confirm|prompt|workingToast)$/;

interface Node {
  type: string;
  [property: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;
const nameIn = (of: unknown): string => {
  const { name, value } = Object(of) as { name?: unknown; value?: unknown };
  return String(name ?? value ?? '');
};

/** The texts of a source file that may stand on a screen. */
function textsIn(path: string): string[] {
  const found: string[] = [];
  const visit = (node: Node, isShown: boolean) => {
    let here = isShown || node.type === 'JSXExpressionContainer';
    if (node.type === 'Property') here = shown.test(nameIn(node.key));
    if (node.type === 'JSXAttribute') here = shown.test(nameIn(node.name));
    if (node.type === 'CallExpression') here ||= asking.test(nameIn(node.callee));
    if (node.type === 'BlockStatement') here = false;
    if (node.type === 'JSXText') found.push(String(node.value));
    // Without a space or a capital it is the name of something.
    if (here && node.type === 'Literal' && /\s|^[A-Z]/.test(String(node.value)))
      found.push(String(node.value));
    if (here && node.type === 'TemplateElement')
      found.push(String(Object(node.value as object)['cooked' as never]));
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, here);
  };
  visit(parseSync(path, read(path)).program as unknown as Node, false);
  return found.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter(Boolean);
}

const sources = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) => !/test|web\/build\//.test(path),
);
const texts = sources.flatMap((path) => textsIn(path).map((text) => ({ path, text })));

it('screens use the words of the glossary', () => {
  const others = words.filter(({ onScreen }) => onScreen !== '');
  expect(others.length).toBeGreaterThan(10);
  const names = others.flatMap(({ word }) => word.split(/,\s*/));
  const other = new RegExp(`\\b(?:${names.join('|')})s?\\b`, 'i');
  expect(texts.filter(({ text }) => other.test(text))).toEqual([]);
});

it('finds the texts of screens', () => {
  const all = texts.map(({ text }) => text);
  expect(all).toContain('Room closed');
  expect(all).toContain('Take this roll already?');
  expect(all.length).toBeGreaterThan(2000);
});
