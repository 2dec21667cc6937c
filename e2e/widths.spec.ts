import { account, admin, expect, signIn, test } from './fixtures.ts';

/** Lists with more columns than a screen of 1366 has room for. */
const wideTables = [
  '/reports?by=class',
  '/reports?by=class&compare=before',
  '/reports?by=student',
  '/reports?by=week&compare=before',
  '/red-list-students',
  '/contact-hours',
  '/follow-ups?of=all',
  '/follow-ups?of=all&state=all',
  '/timetable?view=list',
];

test('at every width cards contain their content, and tables show whole headings @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/students?view=card');
  const shown = async (path: string, width: number) => {
    await page.setViewportSize({ width, height: 850 });
    await page.goto(path);
    await expect(page.locator('[data-row]').first()).toBeVisible();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
      path,
    ).toBeLessThanOrEqual(width);
  };
  for (const width of [390, 820, 1366, 1600, 1920]) {
    await test.step(`${width} px`, async () => {
      await shown('/students?view=card', width);
      const outside = await page.locator('li[data-row]').evaluateAll((cards) =>
        cards.flatMap((card) => {
          const right = card.getBoundingClientRect().right;
          return [...card.querySelectorAll('*')]
            .filter((part) => part.getBoundingClientRect().right > right + 1)
            .map((part) => part.outerHTML.slice(0, 80));
        }),
      );
      expect(outside).toEqual([]);
      for (const path of ['/students?view=list', '/timetable?view=list']) {
        await shown(path, width);
        const cut = await page
          .locator('thead th')
          .evaluateAll((headings) =>
            headings
              .filter((it) => it.scrollWidth > it.clientWidth + 1)
              .map((it) => it.textContent),
          );
        expect(cut).toEqual([]);
        // Where the table has room, nothing lies below the sticky column.
        const covered = await page.locator('thead th').evaluateAll((headings) => {
          const edge = headings.at(-1)!.getBoundingClientRect().left;
          return headings
            .slice(0, -1)
            .flatMap((it) => (it.getBoundingClientRect().right > edge + 1 ? [it.textContent] : []));
        });
        if (width >= 820) expect(covered).toEqual([]);
      }
      if (width < 820) return;
      for (const path of wideTables) {
        await shown(path, width);
        const beyond = await page
          .getByRole('region', { name: /, table$/ })
          .evaluate((frame) => frame.scrollWidth - frame.clientWidth);
        expect(beyond, path).toBeLessThanOrEqual(1);
      }
    });
  }
});

test('the check-ins of a tablet have their pay codes, amounts and states; nothing is cut @detail', async ({
  page,
}) => {
  await signIn(page, account, '/timesheet-admin-portal?view=list');
  for (const width of [820, 1366]) {
    await page.setViewportSize({ width, height: 850 });
    await page.reload();
    const frame = page.getByRole('region', { name: 'Timesheet Admin Portal, table' });
    for (const name of ['Teacher', 'Subject', 'Pay code', 'Amount', 'Status'])
      await expect(frame.locator('thead').getByText(name, { exact: true })).toBeVisible();
    expect(await frame.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(1);
    const cut = await frame
      .locator('tbody td > div')
      .evaluateAll((cells) =>
        cells.filter((it) => it.scrollWidth > it.clientWidth + 1).map((it) => it.textContent),
      );
    expect(cut).toEqual([]);
  }
});
