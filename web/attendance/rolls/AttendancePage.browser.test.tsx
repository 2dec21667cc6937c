import { expect, it } from 'vitest';
import { messages } from '#contract/texts.ts';
import { classOfDay } from '#web/test/class-of-day.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { page, serve } from '#web/test/server.ts';
import { AttendancePage } from './AttendancePage.tsx';

const permissions = { Attendance: ['read', 'add'] } as never;
const day = [
  { ...classOfDay, id: 1 },
  {
    ...classOfDay,
    id: 2,
    start_time: '13:00',
    end_time: '14:00',
    period: 'current_and_upcoming',
    today_students_stats: { total_students: 4, total_present: 0, total_absent: 0 },
  },
];

it('the start page without a current class has the date, the check-in, and one table in order of time', async () => {
  serve({
    'GET classschedule/': () => ({ body: page(day) }),
  });
  const { screen } = await renderPage(<AttendancePage />, {
    address: '/?date=2026-03-02',
    permissions,
    teacher: 7,
  });
  await expect.element(screen.getByText('Monday 2 March 2026')).toBeVisible();
  const table = screen.getByRole('table', { name: 'Classes' });
  await expect.element(table.getByText('My classes')).toBeVisible();
  const main = [...document.querySelectorAll('[data-main]')].map((link) => link.textContent);
  // The roll of the first one is complete.
  expect(main).toEqual(['View attendance', 'Start']);

  await screen.getByRole('textbox', { name: 'Card number or student ID' }).fill('S260001');
  await screen.getByRole('button', { name: 'Check in' }).click();
  await expect.element(screen.getByText(messages.selectSchedule)).toBeVisible();
});

it('the roll that is open stays when the user’s next class is under way', async () => {
  const first = { ...day[0]!, currentClass: true };
  let classes: object[] = [first, day[1]!];
  const requests = serve({
    'GET classschedule/?': () => ({ body: page(classes) }),
    'GET classschedule/1/': () => ({ body: first }),
    'GET classschedule/2/': () => ({ body: day[1] }),
  });
  await renderPage(<AttendancePage />, { address: '/', permissions, teacher: 7 });
  const rolls = () =>
    new Set(requests.flatMap(({ address }) => /class_schedule=(\d)/.exec(address)?.[1] ?? []));
  await expect.poll(rolls).toEqual(new Set(['1']));
  const before = requests.length;
  classes = [day[0]!, { ...day[1]!, currentClass: true }];
  // Shown again, the page reads the day again.
  window.dispatchEvent(new Event('visibilitychange'));
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => requests.length).toBeGreaterThan(before);
  await new Promise((resolve) => void setTimeout(resolve, 200));
  expect(rolls()).toEqual(new Set(['1']));
});

it('a press that was aimed at the table does nothing on the roll that opens by itself (R-ROLL-28)', async () => {
  const first = { ...day[0]!, period: 'current_and_upcoming' };
  const current = { ...first, currentClass: true };
  let classes: object[] = [first, day[1]!];
  serve({
    'GET classschedule/?': () => ({ body: page(classes) }),
    'GET classschedule/1/': () => ({ body: current }),
  });
  const { screen } = await renderPage(<AttendancePage />, {
    address: '/',
    permissions,
    teacher: 7,
  });
  const table = screen.getByRole('table', { name: 'Classes' });
  await expect.element(table).toBeVisible();
  const root = table.element().parentElement!;
  const press = () => {
    root.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }));
    return root.dispatchEvent(
      new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }),
    );
  };
  expect(press()).toBe(true);
  const moved = Promise.withResolvers<boolean>();
  new MutationObserver(() => {
    if (!root.querySelector('table[aria-label=Classes]')) moved.resolve(press());
  }).observe(root, { childList: true, subtree: true });
  classes = [current, day[1]!];
  window.dispatchEvent(new Event('visibilitychange'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await moved.promise).toBe(false);
});
