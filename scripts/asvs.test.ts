import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs', 'asvs.md'), 'utf8');

/**
 * The requirements of level 1 of ASVS 5.0.0, and those of level 2 of V4 to V8: by chapter and
 * section, how many. They are the first ones of each section.
 */
const scope: Record<string, Record<string, number>> = {
  V1: { 2: 5, 3: 2, 5: 1 },
  V2: { 1: 1, 2: 2, 3: 1 },
  V3: { 2: 2, 3: 1, 4: 2, 5: 3 },
  V4: { 1: 3, 2: 1, 3: 2, 4: 4 },
  V5: { 1: 1, 2: 3, 3: 2, 4: 3 },
  V6: { 1: 3, 2: 12, 3: 4, 4: 4, 5: 5, 6: 3, 8: 4 },
  V7: { 1: 3, 2: 4, 3: 2, 4: 5, 5: 2, 6: 2 },
  V8: { 1: 2, 2: 3, 3: 1, 4: 1 },
  V9: { 1: 3, 2: 1 },
  V10: { 4: 5 },
  V11: { 3: 2, 4: 1 },
  V12: { 1: 1, 2: 2 },
  V13: { 4: 1 },
  V14: { 2: 1, 3: 1 },
  V15: { 1: 1, 2: 1, 3: 1 },
};
const inScope = Object.entries(scope).flatMap(([chapter, sections]) =>
  Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, at) => `${chapter}.${section}.${at + 1}`),
  ),
);

const rows = page
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => {
    const [id = '', demand = '', how = '', proof = '', state = ''] = line.slice(2, -2).split(' | ');
    return { id, demand, how, proof, state };
  });
const idsOf = (state: string) => rows.filter((row) => row.state === state).map(({ id }) => id);
/** The ids that a section of the page names. */
const idsIn = (section: string) =>
  [
    ...page
      .split(`\n## ${section}\n`)[1]!
      .split('\n## ')[0]!
      .matchAll(/V\d+\.\d+\.\d+(?=[,.*])/g),
  ]
    .map(([id]) => id)
    .filter((id, at, all) => all.indexOf(id) === at);

it('each requirement in scope has one row, in order', () => {
  expect(inScope).toHaveLength(120);
  expect(rows.map(({ id }) => id)).toEqual(inScope);
});

it('each row has a demand of a dozen words at most, how it is met, and what proves it', () => {
  expect(rows.filter(({ demand }) => demand.split(' ').length > 12)).toEqual([]);
  expect(rows.filter(({ how }) => how.length < 5)).toEqual([]);
  expect(rows.filter(({ proof, state }) => state === 'met' && proof === '–')).toEqual([]);
  expect(rows.filter(({ proof, state }) => state === 'met, no test' && proof !== '–')).toEqual([]);
});

it('the counts and the lists at the top are those of the rows', () => {
  const counts = [...page.matchAll(/^\| ([a-z, ]+) \| (\d+) \|/gm)].map(([, state, count]) => [
    state,
    Number(count),
  ]);
  const states = ['met', 'met, no test', 'operator', 'not applicable', 'open'];
  expect(counts).toEqual(states.map((state) => [state, idsOf(state).length]));
  expect(rows.filter(({ state }) => !states.includes(state))).toEqual([]);
  expect(idsIn('Open').toSorted()).toEqual(idsOf('open').toSorted());
  expect(idsIn('Met, no test')).toEqual(idsOf('met, no test'));
});

it('each file that it names exists, and each section that it links to', () => {
  const files = [...page.matchAll(/`([\w.-]*(?:\/[\w.-]+)*\/[\w-]*\.\w[\w.]*)`/g)].map(
    ([, file]) => file!,
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  const links = [...page.matchAll(/\]\(([\w-]+\.md)(?:#([\w-]+))?\)/g)];
  const missing = links.filter(([, file = '', section]) => {
    const headings = readFileSync(join(root, 'docs', file), 'utf8').matchAll(/^#+ (.*)$/gm);
    const anchors = [...headings].map(([, text = '']) =>
      text
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    );
    return section !== undefined && !anchors.includes(section);
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});
