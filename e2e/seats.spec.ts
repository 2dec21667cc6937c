import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import {
  cardOf,
  expect,
  grace,
  openRoll,
  omar,
  signIn,
  studentsWithCard,
  tapCard,
  test,
} from './fixtures.ts';
import { clearToasts, expectFits, readPdf } from './resources.ts';

const list = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
/** The students of a roll who have a seat. */
const seats = (page: Page) => list(page, 'Seats').getByRole('listitem');
/** The students and empty seats of a plan that is edited. */
const places = (page: Page) => list(page, 'Seats').getByRole('button');
/** Who sits at each place; nothing for an empty one. */
const names = (page: Page) =>
  places(page).evaluateAll((all) => all.map((one) => one.querySelector('b')?.textContent ?? ''));

async function openSeats(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Seats' }).check({ force: true });
  await expect(
    page.getByRole('link', { name: /Make a seating plan|Change the plan/ }),
  ).toBeVisible();
}

async function arrange(page: Page, how: string): Promise<void> {
  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.getByRole('menuitem', { name: how }).click();
}

/** @param loses whether students lose the seats that they had, which is confirmed first */
async function save(page: Page, loses = false): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  if (loses) await page.getByRole('button', { name: 'Save the plan' }).click();
  await expect(page.getByText('The seating plan is saved.')).toBeVisible();
  await clearToasts(page);
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [a, b] = [(await from.boundingBox())!, (await to.boundingBox())!];
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(a.x + a.width / 2 + 12, a.y + a.height / 2, { steps: 3 });
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 5 });
  await page.mouse.up();
  // The library takes the click that ends a drag for a moment.
  await page.waitForTimeout(100);
}

test('a seating plan is made by name, by dragging and by keys, and the roll is taken by it', async ({
  page,
}) => {
  await openRoll(page);
  const withCard = (await studentsWithCard(page)).at(-1)!;
  await openSeats(page);
  await expect(page.getByText(/This class has no seating plan in/)).toBeVisible();
  await expect(list(page, 'Students').getByRole('listitem')).toHaveCount(28);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Make a seating plan' }).click();
  await expect(list(page, 'Without a seat').getByRole('listitem')).toHaveCount(28);
  await expectAccessible(page);

  await arrange(page, 'By last name');
  await expect(page.getByText('Without a seat (0)')).toBeVisible();
  const before = await names(page);
  await drag(page, places(page).nth(5), places(page).nth(9));
  const dragged = await names(page);
  expect(dragged[9]).toBe(before[5]);
  expect(dragged[5]).toBe(before[9]);

  // By keys: picked up, two places to the right and one down, put down; Escape lets go.
  await places(page).nth(6).focus();
  await page.keyboard.press('Enter');
  await expect(places(page).nth(6)).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(places(page).nth(14)).toBeFocused();
  await page.keyboard.press('Enter');
  const moved = await names(page);
  expect(moved[14]).toBe(dragged[6]);
  expect(moved[6]).toBe(dragged[14]);
  await expect(page.locator('[aria-live=assertive]').last()).toContainText(
    `${dragged[6]} sits in row`,
  );
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.locator('[aria-pressed=true][data-student]')).toHaveCount(0);

  // A press on the student and one on the strip's button.
  await places(page).nth(14).click();
  await page.getByRole('button', { name: 'Take the seat away' }).click();
  await expect(page.getByText('Without a seat (1)')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1366, height: 850 });
  await save(page);

  await expect(page.getByRole('heading', { name: 'Manual attendance' })).toBeVisible();
  await expect(seats(page)).toHaveCount(27);
  await expect(list(page, 'Without a seat').getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);

  await tapCard(page, cardOf(withCard));
  await expect(page.locator(`li[data-student="${withCard}"]`)).toHaveAttribute(
    'data-status',
    'Present',
  );
  const [first, second] = [seats(page).nth(1), seats(page).nth(2)];
  await first.getByRole('button').first().click();
  await expect(first).toHaveAttribute('data-status', 'Present');
  await expect(first).toContainText('✓ Present');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('a');
  await expect(second).toHaveAttribute('data-status', 'Absent');
  await page.keyboard.press('Control+z');
  await expect(second).toHaveAttribute('data-status', 'N/A');
  const standing = list(page, 'Without a seat').getByRole('listitem');
  await standing.getByRole('button').first().click();
  await expect(standing).toHaveAttribute('data-status', 'Present');
  await seats(page)
    .nth(5)
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Late…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Minutes late' }).fill('7');
  await dialog.getByRole('button', { name: /^(Save|Mark)/ }).click();
  await expect(seats(page).nth(5)).toContainText('✓ 7 min late');

  // Seen from the other side, the first student is the last one.
  const corner = await seats(page).nth(0).getAttribute('data-student');
  await page.getByRole('button', { name: 'View from the class' }).click();
  await expect(seats(page).last()).toHaveAttribute('data-student', corner!);
  await page.getByRole('button', { name: 'View from the desk' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  const frame = list(page, 'Seats').locator('..');
  expect(await frame.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});

test('a room of six rows fits the screen; its layout takes seats away, and the history gives a plan back', async ({
  page,
}) => {
  await openRoll(page);
  await openSeats(page);
  await page.getByRole('link', { name: /Make a seating plan|Change the plan/ }).click();
  await page.getByRole('button', { name: 'Edit the layout' }).click();
  await page.getByRole('textbox', { name: 'Rows' }).fill('6');
  await page.getByRole('textbox', { name: 'Seats in a row' }).fill('6');
  await page.keyboard.press('Enter');
  await expect(places(page)).toHaveCount(36);
  await page.getByRole('button', { name: /^Row 6, place 3:/ }).click();
  await expect(page.getByRole('button', { name: /^Row 6, place 3:/ })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Edit the layout' }).click();
  await expect(places(page)).toHaveCount(35);
  await arrange(page, 'At random');
  await save(page);
  await expect(seats(page)).toHaveCount(28);
  const desk = (await page.getByText('Teacher’s desk').boundingBox())!;
  expect(desk.y + desk.height).toBeLessThanOrEqual(850);

  await page.getByRole('link', { name: 'Change the plan' }).click();
  await page.getByRole('button', { name: 'Edit the layout' }).click();
  await page.getByRole('textbox', { name: 'Rows' }).fill('3');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/students? loses? their seats? by this layout/)).toBeVisible();
  await save(page, true);
  await expect(seats(page)).toHaveCount(18);

  await page.getByRole('link', { name: 'Change the plan' }).click();
  await page.getByRole('button', { name: 'Edit the layout' }).click();
  await page.getByRole('textbox', { name: 'Rows' }).fill('6');
  await page.keyboard.press('Enter');
  await save(page);
  await page.getByRole('link', { name: 'Change the plan' }).click();
  await page.getByRole('button', { name: 'History' }).click();
  const versions = page.getByRole('dialog').getByRole('listitem');
  await expect(versions.first()).toContainText('Now');
  await expectAccessible(page);
  await versions
    .filter({ hasText: 'at random' })
    .first()
    .getByRole('button', { name: 'Restore' })
    .click();
  await expect(page.getByText('The seating plan is restored.')).toBeVisible();
  await expect(page.getByText('Without a seat (0)')).toBeVisible();
});

test('two teachers who change a plan learn of each other; another one only reads it', async ({
  page,
  browser,
}) => {
  await openRoll(page);
  await openSeats(page);
  await page.getByRole('link', { name: /Make a seating plan|Change the plan/ }).click();
  await arrange(page, 'By first name');
  const { id, date, room } = Object.fromEntries(new URL(page.url()).searchParams);
  const plan = await api<{ version: number; layout: { version: number } | null }>(
    page,
    `seating-plan/?class_schedule=${id}&date=${date}&classroom=${room}`,
  );
  await api(page, 'seating-plan/save/', {
    class_schedule: Number(id),
    date,
    classroom: Number(room),
    version: plan.version,
    layout_version: plan.layout?.version ?? 0,
    layout: { rows: 5, columns: 7, gaps: [] },
    way: 'by_hand',
    seats: [],
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Changed meanwhile' });
  await expect(question).toContainText('You changed');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Take theirs' }).click();
  await expect(page.getByText('Without a seat (28)')).toBeVisible();
  await expect(places(page)).toHaveCount(35);

  // Leaving asks about what is not saved.
  await arrange(page, 'By last name');
  await page.getByRole('button', { name: 'Back' }).click();
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leave.getByRole('button', { name: 'Stay' }).click();
  await save(page);

  const other = await (await browser.newContext()).newPage();
  await signIn(other, omar, `/attendance/add?id=${id}&date=${date}&view=seats`);
  await expect(seats(other)).toHaveCount(28);
  await expect(other.getByRole('link', { name: 'Change the plan' })).toHaveCount(0);
  // Who has a plan open sees a new one at once.
  await page.getByRole('link', { name: 'Change the plan' }).click();
  await arrange(page, 'Clear all seats');
  await save(page, true);
  await expect(list(other, 'Without a seat').getByRole('listitem')).toHaveCount(28);
  await other.context().close();
});

test('a plan is printed with names and photos', async ({ page }) => {
  await openRoll(page);
  await openSeats(page);
  await page.getByRole('link', { name: /Make a seating plan|Change the plan/ }).click();
  await arrange(page, 'By last name');
  const printed = async (what: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Plan as PDF' }).click();
    await page.getByRole('menuitem', { name: what, exact: true }).click();
    return readPdf(await download);
  };
  const plain = await printed('Names');
  expect(plain.sizes).toEqual([[842, 595]]);
  expect(plain.text).toContain('Teacher’s desk');
  const name = (await names(page)).at(-1)!.split(' ')[0]!;
  expect(plain.text).toContain(name);
  await clearToasts(page);
  const pictured = await printed('Names and photos');
  expect(pictured.images).toBeGreaterThan(plain.images + 5);
});

test.describe('without the network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a plan that was opened is shown with its roll', async ({ page, context }) => {
    await signIn(page, grace);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    await page.reload();
    await openRoll(page, async () => {
      await page.goto('/dashboard');
    });
    await openSeats(page);
    await page.getByRole('link', { name: /Make a seating plan|Change the plan/ }).click();
    await arrange(page, 'By last name');
    await save(page);
    await expect(seats(page)).toHaveCount(28);
    await page.waitForTimeout(1000);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText('No connection at the moment')).toBeVisible();
    await expect(seats(page)).toHaveCount(28);
    await seats(page).nth(4).getByRole('button').first().click();
    await expect(seats(page).nth(4)).toContainText('not sent yet');
    await context.setOffline(false);
  });
});
