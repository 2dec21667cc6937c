import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { admin, expect, grace, signIn, test } from './fixtures.ts';
import { expectFits } from './resources.ts';

test('checks name what should be looked at, and lead to what mends it', async ({ page }) => {
  await signIn(page, admin, '/dashboard');
  interface Student {
    first_name: string;
    last_name: string;
    date_of_birth: string;
  }
  const { results } = await api<{ results: Student[] }>(page, 'students/?limit=1');
  const { first_name, last_name, date_of_birth } = results[0]!;
  await api(page, 'students/create/', {
    first_name,
    last_name,
    date_of_birth,
    student_id: 'S999999',
    phone_number: '+61 400 000999',
  });

  await page.goto('/checks');
  const kinds = page.getByRole('navigation', { name: 'Checks' });
  await expect(
    kinds.getByRole('link', { name: 'Students who may be the same person 1' }),
  ).toBeVisible();
  await expect(kinds).not.toContainText('pay code');
  await kinds.getByRole('link', { name: /^Classes without students/ }).click();
  await expect(page).toHaveURL(/kind=classes_without_students/);
  await expect(page.getByText('Nothing found')).toBeVisible();
  await kinds.getByRole('link', { name: /^Students who may/ }).click();
  const same = page.getByRole('list', { name: 'Students who may be the same person' });
  await expect(same).toContainText(`and ${first_name} ${last_name} (S999999)`);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectAccessible(page);
  await kinds.getByRole('link', { name: 'Students without classes 1' }).click();
  const without = page.getByRole('list', { name: 'Students without classes' });
  await without.getByRole('link', { name: 'Enrol' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/enroll-by-cohort\/add\?student=\d+/);
  await expect(page.getByText(`S999999`).first()).toBeVisible();
});

test('a teacher is not led to checks', async ({ page }) => {
  await signIn(page, grace, '/checks');
  await expect(page.getByText("The page you're looking for is not accessible!")).toBeVisible();
});
