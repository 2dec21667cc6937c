import type { Page } from '@playwright/test';
import { admin, expect, grace, openRoll, signIn, test } from './fixtures.ts';

/** As in web/platform/ahead.ts, less what the test learns of a request later than the page sends it. */
const repeatedAfterMs = 4500;

/**
 * The requests of a reload, without photos, the live stream, fonts that only some names need, and what a page
 * announces seconds later. An answer
 * that is too old on a slow machine is requested again, and counts once.
 */
async function requestsOfReload(page: Page): Promise<string[]> {
  const found: string[] = [];
  const sentAt = new Map<string, number>();
  const note = (request: { url: () => string; isNavigationRequest: () => boolean }) => {
    // What the document before was still reading is not of this one.
    if (request.isNavigationRequest()) {
      found.length = 0;
      sentAt.clear();
    }
    const { pathname, search } = new URL(request.url());
    const before = sentAt.get(pathname + search);
    sentAt.set(pathname + search, performance.now());
    if (before !== undefined && performance.now() - before > repeatedAfterMs) return;
    if (
      !/^\/(file|faces)\/|(attendance\/live|building\/running\/)$|RollCallNews-|-(latin-ext|vietnamese)-/.test(
        pathname,
      )
    )
      found.push(pathname + search);
  };
  // The document before requests code and the month after its first frames: otherwise during the reload.
  await page.waitForFunction((quietMs) => {
    const loaded = performance.getEntriesByType('resource');
    const latest = Math.max(...loaded.map(({ startTime, duration }) => startTime + duration));
    const hasRoll = loaded.some(({ name }) => name.includes('/assets/roll-'));
    return hasRoll && performance.now() - latest > quietMs;
  }, 700);
  page.on('request', note);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('load');
  // The live stream never ends: a silent period shows that nothing follows.
  let before = -1;
  await expect
    .poll(
      () => {
        const still = before === found.length;
        before = found.length;
        return still;
      },
      { intervals: [700] },
    )
    .toBe(true);
  page.off('request', note);
  return found;
}

function expectNoneTwice(requests: string[]): void {
  expect(requests.filter((path, at) => requests.indexOf(path) < at)).toEqual([]);
}

const pages: [address: string, shows: string, more?: number][] = [
  // The month beside it comes after its rows.
  ['/dashboard', '[data-class]', 1],
  ['/students', '[data-row]'],
  ['/timetable', '[data-row]'],
  ['/students/add', '[data-path]'],
  ['/who-is-here', '[aria-label="Name, ID or room"]'],
];
for (const [address, shows, more = 0] of pages) {
  test(`${address} opens with few requests, none of them twice`, async ({ page }) => {
    await signIn(page, admin, address);
    await expect(page.locator(shows).first()).toBeVisible();
    const requests = await requestsOfReload(page);
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(16 + more);
    expectNoneTwice(requests);
  });
}

test('a student’s page opens with few requests, none of them twice, from the list with one', async ({
  page,
}) => {
  await signIn(page, admin, '/students');
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && !pathname.endsWith('/live')) calls.push(pathname);
  });
  const link = page.locator('[data-row]').first().getByRole('link').first();
  await expect(link).toBeVisible();
  calls.length = 0;
  await link.click();
  await expect(page.getByRole('heading', { name: 'Guardians' })).toBeVisible();
  expect(calls).toEqual([expect.stringMatching(/\/student-details\/\d+\/$/)]);
  const requests = await requestsOfReload(page);
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(16);
  expectNoneTwice(requests);
});

test('a roll opens with few requests, none of them twice', async ({ page }) => {
  await openRoll(page);
  await expect(page.locator('[data-live=true]')).toBeVisible();
  const requests = await requestsOfReload(page);
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(16);
  expectNoneTwice(requests);
});

test('the start page opens the own roll with few requests, none of them twice', async ({
  page,
}) => {
  await signIn(page, grace);
  await expect(page.locator('[data-live=true]')).toBeVisible();
  const requests = await requestsOfReload(page);
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(16);
  expectNoneTwice(requests);
});

for (const [known, forgotten] of [
  ['with what this window knows', []],
  ['without anything that it knows', ['today', 'details']],
] as const)
  test(`the roll of the own class is requested before the code of "/" is there, ${known}`, async ({
    page,
  }) => {
    await signIn(page, grace);
    await expect(page.locator('[data-live=true]')).toBeVisible();
    await page.evaluate(
      (names) => names.forEach((name) => sessionStorage.removeItem(name)),
      [...forgotten],
    );
    const roll = page.waitForRequest(/\/attendance\/attendance\/\?class_schedule=/);
    await page.route('**/assets/start-*.js', async (route) => {
      await roll;
      await route.continue();
    });
    await page.reload();
    await expect(page.locator('[data-live=true]')).toBeVisible();
  });

test('the data of a page is requested before its code has loaded', async ({ page }) => {
  await signIn(page, grace, '/students');
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await page.reload();
  await expect(page.locator('[data-row]').first()).toBeVisible();
  const begun = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
      ({ name, startTime, responseEnd }) => ({
        name,
        startTime,
        responseEnd,
      }),
    ),
  );
  const named = (part: string) => begun.find(({ name }) => name.includes(part))!;
  const code = named('/assets/lists-');
  for (const part of ['/config/', '/user/details/', '/attendance/students/'])
    expect(named(part).startTime).toBeLessThan(code.responseEnd + 50);
});

test('a link prefetches code and rows on hover @detail', async ({ page }) => {
  await signIn(page, admin, '/students');
  await expect(page.locator('[data-row]').first()).toBeVisible();
  const rows = page.waitForResponse((answer) =>
    answer.url().includes('/attendance/classschedule/?page=1'),
  );
  await page.getByRole('link', { name: 'Timetables' }).hover();
  await rows;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.getByRole('link', { name: 'Timetables' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Timetables' })).toBeVisible();
  await expect(page.locator('[data-row]').first()).toBeVisible();
  expect(requests.filter((url) => url.includes('classschedule'))).toEqual([]);
});
