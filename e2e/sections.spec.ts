import { instituteErrands } from './errands/institute.ts';
import { peopleErrands } from './errands/people.ts';
import { account, expect, expectAccessible, signIn, test } from './person.ts';
import { clearToasts, expectFits, exportAs, field, readCsv, readPdf, row, rowOption, searchFor, showAs, toasted } from './sections.ts';

// Each adds and takes away its own: they may be spread over the workers.
test.describe.configure({ mode: 'parallel' });

for (const it of [...instituteErrands, ...peopleErrands]) {
  test(`${it.title}: add, find, edit, order, export, archive, restore, delete`, async ({ page }) => {
    await signIn(page, account, it.path);
    await expect(page.getByRole('heading', { level: 1, name: it.title })).toBeVisible();
    await expect(page.locator('[data-row]').first()).toBeVisible();
    await expectAccessible(page);

    // Add: the empty form says what is missing, and the first such field gets the focus.
    await page.getByRole('link', { name: `Add ${it.one}` }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Add ${it.one}` })).toBeVisible();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    for (const [label, message] of it.required) {
      const told = page
        .locator('.mantine-InputWrapper-root')
        .filter({ has: page.getByText(new RegExp(`^${label}( \\*)?$`)) })
        .locator('.mantine-InputWrapper-error');
      await expect(told.first(), label).toHaveText(message);
    }
    await expect(field(page, it.required[0]![0])).toBeFocused();
    await expectAccessible(page);
    await it.fill(page);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(toasted(page, it.added)).toBeVisible();
    await expect(field(page, it.required[0]![0])).toHaveValue('');
    await clearToasts(page);

    // Find and edit: back on the list as it was.
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').last().click();
    const search = it.search ?? it.found;
    await searchFor(page, search);
    await expect(row(page, it.found).first()).toBeVisible();
    await rowOption(page, it.found, 'Edit');
    await expect(page.getByRole('heading', { level: 1, name: `Edit ${it.one}` })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reset' })).toHaveCount(0);
    await it.edit(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await expect(toasted(page, it.edited ?? 'Updated Successfully')).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveValue(search);
    await expect(row(page, it.changed).first()).toBeVisible();
    await clearToasts(page);

    // Order: in the heading and in the address.
    const heading = page.getByRole('columnheader', { name: it.order[0], exact: true });
    await heading.getByRole('button').click();
    await expect(page).toHaveURL(new RegExp(`ordering=${it.order[1]}(&|$)`));
    await expect(heading).toHaveAttribute('aria-sort', it.order[1].startsWith('-') ? 'descending' : 'ascending');

    // Export: read back what the screen showed.
    const csv = await exportAs(page, /CSV of this page/);
    expect(csv.suggestedFilename()).toMatch(new RegExp(`^${it.title.replaceAll(' ', '-')}-2026-11-18-[a-z0-9]{6}\\.csv$`));
    const [record] = await readCsv(csv);
    expect(Object.keys(record!)).toEqual(it.columns);
    expect(Object.values(record!).join(' ')).toContain(it.changed);
    expect(Object.values(record!)).not.toContain('');
    const pdf = await readPdf(await exportAs(page, /PDF of this page/));
    expect(pdf.sizes[0]).toEqual((it.lying ?? it.columns.length > 6) ? [842, 595] : [595, 842]);
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
    await rowOption(page, it.changed, 'Archive');
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await expect(toasted(page, 'archived')).toBeVisible();
    await expect(row(page, it.changed)).toHaveCount(0);
    await page.getByRole('button', { name: 'Archived' }).click();
    await expect(row(page, it.changed).first()).toBeVisible();
    await rowOption(page, it.changed, 'Restore');
    await expect(toasted(page, 'restored')).toBeVisible();
    await expect(row(page, it.changed)).toHaveCount(0);
    await page.getByRole('button', { name: 'Archived' }).click();
    await clearToasts(page);
    await rowOption(page, it.changed, 'Delete');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Confirm Deletion');
    await expect(dialog).toContainText('This action cannot be undone');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(toasted(page, 'Item deleted successfully')).toBeVisible();
    await expect(row(page, it.changed)).toHaveCount(0);
    await expect(page.getByText('No Data Available!')).toBeVisible();
  });
}
