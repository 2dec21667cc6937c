import { notifications } from '@mantine/notifications';
import { afterEach, expect, it } from 'vitest';
import type { PlaceCheckIn } from '#contract/timetable/further.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { page, serve } from '#web/test/server.ts';
import { TeacherCheckIn } from './TeacherCheckIn.tsx';

afterEach(() => notifications.clean());

const tess = { id: 1, first_name: 'Tess', last_name: 'Turner' };
const theo = { id: 2, first_name: 'Theo', last_name: 'Tutor' };
const checkIn = (teacher: typeof tess, status: PlaceCheckIn['status']) => ({
  teacher,
  place: teacher.id,
  status,
});
const logOf = ({ teacher, status }: PlaceCheckIn) => ({
  id: teacher.id,
  teacher,
  class_teacher: teacher,
  status,
  stands_in: false,
});

interface Caller {
  /** Who the user is. */
  teacher: number | null;
  lines?: PlaceCheckIn[];
  /** Which of them the user may see as lines of pay. */
  logs?: PlaceCheckIn[];
  entersForOthers?: boolean;
}

/** The button on the roll of a class of Tess and Theo. */
async function open({ teacher, lines = [], logs = [], entersForOthers = false }: Caller) {
  const requests = serve({
    'GET payroll-logs/': () => ({ body: page(logs.map(logOf)) }),
    'POST payroll-logs/create/': () => ({
      status: 201,
      body: { ...logOf(checkIn(tess, 'pending')), teacher: { ...tess, id: teacher ?? 1 } },
    }),
  });
  const places = [tess, theo].map((it) => ({ id: it.id, teacher: it }));
  const of = { id: 5, date: '2026-03-02', start_time: '09:00', places, lines };
  const { screen } = await renderPage(<TeacherCheckIn of={of} />, {
    permissions: {
      'My Timesheet': ['read', 'add'],
      ...(entersForOthers && { 'Timesheet Admin Portal': ['read', 'add'] }),
    },
    teacher,
  });
  const sent = async () => {
    await expect.poll(() => requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    return requests.find(({ method }) => method === 'POST')?.body;
  };
  return { screen, sent, button: (name: string) => screen.getByRole('button', { name }) };
}

it('a teacher checks in to their own place, whatever the other one did (R-TEACH-2)', async () => {
  const { button, sent } = await open({ teacher: 2, lines: [checkIn(tess, 'completed')] });
  await button('Teacher Check-in').click();
  expect(await sent()).toEqual({ class_schedule: 5, date: '2026-03-02' });
});

it('the button is checked in for the own place alone', async () => {
  const own = checkIn(tess, 'pending');
  const { button } = await open({ teacher: 1, lines: [own], logs: [own] });
  await expect.element(button('Checked In')).toBeDisabled();
  await expect.element(button('Checked In')).toHaveAttribute('title', 'Tess Turner, pending');
});

it('for others it is disabled with all names when no place is open (R-PAY-1)', async () => {
  const lines = [checkIn(tess, 'completed'), checkIn(theo, 'pending')];
  const { button } = await open({ teacher: 3, lines });
  await expect.element(button('Checked In')).toBeDisabled();
  await expect
    .element(button('Checked In'))
    .toHaveAttribute('title', 'Tess Turner, Theo Tutor, pending');
});

it('a stand-in chooses whose place it is', async () => {
  const { screen, button, sent } = await open({ teacher: 3 });
  await button('Teacher Check-in').click();
  await expect
    .element(screen.getByRole('dialog', { name: 'Check in instead of whom?' }))
    .toBeVisible();
  await expect.element(screen.getByRole('radio', { name: 'Tess Turner' })).toBeChecked();
  await screen.getByRole('radio', { name: 'Theo Tutor' }).click();
  await button('Check in').last().click();
  expect(await sent()).toEqual({ class_schedule: 5, date: '2026-03-02', place: 2 });
});

it('where one place is open, the question names its teacher', async () => {
  const { screen, button, sent } = await open({
    teacher: null,
    lines: [checkIn(tess, 'pending')],
    entersForOthers: true,
  });
  await button('Teacher Check-in').click();
  await screen
    .getByRole('dialog', { name: 'Check in for Theo Tutor?' })
    .getByRole('button', { name: 'Check in' })
    .click();
  expect(await sent()).toEqual({ class_schedule: 5, date: '2026-03-02', place: 2 });
});
