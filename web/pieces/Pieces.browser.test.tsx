import axe from 'axe-core';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Pieces } from './Pieces.tsx';

const sizes = [
  [1366, 850],
  [390, 844],
] as const;
const schemes = ['light', 'dark'] as const;

it.each(schemes.flatMap((scheme) => sizes.map((size) => [scheme, ...size] as const)))(
  'all pieces are accessible in %s at %i × %i, and fit',
  async (scheme, width, height) => {
    localStorage.clear();
    await page.viewport(width, height);
    const screen = await render(<Pieces scheme={scheme} />);
    await expect.element(screen.getByRole('heading', { name: 'Pieces' })).toBeVisible();
    expect(document.documentElement.dataset.mantineColorScheme).toBe(scheme);
    // Colours change over some milliseconds.
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished),
    );
    const { violations } = await axe.run(document, { rules: { region: { enabled: false } } });
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`),
    ).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);
