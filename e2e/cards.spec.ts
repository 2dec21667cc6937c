import { expectAccessible } from './accessibility.ts';
import { admin, expect, signIn, test } from './fixtures.ts';
import { choose, expectFits, field, row, searchFor, toasted } from './resources.ts';

const format = 'Card numbers';

test('an admin says what readers send, and forms show what is stored', async ({ page }) => {
  await signIn(page, admin, '/settings');
  const cards = page.getByRole('group', { name: 'Cards', exact: true });
  await expect(cards.getByRole('status')).toHaveCount(0);
  await choose(page, format, 'Hexadecimal');
  await expect(cards.getByRole('status')).toContainText(/^\d+ of \d+ stored cards would get/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize({ width: 1366, height: 850 });
  await choose(page, format, 'Decimal');
  await expect(cards.getByRole('status')).toContainText('0 of');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toasted(page, 'Updated Successfully')).toBeVisible();
  await expect(cards.getByRole('status')).toHaveCount(0);

  await page.goto('/teachers/add');
  const number = field(page, 'Card number');
  // A reader types into the field and ends with Enter: the form is not sent.
  await number.pressSequentially('04:A2:24:B1:');
  await expect(page.getByText('Stored as 77735089')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(number).toHaveValue('77735089');
  await expectAccessible(page);
  await field(page, 'First name').fill('Carda');
  await field(page, 'Last name').fill('Reader');
  await field(page, 'E-mail').fill('carda@demo.example');
  await field(page, 'Phone').fill('1');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toasted(page, 'Teacher added successfully')).toBeVisible();

  // The same card, as another reader sends it, is refused for a student.
  await page.goto('/students');
  await searchFor(page, 'S260021');
  const rfid = row(page, 'S260021').getByLabel('RFID number of S260021');
  await rfid.fill('0077735089');
  await rfid.press('Enter');
  await expect(page.getByText('is the card of a teacher').first()).toBeVisible();
  await rfid.fill('0x0A');
  await rfid.press('Enter');
  await expect(toasted(page, 'RFID Updated')).toBeVisible();
  await expect(rfid).toHaveValue('10');
});
