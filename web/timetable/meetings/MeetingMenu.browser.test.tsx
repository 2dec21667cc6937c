import { notifications } from '@mantine/notifications';
import { afterEach, expect, it } from 'vitest';
import type { Meeting } from '#contract/timetable/meeting.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { page, serve } from '#web/test/server.ts';
import type { ClassToChange } from './dialog.tsx';
import { MeetingMenu } from './MeetingMenu.tsx';

afterEach(() => notifications.clean());

const tess = { id: 4, first_name: 'Tess', last_name: 'Turner' };
const theo = { id: 5, first_name: 'Theo', last_name: 'Tutor' };
const nina = { id: 6, first_name: 'Nina', last_name: 'North' };
const rooms = [
  { id: 2, room_number: 'A1', capacity: 30, features: [] },
  { id: 3, room_number: 'A2', capacity: 20, features: [] },
  { id: 4, room_number: 'A3', capacity: 20, features: [] },
];
const [a1 = { id: 0, room_number: '', capacity: 0 }, a2] = rooms;
const meeting: Meeting = {
  id: 30,
  status: 'scheduled',
  reason: null,
  origin: 'weekly',
  moved_from: null,
  moved_to: null,
  sequence: 2,
  cover: null,
  places: [
    { teacher: tess, cover: null, away: true },
    { teacher: theo, cover: nina, away: false },
  ],
  closed_at: null,
  roll_closed: false,
  archived: false,
};
const shared: ClassToChange = {
  id: 7,
  subject: { id: 1, subject_name: 'Algebra', subject_code: 'MAT1' },
  start_time: '09:00',
  end_time: '10:00',
  classroom: a1,
  more_rooms: a2 ? [a2] : [],
  teacher: nina,
  co_teachers: [],
  meeting,
};

/** The menu of the class, with what is sent. */
async function open(entry: string) {
  const rowsFor = (rows: readonly { id: number }[]) => (sent: { address: string }) => {
    const ids = new URL(sent.address, 'http://server').searchParams.get('id')?.split(',');
    return { body: page(ids ? rows.filter(({ id }) => ids.includes(String(id))) : rows) };
  };
  const requests = serve({
    'POST meetings/': () => ({ body: { operation: 1, meetings: [] } }),
    'GET teachers/': rowsFor([tess, theo, nina, { id: 8, first_name: 'Una', last_name: 'Ulm' }]),
    'GET classroom/': rowsFor(rooms),
    'GET ': () => ({ body: page([]) }),
  });
  const { screen } = await renderPage(<MeetingMenu of={shared} date="2026-03-02" />, {
    permissions: { Timetables: ['read', 'edit'] },
  });
  await screen.getByRole('button', { name: /^Change this class/ }).click();
  await screen.getByRole('menuitem', { name: entry }).click();
  const sent = async (path: string) => {
    await expect.poll(() => requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    return requests.find(({ method, address }) => method === 'POST' && address === path)?.body;
  };
  return { screen, sent };
}
const named = { ids: [30], sequence: 2 };

it('a cover takes the place of one of several teachers, by default the first (R-TEACH-2)', async () => {
  const { screen, sent } = await open('Cover …');
  const place = screen.getByRole('combobox', { name: 'In place of' });
  await expect.element(place).toHaveValue('Tess Turner (away, the others teach)');
  await place.click();
  await screen.getByRole('option', { name: 'Theo Tutor (covered by Nina North)' }).click();
  await screen.getByRole('textbox', { name: 'Teacher', exact: true }).click();
  await screen.getByRole('option', { name: 'Una Ulm' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Cover' }).click();
  expect(await sent('meetings/cover/')).toEqual({ ...named, place: 5, teacher_id: 8, reason: '' });
});

it('a class is cancelled or stays: no button is called Cancel alone', async () => {
  const { screen } = await open('Cancel class …');
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByRole('button', { name: 'Cancel class' })).toBeVisible();
  await expect
    .element(dialog.getByRole('button', { name: 'Cancel', exact: true }))
    .not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Keep the class' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

it('the cover and the absence of each teacher end by themselves', async () => {
  const first = await open('End cover of Theo Tutor');
  expect(await first.sent('meetings/cover/')).toEqual({ ...named, place: 5, teacher_id: null });
});

it('a teacher whom the others replaced teaches again', async () => {
  const { sent } = await open('Tess Turner teaches again');
  expect(await sent('meetings/cover/')).toEqual({ ...named, place: 4, teacher_id: null });
});

it('another room replaces one of several, and the others stay (R-CLASS-8)', async () => {
  const { screen, sent } = await open('Another room …');
  await expect.element(screen.getByText('50 seats together')).toBeVisible();
  await screen.getByRole('button', { name: 'Remove A2 (20 seats)' }).click();
  await screen.getByRole('button', { name: 'Add a room' }).click();
  await screen.getByRole('textbox', { name: 'Further room' }).click();
  await screen.getByRole('option', { name: 'A3 (20 seats)' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Change room' }).click();
  expect(await sent('meetings/room/')).toEqual({
    ...named,
    classroom_id: 2,
    more_rooms: [4],
    reason: '',
  });
});
