import { expectAccessible, findViolations, allRules } from './accessibility.ts';
import { api } from './api.ts';
import {
  account,
  admin,
  cardOf,
  expect,
  grace,
  openRoll,
  signIn,
  studentsWithCard,
  tapCard,
  test,
} from './fixtures.ts';
import { takePicture } from './guide-picture.ts';
import { newPhone, openOwnPage, openOwnRoll } from './own-pages.ts';
import { choose, expectFits, field, pick, row, searchFor } from './resources.ts';
import { closeRoll } from './roll-steps.ts';

test.use({ environment: { STUDENT_SIGN_IN: 'true' } });

test('the help of a page: by its button and by ?, for each role (R-GUIDE-2)', async ({ page }) => {
  await signIn(page, grace, '/dashboard');
  await expect(page.getByRole('region', { name: 'Current and Upcoming Classes' })).toBeVisible();
  await page.getByRole('button', { name: 'Help' }).click();
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help.getByRole('heading', { name: 'Your day' })).toBeVisible();
  await expect(help.getByText('Dashboard shows your classes of the day')).toBeVisible();
  await expect(help.locator('img')).toHaveJSProperty('complete', true);
  await expectAccessible(page);
  const whole = help.getByRole('link', { name: 'Whole guide' });
  await expect(whole).toHaveAttribute('href', '/guide/teacher.html#your-day');
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Help' })).toBeFocused();

  await page.goto('/students');
  await expect(row(page, 'S260').first()).toBeVisible();
  // In a field it is a character.
  await page.getByRole('searchbox').press('?');
  await expect(page.getByRole('searchbox')).toHaveValue('?');
  // Two question marks within a moment are those of a reader.
  await expect(page).toHaveURL(/search=/);
  await searchFor(page, '');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await expect(help.getByRole('heading', { name: 'A student’s attendance' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 1366, height: 850 });
  await page.goto('/dashboard');
  await page.locator('article[data-ongoing]').getByRole('link', { name: 'Start' }).click();
  await expect(page.getByRole('heading', { name: 'Manual attendance' })).toBeVisible();
  // The roll has keys of its own, and leads on to the guide.
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys.getByRole('link', { name: 'Guide: take the roll' })).toBeVisible();
  await expect(help).toHaveCount(0);
});

test('the help of an administrator’s page, and a guide that cannot be loaded @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/dashboard');
  const help = page.getByRole('dialog', { name: 'Help' });
  await page.route('**/guide/admin.html', (route) => route.abort());
  await page.getByRole('button', { name: 'Help' }).click();
  await expect(help.getByText('The guide could not be loaded')).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await help.getByRole('button', { name: 'Retry' }).click();
  await expect(help.getByRole('heading', { name: 'Change one date of a class' })).toBeVisible();
});

test('the guide’s pages are public, load no script, and fit a phone (R-GUIDE-1)', async ({
  page,
  server,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.resourceType()));
  for (const name of ['teacher', 'admin', 'account', 'student', 'setting-up']) {
    const answer = await page.goto(`/guide/${name}.html`);
    expect(answer?.headers()['content-security-policy']).toContain("default-src 'self'");
    await expect(page.locator('section').first()).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page, { runOnly: allRules })).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFits(page);
  }
  expect(
    loaded.filter((type) => !['document', 'stylesheet', 'image', 'other'].includes(type)),
  ).toEqual([]);
  await page.goto('/guide/');
  expect(await findViolations(page, { runOnly: allRules })).toEqual([]);
  await expectFits(page);
  await expect(page.getByRole('listitem')).toHaveCount(5);
  await page.getByRole('link', { name: 'Guide for teachers' }).click();
  await expect(page).toHaveURL(/\/guide\/teacher\.html$/);
  await page.getByRole('navigation', { name: 'On this page' }).getByText('Close a roll').click();
  await expect(page).toHaveURL(/#close-a-roll$/);
  expect((await fetch(`${server.base}/guide/nothing.html`)).status).toBe(404);
});

test('what the guide shows of a teacher’s day @detail', async ({ page }) => {
  await openRoll(page);
  const [id = ''] = await studentsWithCard(page);
  await tapCard(page, cardOf(id));
  await expect(page.getByTestId('tap')).toContainText('Attendance Marked successfully');
  await takePicture(page, 'roll', { height: 640 });

  await closeRoll(page);
  await expect(page.getByText(/^Roll closed at /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
  const undo = page.getByRole('button', { name: 'Undo: Roll closed' });
  await expect(undo).toBeVisible();
  await takePicture(page, 'close-roll', { isPage: true, height: 420 });
  await undo.click();
  await expect(page.getByText(/^Roll closed at /)).toHaveCount(0);

  await page.goto('/dashboard');
  const ongoing = page.locator('article[data-ongoing]');
  await expect(ongoing.getByRole('link', { name: 'Start' })).toBeVisible();
  await takePicture(page, 'dashboard', { height: 560 });

  await page.goto('/mytimesheet');
  await expect(row(page, '2026').first()).toContainText(/Pending|Completed/);
  await takePicture(page, 'timesheet', { isPage: true, height: 600 });

  await page.goto('/students/student-details?id=3');
  const overview = page.getByRole('region', { name: /^Attendance, Semester/ });
  await expect(overview).toBeVisible();
  await expect(page.getByRole('table', { name: 'Days, by week' })).toBeVisible();
  await takePicture(page, 'student', { isPage: true, height: 640 });

  await page.goto('/dashboard');
  await ongoing.getByRole('link', { name: 'Start' }).click();
  await page.getByRole('radio', { name: 'Seats' }).check({ force: true });
  await page.getByRole('link', { name: 'Make a seating plan' }).click();
  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.getByRole('menuitem', { name: 'By last name' }).click();
  await expect(page.getByText('Without a seat (0)')).toBeVisible();
  await takePicture(page, 'seating-plan', { isPage: true, height: 620 });
});

test('what the guide shows of a student’s page @detail', async ({ page, browser, server }) => {
  const { students } = await openOwnRoll(page);
  const [, student] = students;
  if (!student) throw new Error('The roll has no second student.');
  const phone = await newPhone(browser);
  await openOwnPage(phone, server.base, student);
  await expect(phone.getByRole('heading', { name: /^Today/ })).toBeVisible();
  await expect(phone.getByRole('link', { name: 'Help' })).toHaveAttribute(
    'href',
    '/guide/student.html',
  );
  await takePicture(phone, 'me', { height: 640 });
});

test('what the guide shows of an administrator’s work @detail', async ({ page }) => {
  await signIn(page, admin, '/dashboard');
  await expect(page.getByRole('region', { name: 'Today' })).toContainText(/Rolls taken\d+ of \d+/);
  await takePicture(page, 'overview', { height: 560 });

  await page
    .getByRole('button', { name: /^Change this class of/ })
    .first()
    .click();
  const cancel = page.getByRole('menuitem', { name: 'Cancel class …' });
  await expect(cancel).toBeVisible();
  await takePicture(page, 'one-date', {
    isPage: true,
    from: page.getByRole('heading', { name: 'Current and Upcoming Classes' }),
    until: page.getByRole('menu'),
  });
  await page.keyboard.press('Escape');

  await page.goto('/timetable/add');
  await pick(page, 'Subject', 'NUR101');
  await pick(page, 'Semester', '2026');
  await choose(page, 'Day of week', 'Wednesday');
  await field(page, 'Start time').fill('10:40');
  await field(page, 'End time').fill('11:00');
  await pick(page, 'Classroom', 'A1.01');
  const clashes = page.getByRole('region', { name: 'Clashes' });
  await expect(clashes).toContainText(/Room A1\.01 is needed by/);
  await takePicture(page, 'class-form', {
    isPage: true,
    from: page.getByRole('heading', { level: 1 }),
    until: page.locator('form'),
  });

  await page.goto('/students/cards');
  await expect(page.getByRole('textbox', { name: 'Card' })).toBeFocused();
  await tapCard(page, '7009999001');
  await page.getByRole('combobox', { name: 'Student' }).fill('an');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await takePicture(page, 'hand-out', { isPage: true, height: 560 });

  interface Person {
    first_name: string;
    last_name: string;
    date_of_birth: string;
  }
  const { results } = await api<{ results: Person[] }>(page, 'students/?limit=1');
  const [twin] = results;
  if (!twin) throw new Error('The demo has no students.');
  const { first_name, last_name, date_of_birth } = twin;
  await api(page, 'students/create/', {
    first_name,
    last_name,
    date_of_birth,
    student_id: 'S999999',
    phone_number: '+61 400 000999',
  });
  await page.goto('/checks');
  await expect(
    page.getByRole('navigation', { name: 'Checks' }).getByRole('link').first(),
  ).toBeVisible();
  await expect(page.locator('#check-title')).toBeVisible();
  await takePicture(page, 'checks', { isPage: true, height: 560 });

  await api(page, 'redlistrules/create/', { below: 85, least_meetings: 5 });
  await page.goto('/red-list-students');
  await expect(page.locator('tbody tr').first()).toContainText(/below 85%/);
  await takePicture(page, 'red-list', { isPage: true, height: 600 });
});

test('what the guide shows of a roll call of the building @detail', async ({ page }) => {
  await signIn(page, admin, '/who-is-here');
  await page.getByRole('button', { name: 'Start roll call' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start roll call' }).click();
  const people = page.locator('[data-person] > button');
  for (const at of [0, 1, 3]) await people.nth(at).click();
  await expect(page.locator('[data-person][data-accounted=true]')).toHaveCount(3);
  await takePicture(page, 'who-is-here', { isPage: true, height: 620 });
});

test('what the guide shows of an import that can be undone @detail', async ({ page }) => {
  await signIn(page, admin, '/students');
  await page.getByRole('button', { name: 'Bulk upload' }).click();
  const dialog = page.getByRole('dialog');
  const text = [
    'student_id,first_name,last_name,phone_number,date_of_birth',
    'S269401,Ana,Lopes,+61 1,2005-01-02',
    'S269402,Rui,Lopes,+61 2,2005-01-03',
  ].join('\n');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await dialog.getByRole('button', { name: 'Check the rows' }).click();
  await dialog.getByRole('button', { name: 'Upload 2 rows' }).click();
  await dialog.getByRole('button', { name: 'Undo…' }).click();
  await expect(page.getByRole('heading', { name: 'Upload: students' })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Rows of the change' }).getByRole('row'),
  ).toHaveCount(3);
  await takePicture(page, 'change-history', { isPage: true, height: 480 });
});

test('what the guide shows of accounts @detail', async ({ page }) => {
  await signIn(page, account, '/timesheet-admin-portal');
  await expect(row(page, '2026').first()).toBeVisible();
  await takePicture(page, 'portal', { isPage: true, height: 640 });
});
