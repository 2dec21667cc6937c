import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe?: { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> };
  }
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** The rules that are checked in one colour scheme. */
export const allRules: RunOptions['runOnly'] = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/**
 * The findings of axe on the current page, or on the dialog that stands over it, one line each: nothing
 * behind a dialog can be reached or is as it will be seen. Its source is half a megabyte: a page
 * that already has it does not compile it again.
 */
export async function findViolations(page: Page, rules: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axeSource);
  return page.evaluate(async (options) => {
    const dialog = [...document.querySelectorAll<HTMLElement>('[role=dialog][aria-modal=true]')].at(
      -1,
    );
    const lists = document.querySelectorAll<HTMLElement>('[role=listbox], [role=menu]');
    const found = await window.axe?.run(dialog ? { include: [dialog, ...lists] } : document, {
      ...options,
      resultTypes: ['violations'],
      elementRef: false,
    });
    if (!found) throw new Error('axe is not on the page');
    return found.violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' | ')}`,
    );
  }, rules);
}

/** The pages whose colours were checked by this worker. */
const checkedColours = new Set<string>();
const everyState = process.env.EVERY_STATE === 'true';

const colours = ['color-contrast', 'link-in-text-block'];

/**
 * What is checked, by colour scheme. The schemes differ in colours only: everything else is checked
 * once. The tests of a file check the colours of each screen once, which takes longest; `npm run proof
 * screens` checks those of each of its states.
 */
function checksOf(page: Page): ['light' | 'dark', RunOptions][] {
  const screen = new URL(page.url()).pathname.replaceAll(/\d+/g, '0');
  if (checkedColours.has(screen) && !everyState)
    return [
      [
        'light',
        {
          runOnly: allRules,
          rules: Object.fromEntries(colours.map((id) => [id, { enabled: false }])),
        },
      ],
    ];
  checkedColours.add(screen);
  return [
    ['light', { runOnly: allRules }],
    ['dark', { runOnly: { type: 'rule', values: colours } }],
  ];
}

/** Asserts that axe finds nothing, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  // Rows that are about to be replaced are faint.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  for (const [colorScheme, rules] of checksOf(page)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page
      .locator(`html[data-mantine-color-scheme=${colorScheme}]`)
      .waitFor({ state: 'attached' });
    // The painted page is checked: the scheme is applied a frame later, and colours may still be in
    // transition.
    await page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const ending = document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Infinity);
      await Promise.all(ending.map((animation) => animation.finished.catch(() => {})));
    });
    expect(await findViolations(page, rules), colorScheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
