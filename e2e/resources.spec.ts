import { instituteScenarios } from './scenarios/institute.ts';
import { peopleScenarios } from './scenarios/people.ts';
import { expectAccessible } from './accessibility.ts';
import { account, expect, signIn, test } from './fixtures.ts';
import {
  clearToasts,
  expectFits,
  exportAs,
  field,
  readCsv,
  readPdf,
  row,
  rowOption,
  searchFor,
  showAs,
  toasted,
} from './resources.ts';

// Each test adds and deletes its own rows: they may be spread over the workers.
test.describe.configure({ mode: 'parallel' });

const everyState = process.env.EVERY_STATE === 'true';
/** Resources are alike: these stand for them here, `npm run proof screens` tests all. */
const typical = new Set(['Teachers', 'Timetables']);

const all = [...instituteScenarios, ...peopleScenarios];
for (const it of all.filter(({ title }) => everyState || typical.has(title))) {
  test(`${it.title}: add, find, edit, order, export, archive, restore, delete`, async ({
    page,
  }) => {
    await signIn(page, account, it.path);
    await expect(page.getByRole('heading', { level: 1, name: it.title })).toBeVisible();
    await expect(
      page.locator('[data-row]').or(page.getByText('Data Found!')).first(),
    ).toBeVisible();
    await expectAccessible(page);

    // Add: the empty form shows errors, and the first invalid field gets the focus.
    await page
      .getByRole('link', { name: `Add ${it.singular}` })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: `Add ${it.singular}` })).toBeVisible();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    for (const [label, message] of it.required) {
      const fieldError = page
        .locator('.mantine-InputWrapper-root')
        .filter({ has: page.getByText(new RegExp(`^${label}( \\*)?$`)) })
        .locator('.mantine-InputWrapper-error');
      await expect(fieldError.first(), label).toHaveText(message);
    }
    await expect(field(page, it.required[0]![0])).toBeFocused();
    await expectAccessible(page);
    await it.fill(page);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(toasted(page, it.addedMessage)).toBeVisible();
    await expect(field(page, it.required[0]![0])).toHaveValue('');
    await clearToasts(page);

    // Find and edit: back on the list in its previous state.
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').last().click();
    const search = it.search ?? it.foundText;
    await searchFor(page, search);
    await expect(row(page, it.foundText).first()).toBeVisible();
    await rowOption(page, it.foundText, 'Edit');
    await expect(
      page.getByRole('heading', { level: 1, name: `Edit ${it.singular}` }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reset' })).toHaveCount(0);
    await it.edit(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await expect(toasted(page, it.editedMessage ?? 'Updated Successfully')).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveValue(search);
    await expect(row(page, it.changedText).first()).toBeVisible();
    await clearToasts(page);

    // Order: in the heading and in the address.
    const heading = page.getByRole('columnheader', { name: it.sort[0], exact: true });
    await heading.getByRole('button').click();
    await expect(page).toHaveURL(new RegExp(`ordering=${it.sort[1]}(&|$)`));
    await expect(heading).toHaveAttribute(
      'aria-sort',
      it.sort[1].startsWith('-') ? 'descending' : 'ascending',
    );

    // Export: compared with the screen.
    const csv = await exportAs(page, /CSV of this page/);
    expect(csv.suggestedFilename()).toMatch(
      new RegExp(`^${it.title.replaceAll(' ', '-')}-2026-11-18-[a-z0-9]{6}\\.csv$`),
    );
    const [record] = await readCsv(csv);
    expect(Object.keys(record!)).toEqual(it.columns);
    expect(Object.values(record!).join(' ')).toContain(it.changedText);
    for (const [column, text] of Object.entries(record!))
      if (!it.mayBeEmpty?.includes(column)) expect(text, column).not.toBe('');
    const pdf = await readPdf(await exportAs(page, /PDF of this page/));
    expect(pdf.sizes[0]).toEqual(
      (it.isLandscape ?? it.columns.length > 6) ? [842, 595] : [595, 842],
    );
    expect(pdf.images).toBeGreaterThanOrEqual(2);
    for (const column of it.columns) expect(pdf.text.replaceAll(/\s+/g, ' ')).toContain(column);
    await clearToasts(page);

    // Cards, and a phone.
    await showAs(page, 'Cards');
    await expect(page.locator('li[data-row]').first()).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFits(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1366, height: 850 });
    await showAs(page, 'List');

    // Archive, restore, delete.
    await rowOption(page, it.changedText, 'Archive');
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await expect(toasted(page, 'archived')).toBeVisible();
    await expect(row(page, it.changedText)).toHaveCount(0);
    await page.getByRole('button', { name: 'Archived' }).click();
    await expect(row(page, it.changedText).first()).toBeVisible();
    await rowOption(page, it.changedText, 'Restore');
    await expect(toasted(page, 'restored')).toBeVisible();
    await expect(row(page, it.changedText)).toHaveCount(0);
    await page.getByRole('button', { name: 'Archived' }).click();
    await clearToasts(page);
    await rowOption(page, it.changedText, 'Delete');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Confirm Deletion');
    await expect(dialog).toContainText('This action cannot be undone');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(toasted(page, 'Item deleted successfully')).toBeVisible();
    await expect(row(page, it.changedText)).toHaveCount(0);
    await expect(page.getByText('No Data Available!')).toBeVisible();
  });
}
