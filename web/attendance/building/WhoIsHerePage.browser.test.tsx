import { userEvent } from 'vitest/browser';
import { beforeEach, expect, it } from 'vitest';
import type { PersonHere, TicksBody, WhoIsHere } from '#contract/attendance/building.ts';
import type { PublicConfig } from '#contract/session.ts';
import { deleteList, deleteTicks, storedTicks } from '#web/platform/offline/building-on-device.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { serve } from '#web/test/server.ts';
import { WhoIsHerePage } from './WhoIsHerePage.tsx';

const person = (
  number: number,
  first_name: string,
  more: Partial<PersonHere> = {},
): PersonHere => ({
  number,
  student: number,
  teacher: null,
  student_id: `S${number}`,
  first_name,
  last_name: 'Berg',
  profile_image: null,
  place: 0,
  state: 'not_seen',
  since: null,
  expected: true,
  accounted: false,
  ticked_at: null,
  ticked_by: null,
  version: 1,
  ...more,
});

const list = (more: Partial<WhoIsHere> = {}): WhoIsHere => ({
  roll_call: {
    id: 7,
    kind: 'drill',
    note: null,
    started_at: '2026-03-01T22:10:00Z',
    started_by: 'Ada Marsh',
  },
  version: 1,
  at: '2026-03-01T22:15:00Z',
  as_of: '1',
  places: [
    { kind: 'class', room: 'R1', class_name: 'MAT1 Maths', start_time: '09:00', end_time: '10:00' },
    { kind: 'may_have_left', room: 'R2', class_name: null, start_time: '08:00', end_time: '09:00' },
  ],
  people: [
    person(1, 'Anna'),
    person(2, 'Bo', { state: 'arrived', since: '2026-03-01T22:05:00Z' }),
    person(3, 'Cai', { state: 'absent', expected: false }),
    person(4, 'Dana', {
      place: 1,
      state: 'present',
      expected: false,
      since: '2026-03-01T21:00:00Z',
    }),
  ],
  ...more,
});

beforeEach(async () => {
  await deleteList();
  await deleteTicks(await storedTicks('ada@school.example'));
});

async function open(
  {
    here = list(),
    isOffline = false,
    manages = true,
  }: { here?: WhoIsHere; isOffline?: boolean; manages?: boolean } = {},
  config: Partial<PublicConfig> = {},
) {
  const network = { isOffline };
  const requests = serve({
    'GET building/live': () => ({ status: 503 }),
    'GET building/changes': () => ({
      body: { ended: false, version: here.version, as_of: '1', places: [], people: [] },
    }),
    'GET building/': () => ({ body: here }),
    'POST building/ticks': () =>
      network.isOffline ? { status: 503 } : { body: { late: false, version: 2 } },
  });
  const { screen } = await renderPage(<WhoIsHerePage />, {
    address: '/who-is-here',
    permissions: { Attendance: manages ? ['read', 'teacherFilter'] : ['read'] },
    config,
  });
  const row = (name: string) => screen.getByRole('button', { name: new RegExp(name) });
  await expect.element(screen.getByRole('heading', { name: /R1/ })).toBeVisible();
  return { screen, row, network, requests };
}

const ticksOf = (requests: { method: string; body: unknown }[]) =>
  requests
    .filter(({ method }) => method === 'POST')
    .flatMap(({ body }) => (body as TicksBody).ticks)
    .map(({ person: number, accounted }) => [number, accounted]);

it('a press ticks, another takes back; figures follow, and only who is expected is missing', async () => {
  const { screen, row, requests } = await open();
  await expect.element(screen.getByText('2 missing')).toBeVisible();
  await expect.element(screen.getByText('Arrived at the door 09:05')).toBeVisible();
  await row('Anna Berg').click();
  await expect.element(row('Anna Berg')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(screen.getByText('1 missing')).toBeVisible();
  await row('Anna Berg').click();
  await expect.element(screen.getByText('2 missing')).toBeVisible();
  await row('Cai Berg').click();
  await expect.element(screen.getByText('and 1 other')).toBeVisible();
  await expect.element(screen.getByText('2 missing')).toBeVisible();
  await expect
    .poll(() => ticksOf(requests))
    .toEqual([
      [1, true],
      [1, false],
      [3, true],
    ]);
});

it('by keyboard: the arrows go from row to row, Space ticks', async () => {
  const { row } = await open();
  (row('Anna Berg').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{ }');
  await expect.element(row('Bo Berg')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(row('Anna Berg')).toHaveAttribute('aria-pressed', 'false');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.element(row('Anna Berg')).toHaveAttribute('aria-pressed', 'true');
});

it('without the network ticks wait in view, and are sent when it is back', async () => {
  const { screen, row, network, requests } = await open({ isOffline: true });
  await row('Anna Berg').click();
  await expect.element(screen.getByText('not sent yet')).toBeVisible();
  await expect.element(screen.getByText('No network.', { exact: false })).toBeVisible();
  await expect.element(screen.getByText('1 missing')).toBeVisible();
  network.isOffline = false;
  window.dispatchEvent(new Event('online'));
  await expect.element(screen.getByText('not sent yet')).not.toBeInTheDocument();
  const keys = requests
    .filter(({ method }) => method === 'POST')
    .flatMap(({ body }) => (body as TicksBody).ticks.map(({ number }) => number));
  // Each attempt has the same key.
  expect(new Set(keys).size).toBe(1);
});

it('a room is ticked at once, without those who are not expected, and that is undone', async () => {
  const { screen } = await open();
  await screen.getByRole('button', { name: 'Tick all 2 of R1' }).click();
  await expect.element(screen.getByText('0 missing')).toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('2 missing')).toBeVisible();
});

it('search finds anybody by name or ID, and Missing shows who is left', async () => {
  const { screen, row } = await open();
  await screen.getByRole('searchbox').fill('s4');
  await expect.element(row('Dana Berg')).toBeVisible();
  await expect.element(row('Anna Berg')).not.toBeInTheDocument();
  await screen.getByRole('searchbox').fill('');
  await screen.getByRole('button', { name: /^Missing/ }).click();
  await expect.element(row('Anna Berg')).toBeVisible();
  await expect.element(row('Dana Berg')).not.toBeInTheDocument();
});

it('teachers tick, and neither start nor end', async () => {
  const { screen, row } = await open({ manages: false });
  await expect.element(row('Anna Berg')).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'End roll call' }))
    .not.toBeInTheDocument();
});

it('a device that stores nothing says so, and stores nothing', async () => {
  const { screen, row } = await open({ isOffline: true }, { keep_on_device: false });
  await row('Anna Berg').click();
  await expect
    .element(screen.getByText('This device stores nothing.', { exact: false }))
    .toBeVisible();
  expect(await storedTicks('ada@school.example')).toEqual([]);
});
