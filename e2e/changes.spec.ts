import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { admin, expect, signIn, test } from './fixtures.ts';
import { expectFits, pick, toasted } from './resources.ts';

test('a holiday over days with marks, and a shortened semester, show the number of taken rolls before they are saved', async ({
  page,
}) => {
  await signIn(page, admin, '/holiday/add');
  await page.getByLabel('Name').fill('Flood');
  await page.getByLabel('Holiday from').fill('2026-11-11');
  await page.getByLabel('Holiday to').fill('2026-11-11');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const question = page.getByRole('dialog', { name: /\d+ rolls were taken/ });
  await expect(question).toContainText('Their marks stay and still count');
  await expect(question.getByRole('list', { name: 'Rolls taken' })).toContainText(
    /Wed, 11 Nov, \d\d:\d\d: [A-Z]{3}\d{3}, /,
  );
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Go back' }).click();
  await expect(page.getByText('Holiday added successfully')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await expect(page.getByText('Holiday added successfully')).toBeVisible();
});

test('a future holiday lists the affected classes before it is saved @detail', async ({ page }) => {
  await signIn(page, admin, '/holiday/add');
  await page.getByLabel('Name').fill('Storm');
  await page.getByLabel('Holiday from').fill('2026-11-25');
  await page.getByLabel('Holiday to').fill('2026-11-26');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  const question = page.getByRole('dialog', { name: /^\d+ classes do not take place$/ });
  const count = Number(/^\d+/.exec((await question.getByRole('heading').textContent()) ?? '')?.[0]);
  await expect(question.getByRole('listitem')).toHaveCount(count);
  await expect(question.getByRole('listitem').first()).toContainText('Wed, 25 Nov, 07:30: ');
  await expectAccessible(page);
  await expectFits(page);
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await expect(page.getByText('Holiday added successfully')).toBeVisible();
});

test('a leave over dates with marks shows which absences it excuses before it is saved, and before it is removed @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/leave/add');
  interface Mark {
    student_id: string;
    date: string;
    status: string;
  }
  const { results } = await api<{ results: Mark[] }>(page, 'attendance/?date=2026-11-10&limit=200');
  const absence = results.find(({ status }) => status === 'Absent');
  await pick(page, 'Student', absence?.student_id ?? '');
  await page.getByLabel('Leave from').fill(absence?.date ?? '');
  await page.getByLabel('Leave to').fill(absence?.date ?? '');
  await page.getByLabel('Faculty e-mail').fill('dean@demo.example');
  await page.getByLabel('Reason for leave').fill('Dentist');
  await page.locator('input[type=file]').setInputFiles({
    name: 'note.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF'),
  });
  await expect(page.getByText('Uploaded: note.pdf')).toBeVisible();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Marks were taken on these days' });
  await expect(question).toContainText(/absences? becomes? excused/);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await expect(page.getByText('Leave added successfully')).toBeVisible();
  await page.goto('/leave');
  const row = page.locator('[data-row]').filter({ hasText: 'Dentist' });
  await row.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const removal = page.getByRole('dialog');
  await expect(removal).toContainText(/absences? becomes? unexcused/);
  await expectAccessible(page);
  await removal.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});

test('a subject of weekly classes lists them before it is archived, and stays in their form @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/subjects?search=LEA301');
  const row = page.locator('[data-row]').filter({ hasText: 'LEA301' });
  await row.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  const question = page.getByRole('dialog', { name: /^Archive/ });
  await expect(question).toContainText(/\d+ weekly classes use it and are not changed: \w+ /);
  await question.getByRole('button', { name: 'Archive' }).click();
  await expect(row).toHaveCount(0);
  await page.goto('/timetable');
  await page
    .locator('[data-row]')
    .filter({ hasText: 'LEA301' })
    .first()
    .getByRole('button', { name: /^Options/ })
    .click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue(/LEA301.*\(archived\)/);
});

test('a room that future classes need is archived after they were moved to another @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/classroom');
  const row = page.locator('[data-row]').filter({ hasText: 'Lab 3' });
  const archive = async () => {
    await row.getByRole('button', { name: /^Options/ }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    const question = page.getByRole('dialog', { name: /^Archive/ });
    await question.getByRole('button', { name: 'Archive' }).click();
  };
  await archive();
  const refused = page.getByRole('dialog', { name: 'Classroom was not archived' });
  await expect(refused).toContainText(/This classroom is needed by \d+ classes to come/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await refused.getByRole('button', { name: 'Move the classes to another room' }).press('Enter');
  await page.setViewportSize({ width: 1366, height: 850 });
  await expect(page.getByRole('textbox', { name: 'Classroom', exact: true })).toHaveValue(/Lab 3/);
  await pick(page, 'New classroom', 'A1.01');
  await page.getByLabel('From when').fill('18/11/2026');
  await page.getByRole('button', { name: /^Change/ }).click();
  await expect(page.getByRole('button', { name: 'Undo the change' })).toBeVisible();
  await page.goto('/classroom');
  await archive();
  await expect(row).toHaveCount(0);
});

test('a teacher whom future classes need: a link leads to Teacher away @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/teachers');
  const row = page.locator('[data-row]').filter({ hasText: 'Ingrid' });
  await row.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  const question = page.getByRole('dialog', { name: /^Archive/ });
  await question.getByRole('button', { name: 'Archive' }).click();
  const refused = page.getByRole('dialog', { name: 'Teacher was not archived' });
  await refused.getByRole('button', { name: 'Teacher away' }).click();
  await expect(page.getByRole('heading', { name: 'Teacher away' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Teacher' })).toHaveValue(/Ingrid/);
});

test('the subject of a class with rolls changes: a new class takes over from a day, with its students', async ({
  page,
}) => {
  await signIn(page, admin, '/timetable');
  const { results } = await api<{ results: { id: number; subject: { id: number } }[] }>(
    page,
    'classschedule/?day_of_week=Tuesday&limit=1',
  );
  const [old] = results;
  const subjects = await api<{ results: { id: number; subject_code: string }[] }>(
    page,
    'subjects/?limit=5',
  );
  const other = subjects.results.find(({ id }) => id !== old?.subject.id);
  await page.goto(`/timetable/add?edit=${old?.id}`);
  await pick(page, 'Subject', other?.subject_code ?? '');
  await page.getByRole('textbox', { name: 'From when' }).fill('24/11/2026');
  await page.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: 'Add a class that takes over?' });
  await expect(question).toContainText('takes over from 24 Nov 2026');
  await expect(question).toContainText(/First of the new one: Tue, 24 Nov/);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
  await page.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: 'Add and end this one' }).click();
  await expect(toasted(page, 'The new class takes over from 24 Nov 2026')).toBeVisible();
  const after = await api<{ results: { id: number; subject: { id: number } }[] }>(
    page,
    'classschedule/?date=2026-11-24&limit=500',
  );
  expect(after.results.some(({ id }) => id === old?.id)).toBe(false);

  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(toasted(page, 'Undone')).toBeVisible();
  const again = await api<{ results: { id: number }[] }>(
    page,
    'classschedule/?date=2026-11-24&limit=500',
  );
  expect(again.results.some(({ id }) => id === old?.id)).toBe(true);
  expect(again.results).toHaveLength(after.results.length);
});
