import { messages } from '#contract/texts.ts';
import { openReceiver } from '#server/test/webhook-receiver.ts';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { admin, expect, grace, openTool, signIn, test } from './fixtures.ts';

test.use({ environment: { WEBHOOK_NETWORKS: '127.0.0.1' } });

test('a token is made, used, and revoked (R-TOKEN-3)', async ({ page, request }) => {
  await signIn(page, admin, '/access-tokens');
  await expect(page.getByText('No access token yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New token' }).click();
  const form = page.getByRole('dialog', { name: 'New access token' });
  await form.getByRole('button', { name: 'Make token' }).click();
  await expect(form.getByText('Choose at least one')).toBeVisible();
  await form.getByRole('textbox', { name: 'Name' }).fill('Library system');
  await form.getByRole('group', { name: 'Students', exact: true }).getByLabel('Read').check();
  await expect(form.getByText('1 chosen')).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Make token' }).click();
  const shown = page.getByRole('dialog', { name: 'Library system' });
  const token = await shown.getByText(/^att_/).innerText();
  expect(token).toMatch(/^att_[0-9A-Za-z]{49}$/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(shown).toHaveCount(0);

  const read = (path: string) =>
    request.get(`/api/v2/attendance/${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect((await read('students/?limit=1')).status()).toBe(200);
  expect((await read('teachers/')).status()).toBe(403);
  await page.reload();
  const row = page.getByRole('row', { name: /Library system/ });
  await expect(row).toContainText('Students: Read');
  await expect(row).toContainText('In use');
  await expect(row).not.toContainText('Never');

  await row.getByRole('button', { name: 'Revoke Library system' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(row).toContainText('Revoked');
  await expect.poll(async () => (await read('students/?limit=1')).status()).toBe(401);
});

test('a webhook is added and tested, fails, and its events are sent again (R-HOOK-1, R-HOOK-4)', async ({
  page,
}) => {
  const receiver = await openReceiver();
  await signIn(page, admin, '/webhooks');
  await expect(page.getByText('No webhook yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const form = page.getByRole('dialog', { name: 'Add webhook' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Library');
  await form.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/');
  await form.getByLabel('Students').check();
  await form.getByRole('button', { name: 'Add webhook' }).click();
  await expect(form.getByText('is not at a public address')).toBeVisible();
  await form.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add webhook' }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await page.keyboard.press('Escape');

  const options = page.getByRole('button', { name: 'Options of Library' });
  await options.click();
  await page.getByRole('menuitem', { name: 'Send a test event' }).click();
  await expect(page.getByText('Library answered 204')).toBeVisible();
  expect(receiver.received[0]?.event.type).toBe('test');

  receiver.answer = (response) => response.writeHead(500).end();
  await api(page, 'students/create/', {
    student_id: 'HOOK1',
    first_name: 'Hana',
    last_name: 'Hook',
    phone_number: '0400000000',
    date_of_birth: '2004-05-06',
  });
  const row = page.getByRole('row', { name: /Library/ });
  await expect(row).toContainText('Failing', { timeout: 30_000 });
  await options.click();
  await page.getByRole('menuitem', { name: 'Log' }).click();
  const log = page.getByRole('dialog', { name: 'Log of Library' });
  const event = log.getByRole('row', { name: /student\.created/ });
  await expect(event).toContainText('Answer 500');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await options.click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(row).toContainText('Disabled by Ada Marsh');
  await options.click();
  await page.getByRole('menuitem', { name: 'Enable' }).click();
  await expect(row).toContainText('Active');
  receiver.answer = (response) => response.writeHead(200).end();
  await options.click();
  await page.getByRole('menuitem', { name: 'Log' }).click();
  await log.getByRole('button', { name: 'Send all failed again' }).click();
  await expect(page.getByText('1 event is sent again')).toBeVisible();
  await expect(event).toContainText('Delivered', { timeout: 30_000 });
  await page.keyboard.press('Escape');

  await options.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No webhook yet')).toBeVisible();
  await receiver.close();
});

test('both are in the user menu of administrators, and no page of a teacher @detail', async ({
  page,
}) => {
  await signIn(page, admin);
  await openTool(page, 'Exchange', 'Access tokens');
  await expect(page.getByRole('heading', { name: 'Access tokens' })).toBeVisible();
  await openTool(page, 'Exchange', 'Webhooks');
  await expect(page.getByRole('heading', { name: 'Webhooks' })).toBeVisible();
});

for (const address of ['/access-tokens', '/webhooks'])
  test(`${address} is not for teachers @detail`, async ({ page }) => {
    await signIn(page, grace, address);
    await expect(page.getByText(messages.notAccessible)).toBeVisible();
  });
