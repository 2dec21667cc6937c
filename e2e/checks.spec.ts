import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { admin, expect, grace, signIn, test } from './fixtures.ts';
import { expectFits } from './resources.ts';

test('checks list findings, and link to the pages that fix them', async ({ page }) => {
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

  const { results: classes } = await api<{
    results: {
      subject: { id: number };
      semester: { id: number };
      teacher: { id: number };
      classroom: { id: number };
    }[];
  }>(page, 'classschedule/?limit=1');
  const { subject, semester, teacher, classroom } = classes[0]!;
  const added = await api<{ id: number }>(page, 'classschedule/create/', {
    class_type: 'Lecture',
    day_of_week: 'Tuesday',
    start_time: '06:00',
    end_time: '06:30',
    subject_id: subject.id,
    semester_id: semester.id,
    teacher_id: teacher.id,
    classroom_id: classroom.id,
  });

  await page.goto('/checks');
  const kinds = page.getByRole('navigation', { name: 'Checks' });
  await expect(
    kinds.getByRole('link', { name: 'Students who may be the same person 1' }),
  ).toBeVisible();
  await expect(kinds).not.toContainText('pay code');
  await kinds.getByRole('link', { name: /^Classes without students/ }).click();
  await expect(page).toHaveURL(/kind=classes_without_students/);
  const empty = page.getByRole('list', { name: 'Classes without students' });
  await expect(empty).toContainText('Tuesday 06:00');
  await expect(empty.getByRole('link', { name: 'Enrol students' })).toHaveAttribute(
    'href',
    new RegExp(`id=.*${added.id}`),
  );
  await kinds.getByRole('link', { name: /^Enrolments outside/ }).click();
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

  await page.goto(`/attendance/add?id=${added.id}&date=2026-11-17`);
  await expect(page.getByText('No student has ever been enrolled in it.')).toBeVisible();
  await expectAccessible(page);
});

test('a teacher has no checks @detail', async ({ page }) => {
  await signIn(page, grace, '/checks');
  await expect(page.getByText("The page you're looking for is not accessible!")).toBeVisible();
});
