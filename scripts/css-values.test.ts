import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Pages and papers that have a palette of their own, in the file or the folder. */
const ownPalettes =
  /^web\/(?:door|student|build)\/|^web\/platform\/(?:plain-pages\.css|reader\/camera\/)|LetterPaper\.module\.css$/;

/** A style sheet without its rules for paper, which is black and white. */
function withoutPaper(css: string): string {
  const start = css.indexOf('@media print');
  if (start < 0) return css;
  let end = css.indexOf('{', start) + 1;
  for (let depth = 1; depth > 0 && end < css.length; end++)
    depth += Number(css[end] === '{') - Number(css[end] === '}');
  return css.slice(0, start) + withoutPaper(css.slice(end));
}

it('colours, radii and sizes of type of the staff’s pages come from the theme (web/app/theme.ts)', () => {
  const files = globSync('web/**/*.css', { cwd: root }).filter((path) => !ownPalettes.test(path));
  expect(files.length).toBeGreaterThan(40);
  const found = files.flatMap((path) =>
    withoutPaper(readFileSync(join(root, path), 'utf8'))
      .split('\n')
      .filter((line) =>
        /#[\da-f]{3,8}\b|\brgba?\(|border-radius:[^;]*\dpx|font-size: *[\d.]*[1-9][\d.]*(?:px|rem)/i.test(
          line,
        ),
      )
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
