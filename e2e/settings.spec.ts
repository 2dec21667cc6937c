import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startServer } from '#server/test/server-process.ts';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { copyDemoData, demoSettings } from './demo-data.ts';
import { account, admin, expect, openTool, signIn, signInByPopup, test } from './fixtures.ts';
import { expectFits, field, toasted } from './resources.ts';

const minutes = 'Check-in opens before the class';

test('an admin changes a setting, and everybody has it', async ({ page, server }) => {
  await signIn(page, admin, '/dashboard');
  await openTool(page, 'Institute', 'Institute settings');
  await expect(page.getByRole('heading', { name: 'Institute settings' })).toBeVisible();
  // Sections and a search lead to a setting; a language is chosen by its name and an example.
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('late after');
  const sections = page.getByRole('navigation', { name: 'Sections of the settings' });
  await expect(sections.getByRole('link')).toHaveText(['Rolls']);
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('');
  await sections.getByRole('link', { name: 'Timetable' }).click();
  await expect(sections.locator('[aria-current]')).toHaveText('Timetable');
  const language = page.getByRole('combobox', { name: 'Dates and numbers' });
  await language.fill('german switz');
  await page.getByRole('option', { name: /^de-CH/ }).click();
  await expect(language).toHaveValue('de-CH');
  // Today, as the language writes it.
  const day = (await page.evaluate(() => sessionStorage.getItem('today'))) ?? '';
  const written = `${Number(day.slice(8))}.${Number(day.slice(5, 7))}.${day.slice(0, 4)}`;
  const sample = page.getByText(/Swiss High German, .*, 1.234\.50/);
  await expect(sample).toContainText(written.replaceAll(/\b(\d)\b/g, '0$1'));
  await page.getByRole('button', { name: 'Reset' }).click();
  const installation = page.getByRole('region', { name: 'Installation' });
  await expect(installation).toContainText('Australia/Sydney');
  await expect(installation).toContainText('Set by the environment (TIME_ZONE)');
  await expect(page.getByLabel('Remind teachers of their rolls')).not.toBeChecked();
  await expectAccessible(page);

  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(save).toBeDisabled();
  await field(page, minutes).fill('2000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('must be from 0 to 1440')).toBeVisible();
  await expect(field(page, minutes)).toBeFocused();
  await expectAccessible(page);

  // Entered values are not lost without a question.
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await field(page, minutes).fill('45');
  await page.keyboard.press('Enter');
  await expect(toasted(page, 'Updated Successfully')).toBeVisible();
  await expect(save).toBeDisabled();
  const config = await fetch(`${server.base}/api/v2/config/`);
  expect(await config.json()).toMatchObject({ check_in_before_minutes: 45 });

  await page.reload();
  await expect(field(page, minutes)).toHaveValue('45 minutes');
  // A question names what another user has changed meanwhile.
  await api(page, 'settings/', { check_in_before_minutes: 50 }, 'PATCH');
  await field(page, minutes).fill('44');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Changed meanwhile' });
  await expect(question).toContainText('45 minutes → 50 minutes (you changed it too)');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Take theirs' }).click();
  await expect(field(page, minutes)).toHaveValue('50 minutes');
  await field(page, minutes).fill('45');
  await api(page, 'settings/', { check_in_before_minutes: 51 }, 'PATCH');
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await expect(toasted(page, 'Updated Successfully')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1366, height: 850 });
  await page.goto('/audit?kind=change');
  await expect(page.locator('[data-row]').first()).toContainText('Changed institute settings');
  await expect(page.locator('[data-row]').first()).toContainText('51 → 45');
});

test('the institute’s name, logo and days with classes are on every page at once', async ({
  page,
}) => {
  await signIn(page, account, '/settings');
  await field(page, 'Name').fill('Riverside College');
  await field(page, 'Currency').fill('XXX1');
  await page.getByLabel('Sunday', { exact: true }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('must be a currency such as AUD')).toBeVisible();
  await field(page, 'Currency').fill('EUR');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toasted(page, 'Updated Successfully')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Riverside College' })).toBeVisible();

  const logo = page.getByRole('region', { name: 'Logo' });
  const choose = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await logo.getByRole('button', { name: /^Choose/ }).click();
    await (await chooser).setFiles({ name, mimeType: 'image/png', buffer });
  };
  await choose('logo.png', Buffer.from('no picture'));
  await expect(logo.getByRole('status')).toContainText('Only PNG, JPEG and WEBP files');
  await choose('logo.png', readFileSync(join(import.meta.dirname, '../web/public/icon-192.png')));
  await expect(page.locator('header img')).toHaveAttribute('src', /^\/api\/v2\/logo\//);
  await expectAccessible(page);

  await page.goto('/timetable/add');
  await page.getByRole('combobox', { name: 'Day of week' }).click();
  await page.getByRole('option', { name: 'Sunday' }).click();
  await expect(page.getByRole('combobox', { name: 'Day of week' })).toHaveValue('Sunday');
  await page.goto('/settings');
  await logo.getByRole('button', { name: 'Remove' }).click();
  await expect(page.locator('header img')).toHaveCount(0);
});

test('a setting of the environment is shown, and not changed @detail', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'attendance-e2e-'));
  chmodSync(folder, 0o755);
  copyDemoData(join(folder, 'data'));
  const server = await startServer({
    dataDir: join(folder, 'data'),
    port: await freePort(),
    env: { ...demoSettings, CHECK_IN_BEFORE_MINUTES: '20' },
  });
  try {
    await signInByPopup(page, account, `${server.base}/settings`);
    await expect(page.getByText('Set by the environment (CHECK_IN_BEFORE_MINUTES)')).toBeVisible();
    await expect(page.getByText('20 minutes')).toBeVisible();
    await expect(field(page, minutes)).toHaveCount(0);
    await expectAccessible(page);
  } finally {
    await server.stop('SIGINT');
  }
});

test('stored card numbers are rewritten after a change of the settings, and Checks name the rest', async ({
  page,
}) => {
  await signIn(page, account, '/settings');
  const newStudent = (student_id: string, rfid_number: string) =>
    api(page, 'students/create/', {
      student_id,
      rfid_number,
      first_name: 'Card',
      last_name: student_id,
      phone_number: '1',
      date_of_birth: '2005-01-02',
    });
  await newStudent('Q1', 'QQ770001');
  await newStudent('Q2', 'QQ770002');
  await newStudent('Q3', '770002');
  await field(page, 'Before the number').fill('QQ');
  await expect(page.getByText(/^2 of \d+ stored cards would get another number/)).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const offer = page.getByRole('button', { name: 'Rewrite 1 stored number' });
  await offer.click();
  const question = page.getByRole('dialog');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'No' }).click();
  await expect(offer).toBeVisible();
  await offer.click();
  await question.getByRole('button', { name: 'Rewrite 1 stored number' }).click();
  const result = page.getByRole('status').filter({ hasText: 'rewritten' });
  await expect(result).toHaveText(
    '1 rewritten (Change history). 1 stays as it is, because somebody else has that number: Checks.',
  );
  await expect(offer).toHaveCount(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize({ width: 1366, height: 850 });

  await result.getByRole('link', { name: 'Checks' }).click();
  const pairs = page.getByRole('list', { name: 'Card numbers that are the same card' });
  await expect(pairs).toContainText('Card Q3 (Q3) and Card Q2 (Q2)');
  await expect(pairs).toContainText('770002 and QQ770002');
  await expectAccessible(page);
  await pairs.getByRole('link', { name: 'Card Q2 (Q2)' }).click();
  await expect(page.getByRole('heading', { name: /Card Q2/ }).first()).toBeVisible();
  await page.goto('/change-history');
  await expect(page.locator('[data-row]').first()).toContainText('card numbers');
  await api(page, 'settings/', { card_prefix: '' }, 'PATCH');
});
