import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { account, expect, signIn, test } from './fixtures.ts';
import { chooseMore, expectFits } from './resources.ts';

/** Pastes as a spreadsheet copies: rows in lines, cells between tabs. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    const pasted = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(pasted);
  }, text);
}

test('a week is typed by keyboard and pasted, clashes are shown, all is saved and undone', async ({
  page,
}) => {
  await signIn(page, account, '/timetable');
  const classes = async () => (await api<{ total: number }>(page, 'classschedule/?limit=1')).total;
  const before = await classes();
  await chooseMore(page, 'Type a week');
  const grid = page.getByRole('grid', { name: 'Week' });
  await expect(grid).toBeVisible();
  await expectAccessible(page);

  // Below the last class of the day no one teaches.
  await page.getByRole('button', { name: 'Add a row' }).click();
  const row = grid.getByRole('row').last();
  const cell = (column: number) => row.getByRole('gridcell').nth(column);
  await cell(0).click();
  await page.keyboard.type('anat');
  await expect(page.getByRole('option', { name: 'ANA110 Human Anatomy' })).toBeVisible();
  await expectAccessible(page);
  for (const key of ['Tab', 'a1.01', 'Tab', 'omar', 'Tab', 'nur101', 'Tab', 'b2', 'Tab', 'grace'])
    await (key === 'Tab' ? page.keyboard.press('Tab') : page.keyboard.type(key));
  await page.keyboard.press('Tab');
  await expect(cell(0)).toContainText('ANA110 A1.01Omar Haddad');
  await expect(cell(1)).toContainText('NUR101 B2.10Grace Hall');
  await expect(page.getByText(/^2 classes with \d+ dates\. No clashes\.$/)).toBeVisible();

  await expect(cell(2)).toBeFocused();
  await paste(page, '"COM120/A1.01/Grace Hall\nMEN210/A1.01/Haddad"\n');
  await expect(cell(2)).toContainText('Haddad?');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add 4 classes' }).click();
  await expect(cell(2)).toBeFocused();
  expect(await classes()).toBe(before);
  await page.getByRole('combobox', { name: 'Haddad' }).click();
  await page.getByRole('option', { name: 'Teacher Omar Haddad' }).click();
  const clashes = page.getByRole('region', { name: 'Clashes' });
  await expect(clashes).toContainText(/COM120 Room A1\.01 is needed by MEN210/);
  await expect(cell(2).getByText('Room is taken')).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText('Wed', { exact: true }).click();
  await expectFits(page);
  await expectAccessible(page);
  await grid.getByRole('row').last().getByRole('gridcell').click();
  await expect(page.getByRole('group', { name: 'New class' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1366, height: 850 });

  await page.getByRole('button', { name: 'Add 4 classes' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Room A1.01 is needed by MEN210');
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await expect(page.getByRole('link', { name: 'Show the timetable' })).toBeVisible();
  await expect.poll(classes).toBe(before + 4);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Undo…' }).click();
  await page.getByRole('button', { name: 'Undo…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo 4 rows' }).click();
  await expect.poll(classes).toBe(before);
});

test('leaving a week that is typed asks first @detail', async ({ page }) => {
  await signIn(page, account, '/timetable/grid');
  const grid = page.getByRole('grid', { name: 'Week' });
  await grid.getByRole('gridcell').first().click();
  await page.keyboard.type('anat');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Timetables' }).first().click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Leave without saving?');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(grid.getByRole('gridcell').first()).toContainText('ANA110');
});
