import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { columns, fileNames, optionalColumns } from './columns.ts';

const page = readFileSync(
  join(import.meta.dirname, '..', '..', '..', 'docs', 'csv-columns.md'),
  'utf8',
);

it.each(fileNames)('the page of columns has those of %s.csv', (name) => {
  const optional = new Set(optionalColumns(name));
  const all = Object.keys(columns[name].shape);
  const needed = all.filter((column) => !optional.has(column));
  const listed = (names: string[]) => names.map((column) => `\`${column}\``).join(', ');
  const line = `| \`${name}.csv\` | ${listed(needed)} | ${listed(all.filter((one) => optional.has(one)))} |`;
  expect(page.replaceAll(/ +/g, ' ').split('\n')).toContain(line.replaceAll(/ +/g, ' '));
});
