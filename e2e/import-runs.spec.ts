import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { admin, expect, openTool, signIn, test } from './fixtures.ts';
import { expectFits } from './resources.ts';

/** Classes on Saturdays at seven, and an event that is none. */
const calendar = (summary: string, room: string) =>
  [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:saturdays@other',
    `SUMMARY:${summary}`,
    `LOCATION:${room}`,
    'DTSTART:20250104T070000',
    'DTEND:20250104T075000',
    'RRULE:FREQ=WEEKLY',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:staff@other',
    'SUMMARY:Staff day',
    'DTSTART;VALUE=DATE:20250106',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
const file = (text: string, name = 'autumn.ics') => ({
  name,
  mimeType: 'text/calendar',
  buffer: Buffer.from(text),
});

test('a calendar is checked, its question answered, imported, and undone (R-IMPORT-1)', async ({
  page,
}) => {
  await signIn(page, admin, '/');
  await openTool(page, 'Exchange', 'Import');
  await expect(page.getByText('No import yet')).toBeVisible();
  await expectAccessible(page);

  const input = page.locator('input[type=file]');
  await input.setInputFiles(file('x', 'classes.pdf'));
  await expect(page.getByRole('alert')).toHaveText(
    'Only these files are accepted here: .zip (OneRoster), .ics or .xml or .txt or .zip (Timetable), .csv or .xlsx or .xlsm or .tsv or .tab or .txt or .text (Students), .zip (Photos).',
  );
  await expectAccessible(page);

  await input.setInputFiles(file('', 'empty.ics'));
  await expect(page.getByRole('alert')).toHaveText('The file is empty.');

  await input.setInputFiles(file(calendar('Pottery', 'Kiln 7')));
  const open = page.getByRole('heading', { name: '2 questions are open' });
  await expect(open).toBeFocused();
  await expect(page.getByRole('region', { name: 'Left out' })).toContainText(
    'Staff day lasts whole days: it is no class',
  );
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await expectAccessible(page);

  // The address has its id: leaving and coming back shows it again.
  await page.goto('/import');
  await page.getByRole('link', { name: 'autumn.ics' }).click();
  await expect(open).toBeVisible();
  await expect(page.getByText(/^Times are in \w+/)).toBeVisible();
  await chooseSubject(page);
  await page.getByRole('combobox', { name: /Room “Kiln 7”/ }).selectOption('new');
  await expect(
    page.getByRole('heading', { name: 'All questions have answers: check again' }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(
    page.getByRole('heading', { name: /^This import would add 1 classroom, 1 class/ }),
  ).toBeFocused();
  const counts = page.getByRole('region', { name: 'What would be imported' });
  await expect(counts.getByRole('row', { name: /^classes 1 0 0 0 0/ })).toBeVisible();
  // Each number opens what it counts (R-IMPORT-11).
  const changes = page.getByRole('region', { name: 'What would change' });
  await counts
    .getByRole('row', { name: /^classrooms/ })
    .getByRole('button')
    .click();
  await expect(
    page.getByRole('heading', { name: 'What would change: 1 classroom added' }),
  ).toBeFocused();
  await expect(changes.getByRole('row', { name: /Room: Kiln 7/ })).toBeVisible();
  await expectAccessible(page);
  await changes.getByRole('button', { name: 'Show all changes' }).click();
  await expect(
    changes.getByRole('row', { name: /Saturdays 07:00, room Kiln 7.*Saturdays 07:00–07:50/ }),
  ).toBeVisible();
  const lines = page.waitForEvent('download');
  await changes.getByRole('button', { name: 'Changes as CSV' }).click();
  expect((await lines).suggestedFilename()).toMatch(/^Import-\d+-changes-.*\.csv$/);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Staff day lasts whole days' }),
  ).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  // Changed once more, there is a reason why it cannot be imported.
  const room = page.getByRole('combobox', { name: /Room “Kiln 7”/ });
  await room.selectOption('-');
  await expect(
    page.getByRole('heading', { name: 'You changed answers: check again' }),
  ).toBeVisible();
  await room.selectOption('new');

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Import this file?' });
  await expect(question).toContainText('It adds 1 classroom, 1 class');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByRole('heading', { name: /^Imported: added 1 classroom/ })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText(
    '1 room is made without seats (Kiln 7)',
  );
  await expectAccessible(page);
  await page.getByRole('link', { name: 'enter how many seats they have' }).click();
  // The list of changes has rows of the room, too.
  await expect(page.getByRole('heading', { name: 'Classroom', level: 1 })).toBeVisible();
  await expect(page.getByRole('row', { name: /Kiln 7/ })).toBeVisible();
  await page.goBack();

  await page.getByRole('link', { name: 'The recorded change' }).click();
  await page.getByRole('button', { name: 'Undo…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Undo \d+ rows?$/ })
    .click();
  await expect(page.getByText(/^\d+ rows? undone$/)).toBeVisible();

  // The next file of the calendar is answered as this one was (R-IMPORT-12).
  await page.goto('/import');
  await input.setInputFiles(file(calendar('Pottery', 'Kiln 7')));
  await expect(page.getByText(/^As answered last time\./)).toHaveCount(2);
  await expect(page.getByRole('heading', { name: /^This import would add/ })).toBeFocused();
  await page.getByRole('combobox', { name: /Room “Kiln 7”/ }).selectOption('-');
  await expect(page.getByText(/^As answered last time\./)).toHaveCount(1);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await expectFits(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.goto('/import');
  await expect(
    page.getByRole('group', { name: 'Latest imports' }).getByRole('row', { name: /autumn\.ics/ }),
  ).toContainText('Undone');
});

/** The second subject of the list: there may be many, which are searched, or few. */
async function chooseSubject(page: Page): Promise<void> {
  const subject = page.getByLabel(/^Subject of “Pottery”/).first();
  if (await subject.evaluate((element) => element.tagName === 'SELECT')) {
    await subject.selectOption({ index: 2 });
    return;
  }
  await subject.click();
  await page.getByRole('option').nth(1).click();
}

test('a file that is no calendar has an error, and is discarded @detail', async ({ page }) => {
  await signIn(page, admin, '/import');
  await page.locator('input[type=file]').setInputFiles(file('no calendar', 'broken.ics'));
  await expect(page.getByRole('heading', { name: 'This file cannot be used' })).toBeFocused();
  await expect(page.getByRole('region', { name: /^Errors/ })).toContainText(
    'This is neither an iCalendar file (BEGIN:VCALENDAR is missing) nor a timetable of aSc Timetables or Untis (GPU001.TXT)',
  );
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/import');
  const card = page.getByRole('listitem').filter({ hasText: 'broken.ics' });
  await expect(card).toContainText('Cannot be used');
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole('link', { name: 'broken.ics' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Report as CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^Import-\d+-.*\.csv$/);
  await page.getByRole('button', { name: 'Discard' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Import', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'broken.ics' })).toHaveCount(0);
});

test('the search leads to the OneRoster export, which saves a ZIP file (R-ROSTER-10)', async ({
  page,
}) => {
  await signIn(page, admin, '/');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('oneroster export');
  await page.getByRole('option', { name: /^Export for another system/ }).click();
  const button = page.getByRole('button', { name: 'Export for another system (OneRoster)' });
  await expect(button).toBeFocused();
  await expectAccessible(page);
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^oneroster-\d{4}-\d\d-\d\d\.zip$/);
  const names = (await readFile(await file.path())).toString('latin1');
  expect(names).toContain('manifest.csv');
  expect(names).toContain('users.csv');
});
