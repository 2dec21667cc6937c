import { useState } from 'react';
import { expect, it } from 'vitest';
import type { MeetingOfRoom, RoomProposal } from '#contract/timetable/room-away.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { serve } from '#web/test/server.ts';
import { RoomMeetings } from './RoomMeetings.tsx';

const lab: RoomProposal = {
  id: 2,
  room_number: 'Lab',
  capacity: 50,
  missing_seats: 0,
  missing_features: [],
};
const hall = { ...lab, id: 3, room_number: 'Hall', missing_seats: 2, missing_features: ['Sink'] };
const meeting: MeetingOfRoom = {
  id: 3,
  sequence: 8,
  group_name: null,
  class_schedule: 5,
  date: '2026-03-02',
  start_time: '15:00',
  end_time: '16:00',
  over: false,
  status: 'scheduled',
  reason: null,
  subject: { subject_name: 'Algebra', subject_code: 'MAT1' },
  room_number: 'R1',
  number_of_students: 20,
  moved: false,
  teachers: 'Tess Teacher',
  proposals: [lab, hall],
};
const timetable = { Timetables: ['read', 'edit'] } as const;

const page = (meetings: MeetingOfRoom[], permissions: Record<string, string[]>, isClosed = false) =>
  renderPage(
    <RoomMeetings
      classroom={1}
      days={{ from: '2026-03-02', to: '2026-03-04' }}
      meetings={meetings}
      isClosed={isClosed}
    />,
    { permissions: permissions as never },
  );

it('each class has its first suitable room, one room is not given twice, and the room is closed with one press', async () => {
  const requests = serve({
    'POST room-away/create/': () => ({ body: { operation: null, meetings: [] } }),
  });
  const sameTime = { ...meeting, id: 4, start_time: '15:30', end_time: '16:30' };
  const { screen } = await page([meeting, sameTime], {
    ...timetable,
    Classroom: ['read', 'edit'],
  } as never);
  const choice = (time: string) => screen.getByRole('combobox', { name: `MAT1, ${time}` });
  await expect.element(choice('15:00')).toHaveDisplayValue('Lab, 50 seats');
  await expect.element(choice('15:30')).toHaveDisplayValue('Leave as it is');
  await choice('15:30').selectOptions('Hall, 50 seats, 2 seats too few, without Sink');
  await screen.getByRole('button', { name: 'Move 2 classes, close the room' }).click();
  await expect
    .element(screen.getByRole('textbox', { name: 'Reason' }))
    .toHaveAccessibleDescription('is required');
  await screen.getByRole('textbox', { name: 'Reason' }).fill('Flood');
  await screen.getByRole('button', { name: 'Move 2 classes, close the room' }).click();
  await expect
    .poll(() => requests.map(({ body }) => body))
    .toContainEqual({
      classroom: 1,
      meetings: [
        { id: 3, sequence: 8, room: 2 },
        { id: 4, sequence: 8, room: 3 },
      ],
      close: { from: '2026-03-02', to: '2026-03-04' },
      reason: 'Flood',
    });
});

it('who may not edit rooms moves the classes, and closes nothing', async () => {
  const requests = serve({
    'POST room-away/create/': () => ({ body: { operation: null, meetings: [] } }),
  });
  const { screen } = await page([meeting], timetable as never);
  await expect.element(screen.getByRole('checkbox')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Move 1 class' }).click();
  await expect
    .poll(() => requests.map(({ body }) => body))
    .toContainEqual({
      classroom: 1,
      meetings: [{ id: 3, sequence: 8, room: 2 }],
      reason: null,
    });
});

it('what has happened with a class is shown, and there is nothing to choose', async () => {
  serve({});
  const moved = { ...meeting, moved: true, room_number: 'Lab', proposals: [] };
  const cancelled = {
    ...meeting,
    id: 4,
    status: 'cancelled' as const,
    reason: 'Flood',
    proposals: [],
  };
  const { screen } = await page([moved, cancelled], timetable as never, true);
  await expect.element(screen.getByText('Moved to Room Lab')).toBeVisible();
  await expect.element(screen.getByText('Cancelled: Flood')).toBeVisible();
  await expect.element(screen.getByRole('combobox')).not.toBeInTheDocument();
});

/** The page, which reads that the room was taken. */
function Changing() {
  const [isTaken, setTaken] = useState(false);
  const other = { ...meeting, id: 4, start_time: '09:00', end_time: '10:00' };
  return (
    <>
      <button onClick={() => setTaken(true)}>Take the room</button>
      <RoomMeetings
        classroom={1}
        days={{ from: '2026-03-02', to: '2026-03-02' }}
        meetings={[{ ...meeting, proposals: isTaken ? [] : [lab] }, other]}
        isClosed
      />
    </>
  );
}

it('a room that is taken meanwhile is no choice any more', async () => {
  serve({});
  const { screen } = await renderPage(<Changing />, { permissions: timetable as never });
  await screen.getByRole('combobox', { name: 'MAT1, 09:00' }).selectOptions('Cancel');
  const both = screen.getByRole('button', { name: 'Move 1 class, cancel 1 class' });
  await expect.element(both).toBeVisible();
  await screen.getByRole('button', { name: 'Take the room' }).click();
  await expect.element(screen.getByRole('button', { name: 'Cancel 1 class' })).toBeVisible();
  await expect
    .element(screen.getByRole('combobox', { name: 'MAT1, 15:00' }))
    .toHaveDisplayValue('Leave as it is');
});

it('a class that is over is left as it is, until somebody chooses otherwise', async () => {
  serve({});
  const { screen } = await page([{ ...meeting, over: true }], timetable as never);
  const choice = screen.getByRole('combobox', { name: 'MAT1, 15:00' });
  await expect.element(choice).toHaveDisplayValue('Leave as it is');
  await expect.element(screen.getByText(/20 students · over/)).toBeVisible();
});
