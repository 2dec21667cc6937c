import type { Page, Request } from '@playwright/test';
import { allRules, expectAccessible, findViolations } from './accessibility.ts';
import { field, pick, showAs } from './resources.ts';
import { account, admin, expect, grace, signIn, test } from './fixtures.ts';
import { stored } from './stored.ts';

/** Texts and controls of the page that overflow it or the screen. */
const cutOff = (page: Page): Promise<string[]> =>
  page.locator('#page').evaluate((frame) => {
    const { left, right } = frame.getBoundingClientRect();
    const shown = [
      ...frame.querySelectorAll<HTMLElement>('button, a, input, h1, h2, h3, dd, dt, td, p, label'),
    ].filter((it) => it.checkVisibility());
    return shown.flatMap((it) => {
      const box = it.getBoundingClientRect();
      const isOutside =
        box.width > 2 &&
        (box.right > Math.min(right, window.innerWidth) + 0.5 || box.left < left - 0.5);
      const isClipped =
        it.matches('button, a, dd, h3') &&
        it.scrollWidth > it.clientWidth + 1 &&
        getComputedStyle(it).display !== 'inline';
      return isOutside || isClipped ? [`${it.tagName} ${it.textContent || it.ariaLabel}`] : [];
    });
  });

for (const [name, person] of [
  ['teacher', grace],
  ['admin', admin],
  ['account', account],
] as const) {
  test(`${name} navigates by sidebar, search and breadcrumbs`, async ({ page }) => {
    await signIn(page, person);
    const sections = page.getByRole('navigation', { name: 'Sections' });
    await sections.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
    await expect(sections.getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
      'aria-current',
      'page',
    );

    await page.getByRole('combobox', { name: 'Search pages and records' }).fill('attend');
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('heading', { name: /^(Attendance|Mental Health Care MEN210)$/, level: 1 }),
    ).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toHaveText('Home');
  });
}

test('the sidebar collapses, is remembered, and overlays the page on a phone', async ({ page }) => {
  await signIn(page, grace);
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand the sidebar' })).toBeVisible();
  await page.getByRole('button', { name: 'Expand the sidebar' }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await expect(sections).toBeHidden();
  await page.getByRole('button', { name: 'Expand the sidebar' }).click();
  await sections.getByRole('link', { name: 'Dashboard' }).click();
  await expect(sections).toBeHidden();
  await page.setViewportSize({ width: 1366, height: 850 });
  await expect(sections).toBeVisible();

  // A page shows its waiting indicator only when the response is late.
  const answer = Promise.withResolvers<void>();
  await page.route('**/attendance/students/?*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await sections.getByRole('link', { name: 'Students', exact: true }).click();
  const waiting = page.getByText('Please Wait');
  await expect(waiting).toBeVisible();
  const seenAt = (ms: number) =>
    waiting.evaluate((text, time) => {
      const indicator = text.closest('[role=status]')!.firstElementChild as HTMLElement;
      // Restarts the delay, however long the page has waited.
      indicator.style.animation = 'none';
      getComputedStyle(indicator).animationName.trim();
      indicator.style.animation = '';
      const [animation] = indicator.getAnimations();
      animation!.pause();
      animation!.currentTime = time;
      return getComputedStyle(text).visibility;
    }, ms);
  expect(await seenAt(299)).toBe('hidden');
  expect(await seenAt(301)).toBe('visible');
  answer.resolve();
  await expect(page.getByRole('heading', { name: 'Students', level: 1 })).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

test('light and dark are chosen and remembered', async ({ page }) => {
  await signIn(page, grace);
  // A page that is still loading has no heading yet.
  await expect(
    page.getByRole('heading', { name: /^(Attendance|Mental Health Care MEN210)$/, level: 1 }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Account of Grace Hall' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('support, an unknown address and a page that the role may not open', async ({ page }) => {
  await signIn(page, grace);
  await page.getByRole('button', { name: 'Account of Grace Hall' }).click();
  await page.getByRole('menuitem', { name: 'Support' }).click();
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/no/such/page');
  await expect(
    page.getByRole('heading', { name: 'There is no page at this address.' }),
  ).toBeVisible();
  await expectAccessible(page);

  // A role that lost a permission while the page was open: the server refuses and the screen follows.
  await page.route('**/user/details/', async (route) => {
    const answer = await route.fetch();
    const details = (await answer.json()) as { permissions: Record<string, string[]> };
    await route.fulfill({
      response: answer,
      json: { ...details, permissions: { ...details.permissions, Dashboard: [] } },
    });
  });
  await page.goto('/dashboard');
  await expect(
    page.getByRole('heading', { name: "The page you're looking for is not accessible!" }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back To Home' }).click();
  await expect(
    page.getByRole('heading', { name: /^(Attendance|Mental Health Care MEN210)$/, level: 1 }),
  ).toBeVisible();
});

test('the account menu is for everyone', async ({ page }) => {
  await signIn(page, grace);
  await page.getByRole('button', { name: 'Account of Grace Hall' }).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await expectAccessible(page);
});

test('a breadcrumb to a page that the role may not open is text', async ({ page }) => {
  await signIn(page, admin, '/cohort/view?id=1');
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await expect(crumbs).toHaveText(/Home.*Cohort.*view/);
  await expect(crumbs.getByRole('link')).toHaveText(['Home']);
});

/** Teachers may open the fewest pages; `npm run proof screens` walks those of the others too. */
const walkers = Object.entries(
  process.env.EVERY_STATE === 'true' ? { teacher: grace, admin, account } : { teacher: grace },
);
for (const [name, person] of walkers) {
  test(`no link leads ${name} to a page that the role may not open @detail`, async ({ page }) => {
    // The pages' reads; the live stream never ends.
    const reading = new Set<Request>();
    page.on('request', (request) => !request.url().includes('/live') && reading.add(request));
    for (const event of ['requestfinished', 'requestfailed'] as const)
      page.on(event as 'requestfinished', (request) => reading.delete(request));
    await signIn(page, person, '/dashboard');
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
    const open = ['/dashboard', '/students/student-details?id=1', '/students/student-details?id=2'];
    const seen = new Set<string>();
    for (let address = open.shift(); address !== undefined; address = open.shift()) {
      const { pathname, search } = new URL(address, 'http://localhost');
      // One page of each kind is enough.
      const kind = `${pathname} ${[...new URLSearchParams(search).keys()].join()}`;
      if (seen.has(kind)) continue;
      seen.add(kind);
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        window.dispatchEvent(new PopStateEvent('popstate'));
      }, address);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect.poll(() => reading.size).toBe(0);
      expect(
        await page.getByText("The page you're looking for is not accessible!").count(),
        address,
      ).toBe(0);
      open.push(
        ...(await page
          .locator('a[href^="/"]')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))),
      );
    }
    expect(seen.size).toBeGreaterThan(15);
  });
}

for (const width of [320, 459, 460, 461]) {
  test(`an open sidebar at ${width} px stands ${width < 460 ? 'over' : 'beside'} the page @detail`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await signIn(page, grace, '/dashboard');
    const sections = page.getByRole('navigation', { name: 'Sections' });
    if (width < 460) await expect(sections).toBeHidden();
    // Until somebody chooses, a narrow screen has the pictures of the sections only.
    else await expect(sections.getByText('Dashboard')).toBeHidden();
    await page.getByRole('button', { name: 'Expand the sidebar' }).click();
    await expect(sections.getByText('Dashboard')).toBeVisible();
    const [sidebar, crumbs] = [
      await sections.boundingBox(),
      await page.getByRole('navigation', { name: 'Breadcrumbs' }).boundingBox(),
    ];
    const right = sidebar!.x + sidebar!.width;
    if (width < 460) expect(right).toBeGreaterThan(crumbs!.x + crumbs!.width - 1);
    else expect(right).toBeLessThanOrEqual(crumbs!.x);
    // Beside the sidebar the page is narrow but complete: nothing lies outside the screen or is cut
    // off.
    if (width < 460) await page.getByRole('button', { name: 'Collapse the sidebar' }).click();
    for (const view of ['Cards', 'Table'] as const) {
      await showAs(page, view);
      await expect(page.getByRole(view === 'Cards' ? 'article' : 'table').first()).toBeVisible();
      expect(await cutOff(page)).toEqual([]);
    }
  });
}

test('every section is visible without scrolling at 850 px, also for the role with all of them @detail', async ({
  page,
}) => {
  await signIn(page, account, '/dashboard');
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  await expect(links).toHaveCount(20);
  for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
  // Entries of a group are below it, indented.
  const leftOf = async (name: string) =>
    (await links.filter({ hasText: name }).locator('svg').boundingBox())!.x;
  expect(await leftOf('Enroll By Cohort')).toBeGreaterThan((await leftOf('Dashboard')) + 10);
});

test('a failing page shows an error in its place; others stay reachable, and it can be retried', async ({
  page,
}) => {
  await signIn(page, admin, '/teachers');
  await page.route('**/attendance/holiday/?*', (route) =>
    route.fulfill({ json: { results: [null], total: 1 } }),
  );
  await page.getByRole('link', { name: 'Holidays' }).click();
  await expect(page.getByRole('alert')).toContainText('This page could not be shown');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Teachers' }).click();
  await expect(page.getByRole('heading', { name: 'Teachers', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Holidays' }).click();
  await expect(page.getByRole('alert')).toContainText('This page could not be shown');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Holidays', level: 1 })).toBeVisible();
});

test('a failing application offers to reload, without the responses that it has stored @detail', async ({
  page,
}) => {
  await page.route('**/api/v2/config/', (route) =>
    route.fulfill({ json: { title: 'Broken', now: 'never' } }),
  );
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Attendance could not be shown' })).toBeVisible();
  expect(await findViolations(page, { runOnly: allRules })).toEqual([]);
  await expect.poll(() => stored(page), { timeout: 20_000 }).toContain('"title":"Broken"');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('button', { name: 'Continue with Microsoft' })).toBeVisible();
});

test('each role sees its sections, and no others', async ({ page }) => {
  await signIn(page, grace, '/dashboard');
  const entries = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  const names = async () =>
    (
      await entries.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))
    ).join(', ');
  expect(await names()).toBe(
    'My Timesheet, Dashboard, Attendance, Students, Timetables, Subjects, ' +
      'Semester, Classroom, Red List Students, Holidays, Notes',
  );
  for (const path of [
    '/teachers',
    '/courses',
    '/cohort',
    '/leave',
    '/subjects/add',
    '/timesheet-admin-portal/payrolls',
  ]) {
    await page.goto(path);
    await expect(page.getByText("The page you're looking for is not accessible!")).toBeVisible();
  }
  for (const path of [
    '/subjects',
    '/semester',
    '/classroom',
    '/red-list-students',
    '/holiday',
    '/timetable',
  ]) {
    await page.goto(path);
    await expect(page.locator('[data-row]').first()).toBeVisible();
    await expect(page.getByRole('link', { name: /^Add / })).toHaveCount(0);
    // The week of a room requires the same permission as the room.
    if (path !== '/classroom')
      await expect(page.getByRole('button', { name: /^Options of/ })).toHaveCount(0);
  }
  await page.goto('/classroom');
  await page
    .getByRole('button', { name: /^Options of/ })
    .first()
    .click();
  await expect(page.getByRole('menuitem')).toHaveText(['Week']);
});

test('an admin has no cohorts, courses and pay codes @detail', async ({ page }) => {
  await signIn(page, admin, '/subjects/add');
  await pick(page, 'Course', 'Bachelor of Nursing');
  for (const path of ['/courses', '/cohort', '/timesheet-admin-portal/payrolls']) {
    await page.goto(path);
    await expect(page.getByText("The page you're looking for is not accessible!")).toBeVisible();
  }
  await page.goto('/timetable/add');
  await expect(field(page, 'Subject')).toBeVisible();
  await expect(page.getByText('Pay code')).toHaveCount(0);
});
