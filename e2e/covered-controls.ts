import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { toasted } from './resources.ts';

/** The controls of the page that are under a toast. */
const coveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toast = '.mantine-Notification-root';
    const toasts = [...document.querySelectorAll(toast)].map((it) => it.getBoundingClientRect());
    const isCovered = (control: Element) => {
      const box = control.getBoundingClientRect();
      return toasts.some((at) => {
        const [left, right] = [Math.max(at.left, box.left), Math.min(at.right, box.right)];
        const [top, bottom] = [Math.max(at.top, box.top), Math.min(at.bottom, box.bottom)];
        if (right - left < 1 || bottom - top < 1) return false;
        // What is under the header is not in sight, what decorates the control is.
        const below = document
          .elementsFromPoint((left + right) / 2, (top + bottom) / 2)
          .find((element) => !element.closest('.mantine-Notifications-root'));
        return below !== undefined && control.parentElement!.contains(below);
      });
    };
    return [
      ...document.querySelectorAll('a, button, input, select, textarea, summary, [role=button]'),
    ]
      .filter((control) => !control.closest(toast) && isCovered(control))
      .map((control) => control.outerHTML);
  });

/** No toast is in front of a control. Asserted while the toasts with these texts are visible. */
export async function expectNothingCovered(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) await expect(toasted(page, text)).toBeVisible();
  expect(await coveredControls(page)).toEqual([]);
  for (const text of texts) await expect(toasted(page, text)).toBeVisible();
}
