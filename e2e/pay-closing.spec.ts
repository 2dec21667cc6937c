import pg from 'pg';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { expectAccessible } from './accessibility.ts';
import { account, expect, signIn, test } from './fixtures.ts';
import { clearToasts, expectFits, field, toasted } from './resources.ts';

test('accounts closes pay until a date: check-ins until then do not change, until they are reopened', async ({
  page,
}) => {
  const days = 'from_date=2026-11-16&to_date=2026-11-17';
  await signIn(page, account, `/timesheet-admin-portal?status=pending&${days}`);
  const period = page.getByRole('region', { name: 'Pay period' });
  await expect(period).toContainText('No days are closed');
  await period.getByRole('button', { name: 'Close pay …' }).click();
  // The last day of the period is proposed, with what it would lock.
  await expect(field(page, 'Closed until')).toHaveValue('17/11/2026');
  const locked = page.getByRole('dialog').getByRole('alert');
  await expect(locked).toContainText(/\d+ check-ins? stays? pending, \$[\d,.]+/);
  await expect(locked.getByRole('listitem').first()).toContainText(/ on \d+ Nov 2026, /);
  await expectAccessible(page);
  await field(page, 'Closed until').fill('18/11/2026');
  await page.keyboard.press('Enter');
  await expect(page.getByText('must be before today')).toBeVisible();
  await field(page, 'Closed until').fill('17/11/2026');
  await page.keyboard.press('Enter');
  await expect(toasted(page, 'Updated Successfully')).toBeVisible();
  await expect(period).toContainText('Closed until 17 Nov 2026 (Leo Banks');
  await clearToasts(page);

  // Its lines say so, and offer nothing that would be refused.
  const line = page.locator('[data-row]').first();
  await expect(line).toContainText('Pay closed');
  await line.getByRole('checkbox').check();
  await expect(page.getByText('1 left out: pay is closed')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Complete|Delete)/ })).toHaveCount(0);
  await line.getByRole('button', { name: /^Options of/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByText('Pay is closed until 17 Nov 2026')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  await expectAccessible(page);

  await page.goBack();
  await period.getByRole('button', { name: 'Change …' }).click();
  await field(page, 'Closed until').fill('');
  await page.keyboard.press('Enter');
  await expect(page.getByText('is required')).toBeVisible();
  await page.getByRole('textbox', { name: 'Reason' }).fill('A class was forgotten');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(period).toContainText('No days are closed (Leo Banks');
  await expect(period).toContainText('“A class was forgotten”');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectAccessible(page);
});

test('check-ins whose class was lengthened afterwards are recalculated by one click @detail', async ({
  page,
  server,
}) => {
  const days = 'from_date=2026-11-16&to_date=2026-11-17';
  await signIn(page, account, `/timesheet-admin-portal?status=pending&${days}`);
  const row = page.locator('[data-row]');
  await expect(row.nth(1)).toBeVisible();
  const ids = await row.evaluateAll((rows) =>
    rows.slice(0, 2).map((it) => Number(it.getAttribute('data-row'))),
  );
  // Written directly to the database: the application does not lengthen a class with a check-in.
  const embedded = await startEmbedded(server.dataDir);
  const client = new pg.Client(embedded.connection);
  await client.connect();
  await client.query(
    `update class_meeting g set end_time = g.end_time + interval '30 minutes' from payroll_log l
     where l.id = any($1::bigint[]) and g.class_schedule_id = l.class_schedule_id
       and g.date = l.date`,
    [ids],
  );
  expect(ids).toHaveLength(2);
  await client.end();
  await embedded.stop();

  await page.reload();
  const period = page.getByRole('region', { name: 'Pay period' });
  await expect(period).toContainText('The classes of 2 pending check-ins have other minutes now');
  await expectAccessible(page);
  // One of them, on its own page.
  await page.goto(`/timesheet-admin-portal/add?edit=${ids[0]}`);
  await page.getByRole('button', { name: /^Pay \d+ min$/ }).click();
  await expect(toasted(page, '1 check-in recalculated')).toBeVisible();
  await expect(page.getByText(/^Class is \d+ min now$/)).toHaveCount(0);
  await clearToasts(page);
  // And the others of the period.
  await page.goto(`/timesheet-admin-portal?${days}`);
  await expect(period).toContainText('The class of 1 pending check-in has other minutes now');
  await period.getByRole('button', { name: 'Recalculate 1' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Recalculate' }).click();
  await expect(toasted(page, '1 check-in recalculated')).toBeVisible();
  await expect(period).not.toContainText('other minutes now');
});
