import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import {
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

const rows = (page: Page) => page.locator('tr[data-student]');
const status = (page: Page, id: string) => page.locator(`tr[data-student="${id}"]`);

/** Number of students whose rows are fully visible and whose marks can be pressed. */
const inSight = (page: Page) =>
  rows(page).evaluateAll(
    (all) =>
      all.filter((row) => {
        const button = row.querySelector('button')!.getBoundingClientRect();
        const seen = document.elementFromPoint(
          button.x + button.width / 2,
          button.y + button.height / 2,
        );
        return row.getBoundingClientRect().bottom <= window.innerHeight && row.contains(seen);
      }).length,
  );

/** The address of the open roll with another date. */
const on = (page: Page, date: string) => {
  const address = new URL(page.url());
  address.searchParams.set('date', date);
  return address.pathname + address.search;
};

/** Gives all students long names, and finds names that overlap their IDs. */
const namesOverIds = (page: Page) =>
  page.locator('tr[data-student]').evaluateAll((rows) => {
    for (const row of rows)
      row.querySelector('b')!.textContent = 'Maria-Magdalena Featherstonehaugh-Cholmondeley';
    const textOf = (part: Element) => {
      const range = document.createRange();
      range.selectNode(part.firstChild!);
      return range.getBoundingClientRect();
    };
    return rows.flatMap((row) => {
      const [name, id] = [
        textOf(row.querySelector('b')!),
        textOf([...row.querySelectorAll('td')].find((cell) => /^S\d/.test(cell.textContent))!),
      ];
      const apart = name.bottom <= id.top + 4 || name.right <= id.left;
      return apart ? [] : [[name.bottom, id.top, name.right, id.left].map(Math.round).join(' ')];
    });
  });

test.describe('the roll starts on the first screen', () => {
  for (const [width, height, students] of [
    [1366, 850, 10],
    [390, 844, 4],
  ] as const) {
    test(`at ${width} × ${height} ${students} students can be marked without scrolling, also after a tap`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await openRoll(page);
      await expect.poll(() => inSight(page)).toBeGreaterThanOrEqual(students);
      const [first] = (await studentsWithCard(page)) as [string];
      await tapCard(page, cardOf(first));
      await expect(status(page, first)).toHaveAttribute('data-status', 'Present');
      await expect(page.getByTestId('tap')).toContainText(first);
      // The message about the mark is visible as well.
      await expect(page.locator('.mantine-Notification-root').first()).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.locator('.mantine-Notification-root')).toHaveCount(0);
      expect(await inSight(page)).toBeGreaterThanOrEqual(students);
      const name = page.getByTestId('tap').locator('p').first();
      expect(
        parseFloat(await name.evaluate((it) => getComputedStyle(it).fontSize)),
      ).toBeGreaterThanOrEqual(24);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      );
      await expectAccessible(page);
      // Long names have room of their own, on a tablet too.
      await expect.poll(() => namesOverIds(page)).toEqual([]);
      await page.setViewportSize({ width: 820, height });
      await expect.poll(() => namesOverIds(page)).toEqual([]);
    });
  }
});

test('the roll is taken by keyboard alone', async ({ page }) => {
  await openRoll(page);
  const [one, two] = (await rows(page).evaluateAll((all) =>
    all.slice(20, 22).map((row) => row.getAttribute('data-student')!),
  )) as [string, string];
  const field = page.getByLabel('Card number or student ID');
  await expect(field).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByText('take back what was done last')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).first().getByRole('button', { name: 'Present' })).toBeFocused();
  await status(page, one).getByRole('button', { name: 'Present' }).focus();
  await page.keyboard.press('p');
  await expect(status(page, one)).toHaveAttribute('data-status', 'Present');
  await page.keyboard.press('ArrowDown');
  await expect(status(page, two).getByRole('button', { name: 'Present' })).toBeFocused();
  await page.keyboard.press('a');
  await expect(status(page, two)).toHaveAttribute('data-status', 'Absent');
  await page.keyboard.press('Control+z');
  await expect(status(page, two)).toHaveAttribute('data-status', 'N/A');
  await page.keyboard.press('?');
  await expect(page.getByText('take back what was done last')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await status(page, two).getByRole('button', { name: 'Present' }).focus();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Card number or student ID')).toBeFocused();
});

test('a dialog requested before the page was painted opens once it is @detail', async ({
  page,
}) => {
  await openRoll(page);
  await page.addInitScript(() => {
    const held: FrameRequestCallback[] = [];
    const paint = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (frame) => held.push(frame);
    window.addEventListener('paint-again', () => {
      window.requestAnimationFrame = paint;
      for (const frame of held.splice(0)) paint(frame);
    });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Keys' }).focus();
  await page.keyboard.press('Enter');
  await page.evaluate(() => window.dispatchEvent(new Event('paint-again')));
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
});

test('rejected taps stay visible until they are dismissed, however many follow @detail', async ({
  page,
}) => {
  await openRoll(page);
  await tapCard(page, '1234567890');
  await expect(page.getByTestId('tap')).toContainText('No student has this card or ID');
  const students = await studentsWithCard(page);
  for (const id of students.slice(0, 12)) {
    await tapCard(page, cardOf(id));
    await expect(page.getByTestId('tap')).toContainText(id);
  }
  const refused = page.getByRole('group', { name: 'Refused taps' });
  await expect(refused).toContainText('1 not taken: 1234567890');
  await expect(page.getByRole('list', { name: 'Last taps' }).getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  await refused.getByRole('button', { name: 'Dismiss' }).click();
  await expect(refused).toHaveCount(0);
});

test('text that is typed quickly before a card tap stays, and the card is read @detail', async ({
  page,
}) => {
  await openRoll(page);
  const id = (await page.locator('tr[data-status="N/A"]').last().getAttribute('data-student'))!;
  await page.getByRole('button', { name: 'Notes' }).click();
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.pressSequentially('came late ');
  await tapCard(page, id);
  await expect(status(page, id)).toHaveAttribute('data-status', 'Present');
  await expect(note).toHaveValue('came late ');
});

test('on a past date cards wait for a confirmation', async ({ page }) => {
  await openRoll(page);
  const [id] = (await studentsWithCard(page)) as [string];
  await page.goto(on(page, '2026-11-11'));
  const band = page.locator('[data-gate=past]');
  await expect(band).toContainText('Roll of last Wednesday 11 November');
  const was = (await status(page, id).getAttribute('data-status'))!;
  await status(page, id).getByRole('button', { name: 'Absent' }).click();
  await expect(status(page, id)).toHaveAttribute('data-status', 'Absent');
  await tapCard(page, cardOf(id));
  await expect(band.getByRole('button', { name: 'Take taps for 11 Nov (1 waits)' })).toBeVisible();
  await expect(status(page, id)).toHaveAttribute('data-status', 'Absent');
  await expectAccessible(page);
  await band.getByRole('button').click();
  await expect(status(page, id)).toHaveAttribute('data-status', 'Present');
  await expect(status(page, id)).toContainText('18 Nov, 10:4');
  expect(was).toBeTruthy();
  // The date is shown as long as it is not today.
  await page.mouse.wheel(0, 2000);
  await expect(page.getByText('Roll of last Wednesday 11 November')).toBeInViewport();
});

test('long before a class its roll is taken only after a confirmation @detail', async ({
  page,
}) => {
  await signIn(page, grace, '/dashboard');
  await page
    .getByRole('article')
    .filter({ hasText: '13:30' })
    .getByRole('link', { name: 'Start' })
    .click();
  const band = page.locator('[data-gate=early]');
  await expect(band).toContainText(/Begins in 2 h \d+ min/);
  await page.setViewportSize({ width: 1366, height: 850 });
  await expect.poll(() => inSight(page)).toBeGreaterThanOrEqual(10);
  const row = rows(page).first();
  await tapCard(page, cardOf('S260001'));
  await expect(band).toContainText('(1 waits)');
  await row.getByRole('button', { name: 'Present' }).click();
  const question = page.getByRole('dialog', { name: 'Take this roll already?' });
  await expect(question).toBeVisible();
  await expect(row).toHaveAttribute('data-status', 'N/A');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Take it anyway' }).click();
  await expect(row).toHaveAttribute('data-status', 'Present');
  await expect(band).toHaveCount(0);
});

test('a future date is explained, and offers no marks @detail', async ({ page }) => {
  await openRoll(page);
  await page.goto(on(page, '2026-11-25'));
  await expect(page.locator('[data-gate=future]')).toContainText(
    'Attendance cannot be taken for a future date',
  );
  await expect(rows(page).first()).toBeVisible();
  await expect(rows(page).getByRole('button')).toHaveCount(0);
  // A card does not wait for anything.
  await tapCard(page, cardOf('S260001'));
  await expect(page.getByTestId('tap')).toContainText(
    'Attendance cannot be taken for a future date',
  );
  await expect(page.getByText('Ongoing')).toHaveCount(0);
});

test.describe('"/"', () => {
  test('shows users who do not teach the current and next classes, each with its links', async ({
    page,
  }) => {
    await signIn(page, admin, '/');
    await expect(page.getByText('Wednesday 18 November 2026')).toBeVisible();
    const groupOf = (title: string) =>
      page
        .getByRole('table', { name: 'Classes' })
        .getByRole('rowgroup')
        .filter({ has: page.getByRole('rowheader', { name: title }) });
    await expect(groupOf('Now').locator('[data-class]').first()).toContainText(/\d+ of \d+/);
    await expect(groupOf('Next')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Card number or student ID' }).fill('S260001');
    await page.getByRole('button', { name: 'Check in' }).click();
    await expect(page.getByText('Please select a Schedule')).toBeVisible();
    await groupOf('Now')
      .getByRole('link', { name: /^Start/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'Manual attendance' })).toBeVisible();
  });

  test('on a day without classes offers the nearest days, and the latest class in one click @detail', async ({
    page,
  }) => {
    await signIn(page, grace, '/?date=2026-11-15');
    await expect(page.getByText('Nearest days with classes')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await page.getByRole('link', { name: /Nov, \d\d:\d\d/ }).click();
    await expect(page.getByRole('heading', { name: 'Manual attendance' })).toBeVisible();
  });
});
