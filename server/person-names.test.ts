import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** The owners on both sides. */
const owners = /^contract\/person-name\.ts$|\/functions\/(person|sort)_name\.sql$/;

/** Ways to write the name of a person, or an order by it, without asking an owner (R-NAME-1, R-NAME-2). */
const ways = {
  'a concatenation in SQL': /first_name('\))? \|\||\|\| ?[\w.(]*last_name\b(?!')/,
  'concat in SQL':
    /\bconcat(_ws)?\((?:(?!person_name\()[^)])*first_name, ?(' ', ?)?[\w.]*last_name/,
  'a template':
    /first_?name\}[ ,]*\$\{[\w.]*last_?name\b|last_?name\}[ ,]*\$\{[\w.]*first_?name\b/i,
  'text of JSX': /\.first_name\} ?(\{' '\} ?)?\{[\w.]+\.last_name\}/,
  'an order by last name': /(?<!sort_name\([^)]*)\blast_name(`|'\))? collate/,
};

const breaches: Record<keyof typeof ways, string> = {
  'a concatenation in SQL': `t.first_name || ' ' || t.last_name`,
  'concat in SQL': `concat_ws(' ', t.first_name, t.last_name)`,
  'a template': '`${row.first_name} ${row.last_name}`',
  'text of JSX': `<b>{row.first_name}{' '}{row.last_name}</b>`,
  'an order by last name': 'order by s.last_name collate natural_order',
};

const sources = globSync(
  ['{server,contract,web,client,devices,bench,drills}/**/*.{ts,tsx}', 'server/**/functions/*.sql'],
  { cwd: root, exclude: (path) => path.includes('node_modules') },
)
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.tsx?$|^server\/test\//.test(path) && !owners.test(path))
  .map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8').replaceAll(/\s+/g, ' '),
  }));

it.each(Object.entries(ways))('the name of a person is not %s', (way, pattern) => {
  // The first name decides the order of the second one, and has an index with it.
  const allowed =
    way === 'an order by last name'
      ? ['server/people/students/list.ts', 'server/people/teachers/list.ts']
      : [];
  expect(
    sources
      .filter(({ path, text }) => pattern.test(text) && !allowed.includes(path))
      .map(({ path }) => path),
  ).toEqual([]);
});

it.each(Object.entries(breaches))('%s is found', (way, text) => {
  expect(text).toMatch(ways[way as keyof typeof ways]);
});

it('every source is looked through', () => {
  expect(sources.length).toBeGreaterThan(1500);
});
