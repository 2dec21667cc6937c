import type { Browser, Page } from '@playwright/test';
import { api } from './api.ts';
import {
  admin,
  cardOf,
  expect,
  omar,
  openRoll,
  signIn,
  signInByPopup,
  studentsWithCard,
  tapCard,
  test,
} from './fixtures.ts';

/**
 * The requests of a page from now on, without search suggestions: on a busy machine
 * the test's keys are slower than a reader's.
 */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith('/api/') && !searchParams.has('search'))
      calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

/** A page of a user at another computer. */
async function elsewhere(browser: Browser, person: RegExp, address: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, person, address);
  return page;
}

test('a tap is one request: the roll, another screen of it and the dashboard read nothing again', async ({
  page,
  browser,
  baseURL,
}) => {
  await openRoll(page);
  const untaken = await page
    .locator('tr[data-status="N/A"]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-student')));
  const students = (await studentsWithCard(page)).filter((id) => untaken.includes(id)).slice(0, 5);
  const watching = await elsewhere(browser, omar, page.url());
  const dashboard = await elsewhere(browser, admin, `${baseURL}/dashboard?view=cards`);
  const shown = (id: string) =>
    expect(watching.locator(`tr[data-student="${id}"]`)).toHaveAttribute('data-status', 'Present');
  const present = dashboard
    .locator('article[data-ongoing]')
    .filter({ hasText: 'MEN210' })
    .locator('[data-tone=present]');

  // The first mark offers the check-in; its reads are complete once both screens show it.
  const before = Number(await present.textContent());
  await tapCard(page, cardOf(students[0]!));
  await shown(students[0]!);
  await expect(present).toHaveText(String(before + 1));

  const calls = [page, watching, dashboard].map(callsOf);
  for (const id of students.slice(1)) {
    await tapCard(page, cardOf(id));
    await shown(id);
  }
  await expect(present).toHaveText(String(before + 5));
  const taps = Array.from({ length: 4 }, () => 'POST /api/v2/attendance/attendance/create/');
  // The figures of the day follow after some seconds, in one request.
  const others = calls.map((of) => of.filter((call) => !call.includes('/overview/')));
  expect(others).toEqual([taps, [], []]);
});

test('a mark whose response is lost is sent again, and later ones follow @detail', async ({
  page,
}) => {
  await openRoll(page);
  const [first, second] = await studentsWithCard(page).then((ids) => ids.slice(-2));
  let swallowed = 0;
  await page.route('**/attendance/create/', (route) =>
    swallowed++ === 0 ? undefined : route.continue(),
  );
  const sent: string[] = [];
  page.on('response', async (answer) => {
    if (answer.url().endsWith('/attendance/create/'))
      sent.push(
        ((await answer.json()) as { results: { student_id: string }[] }).results[0]!.student_id,
      );
  });
  await tapCard(page, cardOf(first!));
  await tapCard(page, cardOf(second!));
  await expect.poll(() => sent, { timeout: 20_000 }).toEqual([first, second]);
  for (const id of [first!, second!])
    await expect(page.locator(`tr[data-student="${id}"]`)).toHaveAttribute(
      'data-status',
      'Present',
    );
});

test('a failed read of the roll is retried while the stream is open @detail', async ({ page }) => {
  await signIn(page, admin, '/dashboard');
  const { results } = await api<{
    results: { id: number; currentClass: boolean; meeting: { id: number } }[];
  }>(page, 'classschedule/?date=2026-11-18&limit=99');
  const { id, meeting } = results.find((it) => it.currentClass)!;
  await page.goto(`/attendance/add?id=${id}&date=2026-11-18`);
  await expect(page.getByRole('heading', { name: 'Manual attendance' })).toBeVisible();
  const student = await api<{ id: number }>(page, 'students/create/', {
    student_id: 'LATE1',
    first_name: 'Late',
    last_name: 'Comer',
    phone_number: '1',
    date_of_birth: '2005-01-01',
  });
  await api(page, 'studentassignment/create/', {
    class_schedule_id: id,
    student_id: [student.id],
    confirm_capacity: true,
    from_date: '2026-11-18',
  });
  const failed = page.waitForResponse((answer) => answer.status() === 500);
  // Two events may follow each other, of which the second one aborts the read of the first.
  let isDown = true;
  await page.route(/\/attendance\/attendance\/\?class_schedule/, (route) =>
    isDown ? route.fulfill({ status: 500, json: { detail: 'Not now' } }) : route.continue(),
  );
  // Read again because of an event.
  const rooms = await api<{ results: { id: number }[] }>(page, 'classroom/?search=Lab');
  const { operation } = await api<{ operation: number }>(page, 'meetings/room/', {
    ids: [meeting.id],
    classroom_id: rooms.results[0]!.id,
    confirm: true,
  });
  await failed;
  isDown = false;
  await expect(page.getByRole('row', { name: 'LATE1' })).toBeVisible();
  await api(page, `operations/${operation}/undo/`, {});
});

/**
 * Pending marks as the previous release stores them; numbers stand for the students of the roll,
 * from its end.
 */
const queuedBefore = [
  { do: 'mark', student: '1', status: 'Present' },
  { do: 'mark', student: 2, status: 'Absent' },
  { do: 'bulk', students: [3, 4] },
  { do: 'bulk', students: [5, 6], status: 'Absent' },
  { do: 'undo', students: [6], status: 'Absent' },
];

test('marks that the previous release left in the browser are sent in order', async ({ page }) => {
  await openRoll(page, signInByPopup);
  const ids = (await studentsWithCard(page)).toReversed();
  const numbers = await api<{ results: { student: number; student_id: string }[] }>(
    page,
    `attendance/?class_schedule=${new URL(page.url()).searchParams.get('id')}&date=2026-11-18`,
  ).then(({ results }) => new Map(results.map((row) => [row.student_id, row.student])));
  const chosen = (place: number) => numbers.get(ids[place - 1]!)!;
  const marks = queuedBefore.map((what, index) => ({
    key: `previous-release-${index}`,
    user: 'grace.hall@demo.example',
    class_schedule: Number(new URL(page.url()).searchParams.get('id')),
    date: '2026-11-18',
    at: Date.now() + index,
    what: {
      ...what,
      ...(what.students && { students: what.students.map(chosen) }),
      ...(what.student === '1' && { student: ids[0]! }),
      ...(what.student === 2 && { student: chosen(2) }),
    },
    refused: null,
  }));
  await page.evaluate(
    (queued) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('attendance');
        opening.onsuccess = () => {
          const writing = opening.result.transaction('marks', 'readwrite');
          for (const mark of queued) writing.objectStore('marks').add(mark);
          writing.oncomplete = () => resolve();
        };
      }),
    marks,
  );
  await page.reload();
  await expect(page.getByText('7 marks that waited were sent')).toBeVisible();
  const statuses = ['Present', 'Absent', 'Present', 'Present', 'Absent', 'N/A'];
  for (const [index, status] of statuses.entries())
    await expect(page.locator(`tr[data-student="${ids[index]}"]`)).toHaveAttribute(
      'data-status',
      status,
    );
});
