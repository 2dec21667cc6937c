import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** Letters, digits and signs, however a reader orders lines and columns. */
const letters = (text: string): string =>
  [...text.normalize('NFKC').replaceAll(/[\s\p{Cf}\p{Cc}]/gu, '')].toSorted().join('');

/** Fonts that every reader has: jsPDF names all of them in each file. */
const standardFont = /^(Helvetica|Courier|Times|Symbol|ZapfDingbats)\S* +Type 1 /;

function run(command: string, ...args: string[]): string {
  const { stdout, stderr, status, error } = spawnSync(command, args, { encoding: 'utf8' });
  expect([command, status, stderr, error]).toEqual([command, 0, '', undefined]);
  return stdout;
}

/**
 * Asserts that poppler opens and draws a PDF without a complaint, reads the same text as `text`, and
 * finds each font in it, with the letters that its glyphs stand for.
 */
export function expectPopplerAgrees(path: string, text: string, pages: number): void {
  expect(run('pdfinfo', path)).toMatch(new RegExp(`^Pages: +${pages}$`, 'm'));
  expect(letters(run('pdftotext', path, '-'))).toBe(letters(text));
  const [, , ...fonts] = run('pdffonts', path).trim().split('\n');
  for (const font of fonts.filter((it) => !standardFont.test(it)))
    expect(font).toMatch(/ yes (yes|no ) yes +\d+ +\d+$/);
  run('pdftoppm', '-r', '40', '-png', path, join(tmpdir(), 'attendance-poppler'));
}
