import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { added, given, giveToFirst } from './card-steps.ts';
import { admin, expect, signIn, tapCard, test } from './fixtures.ts';
import {
  choose,
  confirmed,
  expectFits,
  field,
  readPdf,
  row,
  rowOption,
  searchFor,
  toasted,
  chooseMore,
} from './resources.ts';

const format = 'Card numbers';

test('an admin says what readers send, and forms show what is stored', async ({ page }) => {
  await signIn(page, admin, '/settings');
  const cards = page.getByRole('group', { name: 'Cards', exact: true });
  const note = cards.getByRole('status').filter({ hasText: 'stored cards' });
  await expect(note).toHaveCount(0);
  await choose(page, format, 'Hexadecimal');
  await expect(note).toContainText(/^\d+ of \d+ stored cards would get/);
  await expectAccessible(page);
  await expectFitsPhone(page);
  await choose(page, format, 'Decimal');
  await expect(note).toContainText('0 of');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toasted(page, 'Updated Successfully')).toBeVisible();
  await expect(note).toHaveCount(0);

  await page.goto('/teachers/add');
  const number = field(page, 'Card number');
  await field(page, 'First name').fill('Carda');
  await field(page, 'Last name').fill('Reader');
  await field(page, 'E-mail').fill('carda@demo.example');
  await field(page, 'Phone').fill('1');
  await expectAccessible(page);
  // A reader types into the field and ends with Enter: the form is not sent.
  await number.pressSequentially('04:A2:24:B1:');
  await expect(page.getByText('Stored as 77735089')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(number).toHaveValue('77735089');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toasted(page, 'Teacher added successfully')).toBeVisible();

  // The same card, as another reader sends it, is refused for a student.
  await page.goto('/students/add');
  await field(page, 'First name').fill('Ann');
  await tapCard(page, '0x77735089');
  // Wherever the focus is: the field stays as it was, and nothing is sent.
  await expect(field(page, 'RFID number')).toHaveValue('2004045961');
  await expect(field(page, 'First name')).toHaveValue('Ann');
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

async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize({ width: 1366, height: 850 });
}

test('a lost card is taken off, remembered, and no other student’s until it was returned @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/students');
  await added(page, 'C1', { rfid_number: '880101' });
  await added(page, 'C2');
  await searchFor(page, 'Cardholder');
  await rowOption(page, 'FirstC1', 'Card is lost');
  await expectAccessible(page);
  await confirmed(page, 'It is lost');
  await expect(toasted(page, 'RFID Updated')).toBeVisible();
  const one = page.getByLabel('RFID number of C1', { exact: true });
  await expect(one).toHaveValue('');
  await one.fill('880102');
  await one.press('Enter');
  await expect(one).toHaveValue('880102');
  // Another number: why the present one ends.
  await one.fill('880103');
  await page.getByLabel('Why card 880102 of C1 ends').selectOption('Entered by mistake');
  await one.press('Enter');
  await expect(page.getByLabel('Why card 880102 of C1 ends')).toHaveCount(0);

  const other = page.getByLabel('RFID number of C2', { exact: true });
  await other.fill('880101');
  await other.press('Enter');
  await expect(
    page.getByText(/^This card of FirstC1 Cardholder \(C1\) was reported lost on/).first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'C1', exact: true }).click();
  const cards = page.getByRole('region', { name: 'Cards', exact: true });
  await expect(cards.getByRole('row')).toHaveText([
    /Number/,
    /880103.*Ada Marsh.*Present card.*Lost/,
    /880102.*Ada Marsh/,
    /880101.*Ada Marsh/,
  ]);
  await expectAccessible(page);
  await cards.getByLabel('Why card 880101 ended').selectOption('Returned');
  await expect(toasted(page, 'Edited Successfully')).toBeVisible();
  await expectFitsPhone(page);
  await page.goBack();
  await other.fill('880101');
  await other.press('Enter');
  await expect(toasted(page, 'RFID Updated')).toBeVisible();

  // The form asks as well, for another number alone.
  await page.goto('/students');
  await searchFor(page, 'FirstC2');
  await page.getByRole('link', { name: 'C2', exact: true }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  const number = field(page, 'RFID number');
  await expect(number).toHaveValue('880101');
  await expect(page.getByLabel('Card 880101')).toHaveCount(0);
  await number.fill('880104');
  await choose(page, 'Card 880101', 'Lost');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await confirmed(page, 'Save');
  await expect(cards.getByLabel('Why card 880101 ended')).toHaveValue('lost');
});

test('cards are handed out one after the other, by the reader and the keyboard', async ({
  page,
}) => {
  await signIn(page, admin, '/students');
  const holder = await added(page, 'H1', { card_print_status: 'awaiting_collection' });
  await added(page, 'H2');
  await chooseMore(page, 'Hand out cards');
  await expect(page).toHaveURL(/students\/cards/);
  await expect(page.getByRole('textbox', { name: 'Card', exact: true })).toBeFocused();
  await expectAccessible(page);

  await tapCard(page, '880201');
  await expect(page.getByText('880201 is free.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Student', exact: true })).toBeFocused();
  // Not typed: on a busy machine keys arrive together, as those of a reader do.
  const search = page.getByRole('combobox', { name: 'Student', exact: true });
  await search.fill('FirstH');
  const options = page.getByRole('option');
  await expect(options).toHaveText([/FirstH1 Cardholder.*H1.*awaiting collection/, /FirstH2/]);
  await expectAccessible(page);
  // Readers type Enter, too.
  await page.keyboard.press('Enter');
  await expect(page.getByText('Choose one with the arrow keys')).toBeVisible();
  await expect(given(page)).toContainText('Nothing yet.');
  await giveToFirst(page);
  await expect(given(page)).toContainText('FirstH1 Cardholder (H1) was given card 880201');
  await expect(given(page)).toContainText('Card print status: Collected.');
  await expect(page.getByRole('textbox', { name: 'Card', exact: true })).toBeFocused();

  // Who tapped a card that was not read whole is not given the card before.
  await tapCard(page, '880202');
  await expect(page.getByText('880202 is free.')).toBeVisible();
  await tapCard(page, '9880202', { pauseBefore: 2 });
  const problems = page.getByRole('alert');
  await expect(problems.filter({ hasText: 'Card not read, tap again' })).toBeVisible();
  await expect(problems.filter({ hasText: 'Card 880202 was not taken' })).toBeVisible();
  await expect(page.getByText('880202 is free.')).toHaveCount(0);
  await expectAccessible(page);

  // A card that is read while a student is searched: the field stays as it was typed.
  await tapCard(page, '880202');
  await expect(page.getByText('880202 is free.')).toBeVisible();
  await search.fill('First');
  await tapCard(page, '880201');
  await expect(page.getByText('880201 is the card of FirstH1 Cardholder (H1).')).toBeVisible();
  await search.fill('FirstH2');
  await expect(options).toHaveCount(1);
  await giveToFirst(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(
    'It is the card of FirstH1 Cardholder (H1), who then has none.',
  );
  await expectAccessible(page);
  // The next card waits for the answer.
  await tapCard(page, '880203');
  await expect(dialog).toContainText('Give card 880201 to FirstH2 Cardholder (H2)?');
  await dialog.getByRole('button', { name: 'Give the card' }).click();
  await expect(given(page)).toContainText('FirstH1 Cardholder has no card now.');
  await expect(page.getByText('880203 is free.')).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByRole('button', { name: /^Undo: FirstH2 Cardholder/ }).click();
  await expect(given(page)).toContainText(
    'Undone: card 880201 was taken back from FirstH2 Cardholder (H2)',
  );
  const { results } = await api<{ results: { student_id: string; rfid_number: string | null }[] }>(
    page,
    'students/?search=FirstH',
  );
  expect(results.map(({ student_id, rfid_number }) => [student_id, rfid_number])).toEqual([
    ['H1', '880201'],
    ['H2', null],
  ]);

  // From a roll that does not know a card.
  await page.goto('/dashboard');
  await page
    .getByRole('link', { name: /^Start/ })
    .first()
    .click();
  await expect(page.getByText('Ready for cards and IDs.')).toBeVisible();
  await api(page, `students/${holder.id}/`, { rfid_number: null, card_reason: 'lost' }, 'PATCH');
  await tapCard(page, '880201');
  await expect(page.getByTestId('tap')).toContainText(
    'This card of FirstH1 Cardholder (H1) was reported lost on 18 November 2026',
  );
  await expect(page.getByRole('link', { name: 'Give this card to a student' })).toHaveCount(0);
  await tapCard(page, '880299');
  await page.getByRole('link', { name: 'Give this card to a student' }).click();
  await expect(page.getByText('880299 is free.')).toBeVisible();
  await search.fill('FirstH2');
  await expect(options).toHaveCount(1);
  await options.click();
  await page.getByRole('button', { name: 'Give 880299 to FirstH2 Cardholder (H2)' }).click();
  await expect(given(page)).toContainText('FirstH2 Cardholder (H2) was given card 880299');
});

test('a card that is read while the one before is given is next, whole', async ({ page }) => {
  await signIn(page, admin, '/students');
  for (const at of [1, 2, 3]) await added(page, `W${at}`);
  await page.route('**/attendance/cards/hand-out/', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 250));
    await route.continue();
  });
  await chooseMore(page, 'Hand out cards');
  const search = page.getByRole('combobox', { name: 'Student', exact: true });
  await expect(page.getByRole('textbox', { name: 'Card', exact: true })).toBeFocused();
  await tapCard(page, '880301');
  for (const [at, wait] of [20, 200, 240].entries()) {
    await expect(page.getByText(`88030${at + 1} is free.`)).toBeVisible();
    await search.fill(`FirstW${at + 1}`);
    await expect(page.getByRole('option')).toHaveCount(1);
    await giveToFirst(page);
    await page.waitForTimeout(wait);
    await tapCard(page, `88030${at + 2}`);
    await expect(given(page)).toContainText(
      `FirstW${at + 1} Cardholder (W${at + 1}) was given card 88030${at + 1}`,
    );
  }
  await expect(page.getByText('880304 is free.')).toBeVisible();
});

test('cards are printed with a number of their own, in both sizes', async ({ page }) => {
  await signIn(page, admin, '/students');
  for (let at = 1; at <= 12; at++) await added(page, `P${at}`, { last_name: 'Printable' });
  await api(page, 'students/create/', {
    student_id: 'P13',
    first_name: '明',
    last_name: 'Printable',
    phone_number: '1',
    date_of_birth: '2005-01-02',
    rfid_number: '880399',
  });
  await searchFor(page, 'Printable');
  await page.getByLabel('Select all rows').check();
  await page.getByRole('button', { name: 'Print cards…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('13 cards, 12 with a new number.');
  await expectAccessible(page);
  await expectFitsPhone(page);
  const print = async () => {
    const started = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Create PDF' }).click();
    return readPdf(await started);
  };
  const single = await print();
  await expect(
    toasted(page, '13 cards created, 1 without a code: awaiting collection'),
  ).toBeVisible();
  // 85.6 × 53.98 mm.
  expect(single.pages).toBe(13);
  expect(single.sizes[0]).toEqual([243, 153]);
  const { results } = await api<{
    results: { student_id: string; rfid_number: string; card_print_status: string }[];
  }>(page, 'students/?search=Printable&limit=20');
  for (const { student_id, rfid_number, card_print_status } of results) {
    expect(single.text).toContain(student_id);
    expect(card_print_status).toBe('awaiting_collection');
    if (student_id === 'P13') expect(single.text).not.toContain('880399');
    else {
      expect(rfid_number).toMatch(/^[1-9]\d{13}$/);
      expect(single.text).toContain(rfid_number);
    }
  }

  await page.getByLabel('Select all rows').check();
  await page.getByRole('button', { name: 'Print cards…' }).click();
  await expect(dialog).toContainText('13 cards.');
  await dialog.getByLabel(/^A4/).check();
  await dialog.getByLabel('QR code').check();
  await dialog.getByLabel('Also print the numbers of cards with a chip').check();
  const sheets = await print();
  expect(sheets.sizes).toEqual([
    [595, 842],
    [595, 842],
  ]);
  expect(sheets.text).toContain('880399');
  // Printing again prints the same numbers.
  expect(sheets.text).toContain(results[0]!.rfid_number);
});
