import type { Semester } from '#contract/timetable/semester.ts';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { expectNothingCovered } from './covered-controls.ts';
import { account, admin, expect, signIn, test } from './fixtures.ts';
import { choose, confirmed, expectFits, field, pick, rowOption, toasted } from './resources.ts';

test('a new student: the next ID is proposed, and next steps are offered', async ({ page }) => {
  await signIn(page, account, '/students/add');
  const proposal = page.getByRole('button', { name: /^Use the next one: / });
  await field(page, 'Student ID').focus();
  const id = (await proposal.textContent())!.replace('Use the next one: ', '');
  await proposal.click();
  await expect(field(page, 'Student ID')).toHaveValue(id);
  await expect(field(page, 'Student ID')).toBeFocused();
  await expect(field(page, 'E-mail')).toHaveValue(`${id.toLowerCase()}@students.demo.example`);
  await expect(proposal).toHaveCount(0);
  for (const [label, value] of Object.entries({
    'First name': 'Ida',
    'Last name': 'Neu',
    'Date of birth': '2005-06-07',
    'Phone number': '+61 1',
  })) {
    await field(page, label).fill(value);
  }
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toasted(page, 'Student Added Successfully.')).toBeVisible();

  const offer = page.getByRole('alert').filter({ hasText: `${id} Ida Neu was added` });
  await expect(offer.getByRole('link', { name: 'Photograph' })).toHaveAttribute(
    'href',
    /\/students\/add\?edit=\d+/,
  );
  await expect(proposal).not.toContainText(id);
  await expectAccessible(page);
  await offer.getByRole('button', { name: 'Add another' }).click();
  await expect(page.locator('form [data-path]').first()).toBeFocused();

  await offer.getByRole('link', { name: 'Enrol' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Enroll by cohort' })).toBeVisible();
  await expect(page.locator('form')).toContainText('Ida Neu');
});

for (const [width, height] of [
  [1366, 850],
  [390, 844],
] as const)
  test(`at ${width} pixels a form whose picker cannot be loaded shows an error, covers no control with it, and is not sent @detail`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.route('**/attendance/courses/**', (route) =>
      route.fulfill({ status: 500, json: { detail: 'no' } }),
    );
    await signIn(page, account, '/subjects/add');
    await expect(
      page
        .locator('.mantine-InputWrapper-error')
        .filter({ hasText: 'Error loading Course options' }),
    ).toBeVisible();
    await field(page, 'Subject name').fill('X');
    await field(page, 'Subject code').fill('X1');
    await choose(page, 'Year', 'Year 1');
    await pick(page, 'Specialization', 'Acute Care');
    await pick(page, 'Teacher', 'Keiko Mori');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expectNothingCovered(page, 'Please Resolve this issue first to submit!');
  });

test('a picker loads more while scrolling @detail', async ({ page }) => {
  await signIn(page, admin, '/leave/add');
  await field(page, 'Student').click();
  await expect(page.getByRole('option')).toHaveCount(20);
  await page.getByRole('option').last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('option')).toHaveCount(40);
});

test('an edit of a missing record, and an edit that the server refuses @detail', async ({
  page,
}) => {
  // The address of a teacher who was paid is changed by accounts.
  await signIn(page, account, '/teachers/add?edit=424242');
  await expect(page.getByRole('alert')).toContainText('This teacher was not found');
  await page.goto('/teachers?search=Omar');
  await rowOption(page, 'Omar', 'Edit');
  await field(page, 'E-mail').fill('grace.hall@demo.example');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toasted(page, 'already exists in email')).toBeVisible();
  await expect(field(page, 'E-mail')).toBeFocused();
});

test('a conflicting edit shows what changed, and keeps what was entered @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/semester');
  const [{ id, batch } = { id: 0, batch: '' }] = (
    await api<{ results: Semester[] }>(page, 'semesters/?limit=1')
  ).results;
  const others = (body: object) => api(page, `semesters/${id}/`, body, 'PATCH');
  const open = async () => {
    await page.goto(`/semester/add?edit=${id}`);
    await expect(page.getByRole('heading', { name: 'Edit semester' })).toBeVisible();
  };
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await confirmed(page, 'Save');
  };
  const end = field(page, 'Semester end date');
  const question = page.getByRole('dialog', { name: 'Changed meanwhile' });
  const changed = question.getByRole('list', { name: 'What changed' });
  await open();
  await others({ batch: '2027' });
  await end.fill('31/03/2027');
  await save();
  await expect(question).toContainText('You changed this semester meanwhile.');
  await expect(changed).toHaveText(`Batch: ${batch} → 2027`);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize({ width: 1366, height: 850 });
  await question.getByRole('button', { name: 'Go on editing' }).press('Enter');
  await expect(end).toHaveValue('31/03/2027');
  await save();
  await question.getByRole('button', { name: 'Take theirs' }).press('Enter');
  await expect(field(page, 'Batch')).toHaveValue('2027');
  await expect(end).not.toHaveValue('31/03/2027');

  await others({ semester_end_date: '2027-03-30' });
  await end.fill('29/03/2027');
  await save();
  await expect(changed).toContainText('→ 2027-03-30 (you changed it too)');
  await question.getByRole('button', { name: 'Save anyway' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Semester', exact: true })).toBeVisible();
  const saved = await api<Semester>(page, `semesters/${id}/`);
  expect(saved).toMatchObject({ batch: '2027', semester_end_date: '2027-03-29' });
});
