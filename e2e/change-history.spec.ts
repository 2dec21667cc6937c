import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { admin, expect, grace, openTool, signIn, test } from './fixtures.ts';
import { expectFits, field, readCsv, row, rowOption, searchFor, toasted } from './resources.ts';

const header = 'student_id,first_name,last_name,phone_number,date_of_birth';

test('an upload: old and new values first, then undone from the change history; the list is as before', async ({
  page,
}) => {
  await signIn(page, admin, '/students?search=S260021');
  const before = await row(page, 'S260021').textContent();

  await page.getByRole('button', { name: 'Bulk upload' }).click();
  const dialog = page.getByRole('dialog');
  const text = [
    header,
    'S269301,Ana,Lopes,+61 1,2005-01-02',
    'S269302,Rui,Lopes,+61 2,2005-01-03',
    'S260021,Another,Name,+61 3,2004-04-05',
  ].join('\n');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'new.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });
  await dialog.getByRole('button', { name: 'Check the rows' }).click();
  // Another name and another date of birth under the same ID.
  await dialog
    .getByRole('combobox', { name: /^1 row has the ID of a student with other names/ })
    .selectOption('same');
  await expect(dialog.getByText('2 new, 1 changed, 0 unchanged')).toBeVisible();
  const preview = dialog.getByRole('region', { name: 'What would change' });
  await expect(preview.getByRole('row').nth(1)).toContainText(
    /^4Another Name \(S260021\).*becomes Another/,
  );
  await expect(preview.getByRole('row', { name: /^2 Ana Lopes \(S269301\) New/ })).toContainText(
    'Phone number: +61 1',
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Upload 3 rows' }).click();
  await expect(dialog.getByText('Uploaded', { exact: true })).toBeVisible();

  await dialog.getByRole('button', { name: 'Undo…' }).click();
  await expect(page.getByRole('heading', { name: 'Upload: students' })).toBeVisible();
  const rows = page.getByRole('region', { name: 'Rows of the change' });
  await expect(rows.getByRole('row')).toHaveCount(4);
  await page.getByRole('searchbox', { name: 'Search the rows' }).fill('lopes');
  await expect(rows.getByRole('row')).toHaveCount(3);
  await expectAccessible(page);

  // One of the new students is used meanwhile.
  await page.goto('/students?search=S269302');
  await rowOption(page, 'S269302', 'Edit');
  await field(page, 'Phone number').fill('+61 99');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/students(\?|$)/);

  await openTool(page, 'Exchange', 'Change history');
  await expect(page.getByRole('heading', { name: 'Change history' })).toBeVisible();
  await expect(row(page, '2 students added, 1 student changed')).toContainText('Ada Marsh');
  await expectAccessible(page);
  await rowOption(page, '2 students added', 'Show rows');
  await page.getByRole('button', { name: 'Undo…' }).click();
  const undo = page.getByRole('dialog', { name: 'Undo Upload: students' });
  await expect(undo.getByText('2 rows can be undone')).toBeVisible();
  await expect(
    undo.getByRole('row', { name: /Rui Lopes \(S269302\) was changed since/ }),
  ).toBeVisible();
  await expectAccessible(page);
  await undo.getByRole('button', { name: 'Undo 2 rows' }).focus();
  await page.keyboard.press('Enter');
  await expect(undo.getByText('2 rows undone')).toBeVisible();
  await undo.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('Partly undone')).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const lines = await readCsv(await saved);
  expect(lines).toContainEqual(
    expect.objectContaining({
      name: 'Rui Lopes (S269302)',
      undone: 'no',
      not_undone_because: 'was changed since',
    }),
  );

  await page.goto('/students?search=S2693');
  await expect(row(page, 'S269302')).toBeVisible();
  await expect(page.getByText('S269301')).toHaveCount(0);
  await searchFor(page, 'S260021');
  await expect(row(page, 'S260021')).toHaveText(before!);
});

test('archived by mistake: the message leads to the undo; on a phone, in the dark @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/students?search=S260022');
  await rowOption(page, 'S260022', 'Archive');
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await toasted(page, /archived/)
    .getByRole('button', { name: 'Undo…' })
    .click();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.getByRole('heading', { name: 'Archive: students' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Rows of the change' })).toBeVisible();
  await expectFits(page);
  await page.getByRole('button', { name: 'Undo…' }).click();
  await expectAccessible(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Undo \d+ rows?$/ })
    .click();
  await expect(toasted(page, /undone$/)).toBeVisible();
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible();
  await page.goto('/change-history');
  await expectFits(page);
  await page.goto('/students?search=S260022');
  await expect(row(page, 'S260022')).toBeVisible();
});

test('two uploads are undone with one confirmation, by keyboard; on a phone, in the dark @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/students');
  const first = await upload(page, 'S269311,Ana,Reis,+61 1,2005-01-02');
  await upload(page, 'S269311,Ana,Reis,+61 5,2005-01-02', 'S269312,Rui,Reis,+61 2,2005-01-03');

  await page.goto(first);
  await page.getByRole('button', { name: 'Undo…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo Upload: students' });
  // Alone it would stay, since the second upload has changed its student: with that one by default.
  const one = dialog.getByRole('radio', { name: 'This change only' });
  const both = dialog.getByRole('radio', { name: 'This and the later change' });
  await expect(both).toBeChecked();
  await expect(dialog.getByText('3 rows of 2 changes can be undone')).toBeVisible();
  await expect(dialog.getByText('0 rows undone, 1 row stays.')).toBeVisible();
  await expect(dialog.getByText('The latest first, in one step. 3 rows undone.')).toBeVisible();
  // The keyboard begins at the title, and not at the button that closes.
  await expect(dialog.getByText('Undo Upload: students')).toBeFocused();
  await both.focus();
  await page.keyboard.press('ArrowUp');
  await expect(one).toBeChecked();
  await expect(dialog.getByText('0 rows can be undone')).toBeVisible();
  await expect(
    dialog.getByRole('row', { name: /Ana Reis \(S269311\) was changed since/ }),
  ).toBeVisible();
  const later = dialog.getByRole('region', { name: 'Later changes' });
  await expect(later.getByRole('listitem')).toHaveText(
    /^Upload: students.*Ada Marsh.*1 student added, 1 student changed$/,
  );
  await expectAccessible(page);

  await page.keyboard.press('ArrowDown');
  await expect(both).toBeChecked();
  await expect(dialog.getByText('3 rows of 2 changes can be undone')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectFits(page);
  await expectAccessible(page);
  await expect(dialog.getByRole('button', { name: 'Undo 2 changes' })).toBeInViewport();
  await dialog.getByRole('button', { name: 'Undo 2 changes' }).focus();
  await page.keyboard.press('Enter');
  await expect(toasted(page, '2 changes undone')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible();

  await page.goto('/students?search=S26931');
  await expect(page.getByText('S269311')).toHaveCount(0);
  await expect(page.getByText('S269312')).toHaveCount(0);

  // The undo that has to come second offers the one that has to come first.
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/change-history');
  await page
    .getByRole('row', { name: '1 student changed, 1 student removed' })
    .first()
    .getByRole('button', { name: /^Options/ })
    .click();
  await page.getByRole('menuitem', { name: 'Show rows' }).click();
  await page.getByRole('button', { name: 'Bring back…' }).click();
  const back = page.getByRole('dialog', { name: 'Bring back: students' });
  await expect(
    back.getByRole('radio', { name: 'This and the other of the same step' }),
  ).toBeChecked();
  await expect(
    back.getByRole('region', { name: 'Undone in the same step' }).getByRole('listitem'),
  ).toHaveText(/^Undo: students.*1 student removed$/);
  await expect(back.getByText('3 rows of 2 changes can be brought back')).toBeVisible();
  await expectAccessible(page);
  await back.getByRole('radio', { name: 'This change only' }).check();
  await expect(back.getByText('that has to come back first')).toBeVisible();
  await back.getByRole('radio', { name: 'This and the other of the same step' }).check();
  await back.getByRole('button', { name: 'Bring back 2 changes' }).click();
  await expect(toasted(page, '2 changes brought back')).toBeVisible();
  await page.goto('/change-history');
  await expect(page.getByRole('cell', { name: 'Brought back', exact: true })).toHaveCount(2);
  await page.goto('/students?search=S26931');
  await expect(row(page, 'S269311')).toBeVisible();
  await expect(row(page, 'S269312')).toBeVisible();
});

test('teachers find no change history', async ({ page }) => {
  await signIn(page, grace, '/change-history');
  await expect(page.getByText("The page you're looking for is not accessible!")).toBeVisible();
});

/** A file of students, to where it can be undone. @returns the address. */
async function upload(page: Page, ...rows: string[]) {
  await page.goto('/students');
  await page.getByRole('button', { name: 'Bulk upload' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'new.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([header, ...rows].join('\n')),
  });
  await dialog.getByRole('button', { name: 'Check the rows' }).click();
  await dialog.getByRole('button', { name: /^Upload \d+ rows?$/ }).click();
  await expect(dialog.getByText('Uploaded', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo…' }).click();
  await expect(page.getByRole('heading', { name: 'Upload: students' })).toBeVisible();
  return page.url();
}
