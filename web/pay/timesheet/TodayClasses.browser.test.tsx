import { expect, it } from 'vitest';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { page, serve } from '#web/test/server.ts';
import { TodayClasses } from './TodayClasses.tsx';

const maths = {
  subject: { id: 1, subject_name: 'Maths', subject_code: 'MAT1' },
  class_type: 'Lecture',
  classroom: { id: 1, room_number: 'R1' },
  more_rooms: [],
  teacher: { id: 7, first_name: 'Tess', last_name: 'Teacher' },
  co_teachers: [],
  check_in: null,
  checked_in_by: null,
} as unknown as ClassSchedule;
const scheduled = {
  status: 'scheduled',
  origin: 'weekly',
  reason: null,
  cover: null,
  moved_to: null,
  moved_from: null,
} as ClassSchedule['meeting'];

it('a class that is cancelled or moved says so, and offers neither roll nor check-in', async () => {
  const moved_to = {
    date: '2026-03-04',
    start_time: '15:00',
    end_time: '16:00',
    room_number: 'R2',
  };
  const classes = [
    { ...maths, id: 1, start_time: '09:00', end_time: '10:00', meeting: scheduled },
    {
      ...maths,
      id: 2,
      start_time: '11:00',
      end_time: '12:00',
      meeting: { ...scheduled, status: 'cancelled', reason: 'Flood' },
    },
    {
      ...maths,
      id: 3,
      start_time: '13:00',
      end_time: '14:00',
      meeting: { ...scheduled, status: 'moved', moved_to },
    },
  ];
  serve({ 'GET classschedule/?': () => ({ body: page(classes) }) });
  const { screen } = await renderPage(<TodayClasses teacher={7} />, {
    permissions: { 'My Timesheet': ['read', 'add'], 'Timesheet Admin Portal': ['add'] },
  });
  const [held, cancelled, moved] = [0, 1, 2].map((at) => screen.getByRole('listitem').nth(at));
  await expect.element(held!.getByRole('link', { name: 'Roll' })).toBeVisible();
  await expect.element(held!.getByRole('button', { name: 'Teacher Check-in' })).toBeVisible();
  await expect.element(cancelled!.getByText('Cancelled: Flood')).toBeVisible();
  await expect.element(moved!.getByText('Moved to Wed, 4 Mar 15:00, R2')).toBeVisible();
  for (const one of [cancelled!, moved!]) {
    await expect.element(one.getByRole('link')).not.toBeInTheDocument();
    await expect.element(one.getByRole('button')).not.toBeInTheDocument();
  }
});

it('a class that was archived after its roll was begun leads to the roll to read, without a check-in', async () => {
  const archived = { ...scheduled, roll_closed: true, archived: true };
  serve({
    'GET classschedule/?': () => ({
      body: page([{ ...maths, id: 1, start_time: '09:00', end_time: '10:00', meeting: archived }]),
    }),
  });
  const { screen } = await renderPage(<TodayClasses teacher={7} />, {
    permissions: { 'My Timesheet': ['read', 'add'], 'Timesheet Admin Portal': ['add'] },
  });
  await expect.element(screen.getByText('Class archived')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'View' }))
    .toHaveAttribute('href', expect.stringContaining('/attendance/view?id=1'));
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
});
