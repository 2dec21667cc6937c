import { expect, it } from 'vitest';
import { renderPage } from '#web/test/render-page.tsx';
import { page, serve } from '#web/test/server.ts';
import { ClassroomsPage } from './ClassroomsPage.tsx';

const room = (id: number, room_number: string) => ({ id, room_number, capacity: 30, features: [] });
const rooms = [room(1, 'A1'), room(2, 'A2'), room(3, 'A3')];
const closing = (id: number, closed_from: string, closed_to: string) => ({
  id,
  classroom: { id, room_number: `A${id}` },
  closed_from,
  closed_to,
  reason: 'Paint',
  by: 'Ada Marsh',
  with: null,
  meetings: 0,
  classes: [],
});

async function open(closings: object[]) {
  serve({
    'GET classroom/': () => ({ body: page(rooms) }),
    'GET room-closings/': () => ({ body: { results: closings } }),
    'GET ': () => ({ body: page([]) }),
  });
  const { screen } = await renderPage(<ClassroomsPage />, {
    permissions: { Classroom: ['read'], Timetables: ['read', 'edit'] },
  });
  await expect.element(screen.getByText('A1').first()).toBeVisible();
  return screen;
}

it('rooms that are closed now say until when (R-ROOM-1)', async () => {
  const screen = await open([
    closing(1, '2026-03-02', '2026-03-02'),
    closing(2, '2026-02-20', '2026-03-06'),
    closing(3, '2026-03-03', '2026-03-06'),
  ]);
  await expect.element(screen.getByText('Closed today')).toBeVisible();
  await expect.element(screen.getByText('Closed until 6 Mar 2026')).toBeVisible();
  await expect.element(screen.getByText('Closed', { exact: true })).toBeVisible();
});

it('without a closed room there is no column for it', async () => {
  const screen = await open([closing(3, '2026-03-03', '2026-03-06')]);
  await expect.element(screen.getByText('Closed', { exact: true })).not.toBeInTheDocument();
});
