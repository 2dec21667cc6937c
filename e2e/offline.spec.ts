import fc from 'fast-check';
import type { BrowserContext, Page } from '@playwright/test';
import type { Roll } from '#contract/marks.ts';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import {
  cardOf,
  expect,
  grace,
  openRoll,
  signInByPopup,
  studentsWithCard,
  tapCard,
  test,
  logOut,
} from './fixtures.ts';
import { stored } from './stored.ts';
import { expectFits } from './resources.ts';

/** `OFFLINE_TAPS=500` runs the whole drill (docs/reliability.md). */
const taps = Number(process.env.OFFLINE_TAPS ?? 30);

test.use({ serviceWorkers: 'allow' });

/** Waits until the worker has cached the application's files, so that it starts without the network. */
const installed = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) =>
        navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
      );
  });

const present = (page: Page, id: string) =>
  expect(page.locator(`tr[data-student="${id}"]`)).toHaveAttribute('data-status', 'Present');

test('the application can be installed', async ({ page, request }) => {
  await page.goto('/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = (await (await request.get(address!)).json()) as {
    display: string;
    start_url: string;
    icons: { src: string; sizes: string }[];
  };
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/' });
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (icon) => {
      const image = new Image();
      image.src = icon;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size).toBe(sizes);
  }
});

test('an open roll survives a reload without the network; its marks wait, are sent once in order, and a refused one stays with its reason', async ({
  page,
  context,
}) => {
  await openRoll(page, signInByPopup);
  await installed(page);
  const [first, second, third, fourth] = (await studentsWithCard(page)) as [
    string,
    string,
    string,
    string,
  ];
  await tapCard(page, cardOf(first));
  await present(page, first);

  // Each mark has one key, however often it is tried.
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/attendance/create/'))
      keys.push(request.headers()['idempotency-key'] ?? 'none');
  });
  await context.setOffline(true);
  await tapCard(page, cardOf(second));
  await expect(page.getByText('1 waiting')).toBeVisible();
  await tapCard(page, cardOf(third));
  await expect(page.getByTestId('tap')).toContainText('Saved here, sent when the network is back');
  await tapCard(page, '9999999999');
  await page
    .locator(`tr[data-student="${fourth}"]`)
    .getByRole('button', { name: 'Absent' })
    .click();
  await expect(page.getByText('4 waiting')).toBeVisible();
  await expect(page.locator(`tr[data-student="${third}"]`)).toContainText('Present, not sent yet');
  await expect(page.locator(`tr[data-student="${fourth}"]`)).toContainText('Absent, not sent yet');
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Manual attendance' })).toBeVisible();
  await expect(page.getByText('No connection at the moment')).toBeVisible();
  await present(page, first);
  await expect(page.getByText('4 waiting')).toBeVisible();
  await expect(page.locator(`tr[data-student="${second}"]`)).toContainText('Present, not sent yet');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize({ width: 1366, height: 850 });
  // On every other page as well, with a link back.
  await page.getByRole('link', { name: 'Notes', exact: true }).click();
  await page.getByRole('link', { name: '4 marks waiting for the network' }).click();
  await expect(page.getByText('4 waiting')).toBeVisible();

  await context.setOffline(false);
  await present(page, second);
  await present(page, third);
  await expect(page.locator(`tr[data-student="${fourth}"]`)).toHaveAttribute(
    'data-status',
    'Absent',
  );
  await expect(page.getByText(/ waiting$/)).toHaveCount(0);
  await expect(page.getByText('3 marks that waited were sent')).toBeVisible();
  expect(new Set(keys).size).toBe(4);

  const refused = page.getByRole('alert').filter({ hasText: '1 mark was refused' });
  await expect(refused).toContainText('9999999999: Present');
  await expect(refused).toContainText('No student has this card or ID');
  await expectAccessible(page);
  await page.reload();
  await expect(refused).toBeVisible();
  await page.getByRole('link', { name: 'Notes', exact: true }).click();
  await page.getByRole('link', { name: '1 mark refused: see why' }).click();
  await refused.getByRole('button', { name: 'Dismiss: 9999999999: Present' }).click();
  await expect(refused).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Manual attendance' })).toBeVisible();
  await expect(refused).toHaveCount(0);
});

test('marks outlive their sign-in, and are sent at the next one of the same user', async ({
  page,
  context,
}) => {
  await openRoll(page, signInByPopup);
  await installed(page);
  const roll = page.url();
  const id = (await studentsWithCard(page)).at(-1)!;
  await expect.poll(() => stored(page)).toContain(id);
  await context.setOffline(true);
  await tapCard(page, cardOf(id));
  await expect(page.getByText('1 waiting')).toBeVisible();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('dialog', { name: 'Log out?' })).toContainText(
    '1 mark waits for the network.',
  );
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Continue with Microsoft' })).toBeVisible();
  await expect.poll(() => stored(page)).not.toContain(id);
  await context.setOffline(false);
  await signInByPopup(page, /Omar Haddad/, roll);
  await expect(page.locator('[data-live="true"]')).toBeVisible();
  await expect(page.getByText(/waiting/)).toHaveCount(0);
  await expect(page.locator(`tr[data-student="${id}"]`)).toHaveAttribute('data-status', 'N/A');
  await logOut(page);
  await signInByPopup(page, grace, roll);
  await present(page, id);
});

test('a sign-in that ends while the network is away is renewed when it is back; the roll stays open @detail', async ({
  page,
  context,
}) => {
  await openRoll(page, signInByPopup);
  await installed(page);
  const id = (await studentsWithCard(page)).at(-2)!;
  await context.setOffline(true);
  await page.evaluate(() => {
    const name = Object.keys(sessionStorage).find((key) => key.startsWith('oidc.user:'))!;
    sessionStorage.setItem(
      name,
      JSON.stringify({
        ...JSON.parse(sessionStorage.getItem(name)!),
        expires_at: 1,
        access_token: 'ended',
      }),
    );
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Manual attendance' })).toBeVisible();
  await tapCard(page, cardOf(id));
  await expect(page.getByText('1 waiting')).toBeVisible();
  await context.setOffline(false);
  await present(page, id);
  await expect(page.getByTestId('tap')).toContainText('Attendance Marked successfully');
  await expect(page.getByText(/ waiting$/)).toHaveCount(0);
  expect(await page.evaluate(() => sessionStorage.getItem('access_token'))).not.toBe('ended');
});

test('a request ahead of the page does not revert a mark that was made since @detail', async ({
  page,
}) => {
  await openRoll(page, signInByPopup);
  const [first, second] = (await studentsWithCard(page)) as [string, string];
  // The roll on this device is recent enough to be shown as it is; the stream opens late.
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  await page.route(/\/attendance\/live\?/, async (route) => {
    await opened;
    await route.continue();
  });
  await tapCard(page, cardOf(first));
  await present(page, first);
  await page.reload();
  await tapCard(page, cardOf(second));
  await present(page, second);
  const read = page.waitForResponse((answer) => answer.url().includes('/attendance/live?'));
  open();
  await read;
  await page.waitForTimeout(500);
  await present(page, second);
});

/** `CUT_SEED` repeats the cuts of a run. */
const seed = Number(process.env.CUT_SEED ?? Date.now() % 2 ** 31);

/** Cuts the network and restores it, at random moments, until it is stopped. */
async function cutAtRandom(context: BrowserContext, until: () => boolean): Promise<number> {
  console.log(`CUT_SEED=${seed}`);
  const pauses = fc.sample(fc.integer({ min: 0, max: 600 }), { seed, numRuns: 1000 });
  const pause = () => new Promise((resolve) => setTimeout(resolve, pauses[cuts % pauses.length]));
  let cuts = 0;
  while (!until()) {
    await pause();
    await context.setOffline(true);
    cuts++;
    await pause();
    await context.setOffline(false);
  }
  return cuts;
}

test(`${taps} taps while the network is cut at random: each is stored once, in order @detail`, async ({
  page,
  context,
}) => {
  test.setTimeout(60_000 + taps * 1000);
  await signInByPopup(page, /Leo Banks/, '/dashboard');
  // A class with as many students as there are taps, each with a card.
  const classes = await api<{ results: { id: number; currentClass: boolean }[] }>(
    page,
    'classschedule/?date=2026-11-18&limit=99',
  );
  const id = classes.results.find((it) => it.currentClass)!.id;
  const students: { id: number; card: string }[] = [];
  for (let number = 0; number < taps; number++) {
    const code = String(number).padStart(4, '0');
    const card = `88${code}`;
    const body = {
      student_id: `TAP${code}`,
      first_name: 'Tap',
      last_name: code,
      phone_number: '1',
      date_of_birth: '2005-01-01',
      rfid_number: card,
    };
    students.push({ id: (await api<{ id: number }>(page, 'students/create/', body)).id, card });
  }
  await api(page, 'studentassignment/create/', {
    class_schedule_id: id,
    student_id: students.map((student) => student.id),
    confirm_capacity: true,
    // Other tests have already marked the class: by default the enrolments would start tomorrow.
    from_date: '2026-11-18',
  });
  await page.goto(`/attendance/add?id=${id}&date=2026-11-18`);
  await expect(page.locator('tr[data-student="TAP0000"]')).toBeVisible();
  await installed(page);

  let ended = false;
  const cutting = cutAtRandom(context, () => ended);
  for (const [number, { card }] of students.entries()) {
    await tapCard(page, card);
    // A reload in the middle loses nothing either.
    if (number % 97 === 20) {
      await expect(page.getByTestId('tap')).toContainText(`TAP${String(number).padStart(4, '0')}`);
      await page.reload();
      await expect(page.locator('tr[data-student="TAP0000"]')).toBeVisible();
    }
  }
  ended = true;
  const cuts = await cutting;
  const missing = () =>
    page
      .locator('tr[data-student^="TAP"]:not([data-status="Present"])')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-student')));
  await expect.poll(missing, { timeout: 60_000 }).toEqual([]);
  await expect(page.getByText(/ waiting$/)).toHaveCount(0);

  const roll = await api<Roll>(page, `attendance/?class_schedule=${id}&date=2026-11-18`);
  const marked = roll.results.filter((row) => row.student_id.startsWith('TAP'));
  expect(marked.filter((row) => row.status === 'Present')).toHaveLength(taps);
  const inOrder = marked.toSorted((one, other) => one.id! - other.id!).map((row) => row.student_id);
  expect(inOrder).toEqual(
    students.map((_student, number) => `TAP${String(number).padStart(4, '0')}`),
  );
  for (const row of marked.slice(0, 20)) {
    const history = await api<{ results: unknown[] }>(page, `attendance/${row.id}/history/`);
    expect(history.results).toHaveLength(1);
  }
  console.log(`${taps} taps, ${cuts} cuts of the network`);
});
