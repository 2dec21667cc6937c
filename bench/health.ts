import { openBrowser } from './open-browser.ts';
import { median, oneByOne } from './load.ts';
import { signInAs } from './sign-in.ts';

const rounds = 7;
const whole = 'from_date=2026-07-01';
const health = (call: string) => `/api/v2/attendance/timetable-health/${call}`;

const calls: [what: string, path: string][] = [
  ['every clash of the semester in one call', `clashes/?${whole}`],
  ['… as the usual week', `clashes/?${whole}&week=usual`],
  ['… of teachers', `clashes/?${whole}&kind=teacher`],
  ['… of rooms', `clashes/?${whole}&kind=classroom`],
  ['… of students', `clashes/?${whole}&kind=students`],
  ['… over capacity', `clashes/?${whole}&kind=seats`],
  ['a page of 5,000 clashes', `clashes/?${whole}&limit=5000&page=2`],
  ['teachers’ days', `teachers/?${whole}`],
  ['students with gaps', `students/?${whole}`],
  ['use of rooms', `rooms/?${whole}`],
  ['rooms by weekday and hour', `hours/?${whole}`],
];

/** Checks a whole timetable over HTTP with one client, and opens its page in a browser. */
export async function measureHealth(
  base: string,
  headers: Record<string, string>,
): Promise<[what: string, figure: string][]> {
  const found: [string, string][] = [];
  for (const [what, path] of calls) {
    const requests = Array.from({ length: rounds + 2 }, () => ({
      method: 'GET',
      path: health(path),
    }));
    const times = (await oneByOne(base, headers, requests)).slice(2);
    found.push([`timetable health: ${what}, median (slowest)`, figureOf(times)]);
  }
  for (const [what, path] of [
    ['from today on', '/timetable/health'],
    ['the whole semester', `/timetable/health?${whole}`],
  ] as const)
    for (const [step, times] of await timesInBrowser(base, path))
      found.push([`timetable health in the browser, ${what}: ${step}`, figureOf(times)]);
  return found;
}

const figureOf = (times: number[]): string =>
  `${median(times).toFixed(0)} ms (${Math.max(...times).toFixed(0)} ms)`;

/** Times from opening the page to its first frame, the first clashes, and the last kind checked. */
async function timesInBrowser(base: string, path: string): Promise<[string, number[]][]> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await signInAs(page, `${base}/timetable`, /Ada Marsh/);
    const steps: [string, number[]][] = [
      ['opened', []],
      ['first clashes', []],
      ['all kinds checked', []],
    ];
    for (let round = 0; round < rounds + 1; round++) {
      await page.goto(`${base}/timetable`);
      await page.locator('[data-row]').first().waitFor();
      const times = await page.evaluate(timesAfterOpening, path);
      // The first one loads the page's code.
      if (round > 0) for (const [at, [, all]] of steps.entries()) all.push(times[at] ?? Number.NaN);
    }
    return steps;
  } finally {
    await browser.close();
  }
}

/** In the page: opens an address of the application and waits for frames that show its steps. */
function timesAfterOpening(path: string): Promise<number[]> {
  return new Promise((resolve) => {
    const started = performance.now();
    const times: number[] = [];
    const isShown = [
      () => document.querySelector('h1')?.textContent === 'Clashes',
      () => document.querySelector('section[aria-labelledby^="kind-"] tbody tr') !== null,
      () => document.querySelector('main [role=status]')?.textContent.startsWith('Checked.'),
    ];
    const look = () => {
      while (times.length < isShown.length && isShown[times.length]?.())
        times.push(performance.now() - started);
      if (times.length === isShown.length) resolve(times);
      else requestAnimationFrame(look);
    };
    history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
    requestAnimationFrame(look);
  });
}
