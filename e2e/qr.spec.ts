import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { expect, test } from './fixtures.ts';
import {
  expectOwnAccessible,
  newPhone,
  openOwnRoll,
  pickStudent,
  type DemoStudent,
} from './own-pages.ts';

test.use({ environment: { STUDENT_SIGN_IN: 'true' } });

interface Code {
  address: string;
  short_code: string;
}

/** The roll of Grace's current class, with its students, and the window with the code. */
async function openCode(page: Page) {
  const { query, students } = await openOwnRoll(page);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'QR code' }).click();
  const shown = await opened;
  const code = async () => {
    const { codes } = await api<{ codes: Code[] }>(page, `qr/?${query}`, undefined, 'GET');
    return codes[0]!;
  };
  return { students, shown, code };
}

test('a teacher shows the code; students scan it or type the digits, one phone twice is named', async ({
  page,
  browser,
  server,
}) => {
  const { students, shown, code } = await openCode(page);
  const [first, second, third] = students as [DemoStudent, DemoStudent, DemoStudent];
  await expect(shown.getByText(/not who holds the phone/)).toBeVisible();
  await shown.getByRole('button', { name: 'Switch on' }).click();
  // Nothing else is reached, and what is for the teacher is not on the projector.
  await expect(shown.getByText(/not who holds the phone/)).toHaveCount(0);
  await expect(shown.getByRole('button', { name: 'Switch off' })).toBeVisible();
  await expect(shown.getByRole('navigation')).toHaveCount(0);
  await expect(shown.locator('a, button, input, select, [tabindex="0"]')).toHaveCount(1);
  const picture = shown.getByRole('img', { name: 'Code for check-in' });
  await expect(picture).toBeVisible();
  await expectAccessible(shown);
  const before = await picture.innerHTML();
  await expect.poll(() => picture.innerHTML(), { timeout: 8000 }).not.toBe(before);

  const phone = await newPhone(browser);
  const scan = async () => {
    const { pathname, hash } = new URL((await code()).address);
    await phone.goto(server.base + pathname + hash);
  };
  await scan();
  await pickStudent(phone, first);
  await expect(phone.getByText('✓ Present')).toBeVisible();
  expect(new URL(phone.url()).hash).toBe('');
  await expectOwnAccessible(phone);
  await expect(page.locator(`tr[data-student="${first.student_id}"]`)).toContainText('QR code');

  // The same phone, another student.
  await phone.evaluate(() => sessionStorage.clear());
  await phone.context().clearCookies({ name: /^_/ });
  await scan();
  await pickStudent(phone, second);
  await expect(phone.getByText('✓ Present')).toBeVisible();
  await page.reload();
  const band = page.getByText('Checked in with the same phone');
  await expect(band).toBeVisible();
  await expect(page.getByText(`${second.last_name} (${second.student_id}): with`)).toBeVisible();

  const other = await newPhone(browser, true);
  await other.goto(`${server.base}/q`);
  await pickStudent(other, third);
  await other.getByLabel('Digits').fill('0000 0000');
  await other.getByRole('button', { name: 'Check in' }).click();
  await expect(other.getByRole('alert')).toBeVisible();
  await expectOwnAccessible(other);
  await other.getByLabel('Digits').fill((await code()).short_code);
  await other.getByRole('button', { name: 'Check in' }).click();
  await expect(other.getByText('✓ Present')).toBeVisible();
  await expect(shown.getByText(`3 of ${students.length} came by QR code`)).toBeVisible({
    timeout: 15_000,
  });
  await shown.getByRole('button', { name: 'Switch off' }).click();
  await expect(shown.getByText('Check-in by QR code is off.')).toBeVisible();
  const address = new URL(shown.url());
  address.searchParams.set('date', '2026-11-19');
  await shown.goto(address.href);
  await expect(
    shown.getByText(/^This class does not take place on this day\. The next/),
  ).toBeVisible();
  await expect(shown.getByRole('button')).toHaveCount(0);
  await expectAccessible(shown);
});
