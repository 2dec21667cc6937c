import { openBrowser } from './open-browser.ts';
import type { Page } from '@playwright/test';
import { median, oneByOne } from './load.ts';
import { signInAs } from './sign-in.ts';

/** Queries of a list: pages from first to last, searches, sort keys, filters. */
const calls: [what: string, path: string][] = [
  ['students, first page', 'students/'],
  ['students, middle page', 'students/?page=1250'],
  ['students, last page', 'students/?page=2500'],
  ['students by last name, first page', 'students/?ordering=last_name'],
  ['students by last name, middle page', 'students/?ordering=last_name&page=1250'],
  ['students by last name, last page', 'students/?ordering=last_name&page=2500'],
  ['students by batch, backwards', 'students/?ordering=-batch&page=700'],
  ['students, search for one', 'students/?search=S4321'],
  ['students, search for a name', 'students/?search=first42%20last1'],
  ['students, search that finds thousands', 'students/?search=first1'],
  ['students, search for one letter', 'students/?search=s'],
  ['students, search without a match', 'students/?search=zzzz'],
  ['students, cards not printed', 'students/?card_print_status=not_printed'],
  ['students, cards not printed, page 1000', 'students/?card_print_status=not_printed&page=1000'],
  ['students not on the red list', 'students/?in_red_list=false'],
  ['students of a subject', 'students/?subject=17'],
  ['students of a batch and gender', 'students/?batch=2026&gender=female'],
  ['classes, first page', 'classschedule/'],
  ['classes, last page', 'classschedule/?page=250'],
  ['classes by teacher, middle page', 'classschedule/?ordering=teacher&page=125'],
  ['classes, search', 'classschedule/?search=sub12%20last3'],
  ['classes of a teacher and day', 'classschedule/?teacher=12&day_of_week=Monday,Tuesday'],
  ['subjects, search', 'subjects/?search=subject%20first4'],
  ['teachers, search', 'teachers/?search=last44'],
  ['classrooms', 'classroom/?page=5'],
  ['leaves, last page', 'leave/?page=250'],
  ['leaves, search', 'leave/?search=first42%20reason'],
  ['red list, middle page', 'redlistedstudents/?page=125'],
  ['red list, search', 'redlistedstudents/?search=last12'],
  ['cohorts, search', 'cohort/?search=cohort%2042'],
  ['a student’s page', 'student-details/4321/'],
  ['students of a class, first page', 'schedule-students/?schedule_id=17'],
  ['students of a class, page 1250', 'schedule-students/?schedule_id=17&page=1250'],
  ['students of a class, last page', 'schedule-students/?schedule_id=17&page=2500'],
  ['students of a class, search', 'schedule-students/?schedule_id=17&search=first42'],
  ['students of a class, search for one letter', 'schedule-students/?schedule_id=17&search=f'],
  ['search for everything: a student id', 'search/?text=S4321'],
  ['search for everything: a name', 'search/?text=first42%20last1'],
  ['search for everything: a name that hundreds have', 'search/?text=first42'],
  ['search for everything: a class', 'search/?text=sub12%20monday'],
  ['search for everything: a match for every student', 'search/?text=bench.example'],
  ['search for everything: one letter', 'search/?text=s'],
  ['search for everything: nothing', 'search/?text=zzzz'],
];

export const measureLists = (base: string, headers: Record<string, string>) =>
  measureCalls(base, headers, calls);

/** Median of each in ms, over HTTP, one client. */
export async function measureCalls(
  base: string,
  headers: Record<string, string>,
  requests: [what: string, path: string][],
): Promise<[what: string, ms: number][]> {
  const found: [string, number][] = [];
  for (const [what, path] of requests) {
    const times = await oneByOne(
      base,
      headers,
      Array.from({ length: 60 }, () => ({ method: 'GET', path: `/api/v2/attendance/${path}` })),
    );
    found.push([what, median(times.slice(10))]);
  }
  return found;
}

/**
 * Time from the click on a resource to its rows on the screen, in ms; each resource is opened
 * several times.
 */
export async function measureListInBrowser(
  base: string,
): Promise<{ clicks: [what: string, ms: number][]; addedKb: [what: string, kb: number][] }> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await signInAs(page, `${base}/teachers`, /Leo Banks/);
    const found: [string, number][] = [];
    for (const resource of ['Students', 'Timetables', 'Subjects', 'Teachers', 'Cohort']) {
      const times: number[] = [];
      for (let round = 0; round < 8; round++) {
        await page
          .getByRole('link', {
            name: resource === 'Classroom' ? 'Semester' : 'Classroom',
            exact: true,
          })
          .click();
        await page.getByRole('heading', { level: 1, name: 'Classroom' }).waitFor();
        await page.locator('[data-row]').first().waitFor();
        times.push(await page.evaluate(rowsAfterClick, resource));
      }
      found.push([resource, median(times)]);
    }
    return { clicks: found, addedKb: await addedByResource(page, base) };
  } finally {
    await browser.close();
  }
}

/** JavaScript that a resource's list and form load after another resource was opened; compressed, in KB. */
async function addedByResource(page: Page, base: string): Promise<[string, number][]> {
  let bytes = 0;
  page.on('response', (answer) => {
    if (answer.url().endsWith('.js')) bytes += Number(answer.headers()['content-length'] ?? 0);
  });
  const open = async (path: string) => {
    await page.evaluate((to) => history.pushState(null, '', to), path);
    await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  };
  await page.goto(`${base}/teachers/add`);
  await page.waitForLoadState('networkidle');
  await open('/teachers');
  const found: [string, number][] = [];
  for (const path of ['/leave', '/timetable', '/students']) {
    bytes = 0;
    await open(path);
    await open(`${path}/add`);
    found.push([path, bytes / 1024]);
  }
  return found;
}

/** In the page: clicks the menu entry and waits for the frame that shows the resource's rows. */
function rowsAfterClick(resource: string): Promise<number> {
  return new Promise((resolve) => {
    const link = document.querySelector<HTMLElement>(
      `nav[aria-label="Sections"] a[aria-label="${resource}"]`,
    )!;
    const started = performance.now();
    const check = () => {
      const isShown =
        document.querySelector('h1')?.textContent === resource &&
        document.querySelector('[data-row]');
      if (isShown) requestAnimationFrame(() => resolve(performance.now() - started));
      else requestAnimationFrame(check);
    };
    link.click();
    check();
  });
}
