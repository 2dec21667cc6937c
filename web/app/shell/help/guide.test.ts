import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guideHtml } from '#web/build/guide/guide-html.ts';
import { readGuides } from '#web/build/guide/read-guide.ts';
import { topicOf, topics } from './topics.ts';

const root = join(import.meta.dirname, '../../../..');
const folder = join(root, 'docs/guide');
const guides = readGuides(folder);
const capitalized = (text: string) => text.replace(/^./, (first) => first.toUpperCase());
const texts = guides.map(({ name }) => readFileSync(join(folder, `${name}.md`), 'utf8'));

describe('the help of each page (R-GUIDE-2)', () => {
  it('each topic is a page and its sections, for each role', () => {
    const missing = Object.keys(topics).flatMap((route) =>
      (['teacher', 'admin', 'account'] as const).flatMap((role) => {
        const { page, sections } = topicOf(route, role);
        const found = guides.find(({ name }) => name === page)?.sections.map(({ id }) => id) ?? [];
        return sections.filter((id) => !found.includes(id)).map((id) => `${route}: ${page}#${id}`);
      }),
    );
    expect(missing).toEqual([]);
  });

  it('a page without one has the help for when something does not work', () => {
    expect(topicOf('/nowhere', 'teacher')).toMatchObject({ page: 'teacher' });
  });
});

describe('the guide (R-GUIDE-1)', () => {
  /** The texts of the screens, as they stand in the sources. */
  const sources = globSync(['web/**/*.{ts,tsx}', 'contract/**/*.ts'], {
    cwd: root,
    exclude: ['**/*.test.*', 'web/test/**', 'web/build/**', 'web/app/shell/help/topics.ts'],
  })
    .map((file) => readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'"))
    .join('\n');
  /** Whole texts: in quotation marks, between tags, before a variable part. */
  const stands = (name: string) =>
    new RegExp(
      `(^|['"\`>])\\s*${RegExp.escape(name)}( …)?\\s*($|[<'"\`{:]|[ (]+(\\$?\\{|\\())`,
      'm',
    ).test(sources);

  /** "Add student" is made from the resource's name. */
  const isShown = (name: string) =>
    stands(name) || (name.startsWith('Add ') && stands(capitalized(name.slice('Add '.length))));

  it('names only what the screens show', () => {
    const names = new Set(
      texts.flatMap((text) => [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = '']) => name)),
    );
    expect(names.size).toBeGreaterThan(100);
    expect([...names].filter((name) => !isShown(name))).toEqual([]);
  });

  it('has each picture that it shows, shows each that it has, and is small', () => {
    const shown = texts.flatMap((text) =>
      [...text.matchAll(/!\[[^\]]+\]\((.+?)\)/g)].map(([, path = '']) => path),
    );
    const files = globSync('pictures/*', { cwd: folder });
    expect(shown.toSorted()).toEqual(files.toSorted());
    const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    expect(bytes).toBeLessThan(1_500_000);
  });

  it('links only to pages and sections that exist', () => {
    const html = guides.map((page) => guideHtml(page, guides));
    const ids = new Set(
      guides.flatMap(({ name, sections }) => [
        `/guide/${name}.html`,
        ...sections.map(({ id }) => `/guide/${name}.html#${id}`),
      ]),
    );
    const targets = html.flatMap((page, at) =>
      [...page.matchAll(/<a href="([^"]+)"/g)].map(([, to = '']) =>
        to.startsWith('#') ? `/guide/${guides[at]?.name}.html${to}` : to,
      ),
    );
    expect(targets.filter((to) => !ids.has(to))).toEqual([]);
    expect(html.join('')).not.toContain('<script');
  });
});
