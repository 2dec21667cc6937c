import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { admin, expect, signIn, test } from './fixtures.ts';
import { expectFits, toasted } from './resources.ts';

const header = 'student_id,first_name,last_name,phone_number,date_of_birth';

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

test('two uploads are undone with one confirmation, by keyboard; on a phone, in the dark', async ({
  page,
}) => {
  await signIn(page, admin, '/students');
  const first = await upload(page, 'S269311,Ana,Reis,+61 1,2005-01-02');
  await upload(page, 'S269311,Ana,Reis,+61 5,2005-01-02', 'S269312,Rui,Reis,+61 2,2005-01-03');

  await page.goto(first);
  await page.getByRole('button', { name: 'Undo…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo Upload: students' });
  // Alone it stays: the second upload has changed its student.
  await expect(dialog.getByText('0 rows can be undone')).toBeVisible();
  await expect(
    dialog.getByRole('row', { name: /Ana Reis \(S269311\) was changed since/ }),
  ).toBeVisible();
  const later = dialog.getByRole('region', { name: 'Later changes' });
  await expect(later.getByRole('row').nth(1)).toContainText(
    /^Upload: students.*Ada Marsh.*1 student added, 1 student changed$/,
  );
  await expectAccessible(page);

  await dialog.getByRole('radio', { name: 'This change only' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(
    dialog.getByRole('radio', { name: /^This and the (\d+ )?later change/ }),
  ).toBeChecked();
  await expect(dialog.getByText(/^\d+ rows of \d+ changes can be undone$/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectFits(page);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Undo \d+ changes$/ }).focus();
  await page.keyboard.press('Enter');
  await expect(toasted(page, /^\d+ changes undone$/)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible();

  await page.goto('/students?search=S26931');
  await expect(page.getByText('S269311')).toHaveCount(0);
  await expect(page.getByText('S269312')).toHaveCount(0);
});
