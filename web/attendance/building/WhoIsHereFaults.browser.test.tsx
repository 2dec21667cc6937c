import { userEvent } from 'vitest/browser';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  forgetBuilding,
  listHere as list,
  openBuilding,
  personHere as person,
  ticksOf,
} from '#web/test/building.tsx';
import { storedList, storedTicks, storeList } from '#web/platform/offline/building-on-device.ts';

const user = 'ada@school.example';
beforeEach(forgetBuilding);
// The queue is that of the next test, too.
afterEach(() => expect.poll(() => storedTicks(user)).toEqual([]));

const open = (of: Parameters<typeof openBuilding>[0] = {}) =>
  openBuilding(of, { keep_on_device: true });

it.each([500, 408, 502])('ticks wait after a %i and are sent again', async (status) => {
  const { screen, row, network, requests } = await open();
  network.ticks = { status };
  await row('Anna Berg').click();
  await expect.element(screen.getByText('not sent yet')).toBeVisible();
  await expect.poll(() => ticksOf(requests).length).toBeGreaterThan(0);
  await expect.element(row('Anna Berg')).toHaveAttribute('aria-pressed', 'true');
  expect(await storedTicks(user)).toHaveLength(1);
  network.ticks = undefined;
  window.dispatchEvent(new Event('online'));
  await expect.element(screen.getByText('not sent yet')).not.toBeInTheDocument();
  await expect.element(row('Anna Berg')).toHaveAttribute('aria-pressed', 'true');
});

it('ticks that are refused for good are named until that is dismissed', async () => {
  const { screen, row, network } = await open();
  network.ticks = { status: 400, body: { ticks: ['names a person who is not on the list'] } };
  await row('Anna Berg').click();
  const band = screen.getByText('Not taken for Anna Berg:', { exact: false });
  await expect.element(band).toBeVisible();
  await expect.element(row('Anna Berg')).toHaveAttribute('aria-pressed', 'false');
  await screen.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(band).not.toBeInTheDocument();
});

it('without the right the page and the device are empty, ticks wait, and come when it is back', async () => {
  const { screen, row, network, requests } = await open({ manages: false });
  await storeList({ user, at: Date.now(), list: list() });
  network.isClosed = true;
  await row('Anna Berg').click();
  await expect
    .element(screen.getByText('has not opened this page', { exact: false }))
    .toBeVisible();
  await expect.element(row('Bo Berg')).not.toBeInTheDocument();
  await expect
    .element(screen.getByText('1 tick waits here and is sent when the page is open for you again.'))
    .toBeVisible();
  await expect.element(screen.getByText('No network', { exact: false })).not.toBeInTheDocument();
  for (const name of ['Retry', 'Print'])
    await expect.element(screen.getByRole('button', { name })).not.toBeInTheDocument();
  expect(await storedList(user, Date.now())).toBeUndefined();
  const before = ticksOf(requests).length;
  network.isClosed = false;
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => ticksOf(requests).length).toBeGreaterThan(before);
  await expect.element(row('Bo Berg')).toBeVisible();
  await expect.element(screen.getByText('not sent yet')).not.toBeInTheDocument();
}, 20_000);

it('without the network and without ticks no number is named, and the band says it as well', async () => {
  const { screen, network } = await open();
  network.isOffline = true;
  await expect
    .element(
      screen.getByText('No network. You can go on ticking. Ticks wait here', { exact: false }),
    )
    .toBeVisible();
  await expect
    .element(screen.getByRole('region', { name: 'Roll call' }).getByText('No network'))
    .toBeVisible();
  await expect.element(screen.getByText('0 ticks', { exact: false })).not.toBeInTheDocument();
}, 15_000);

it('headline and filter count the same people, and others beside them', async () => {
  const here = list();
  here.people = here.people.map((one) => ({ ...one, accounted: one.number !== 2 }));
  const { screen, row } = await open({ here });
  await expect.element(screen.getByText('1 of 2 accounted for')).toBeVisible();
  await expect.element(screen.getByText('and 2 others')).toBeVisible();
  await screen.getByRole('button', { name: 'Accounted for 1' }).click();
  await expect.element(row('Cai Berg')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Others 2' }).click();
  await expect.element(row('Cai Berg')).toBeVisible();
  await expect.element(row('Dana Berg')).toBeVisible();
  await expect.element(row('Anna Berg')).not.toBeInTheDocument();
});

it('a page that is open says who has ended the roll call, until that is dismissed', async () => {
  const { screen, network } = await open({ manages: false });
  network.end = {
    id: 7,
    kind: 'drill',
    ended_at: '2026-03-02T00:05:00Z',
    ended_by: 'Leo Banks',
    expected: 55,
    accounted: 54,
  };
  const band = screen.getByText('Leo Banks ended the roll call at 11:05: 54 of 55 accounted for.');
  await expect.element(band).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Open the record' }))
    .not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(band).not.toBeInTheDocument();
}, 15_000);

it('by keyboard under Missing: the next person has the focus, after the last one the filter', async () => {
  const { screen, row } = await open();
  await screen.getByRole('button', { name: /^Missing/ }).click();
  (row('Anna Berg').element() as HTMLElement).focus();
  await userEvent.keyboard('{ }');
  await expect.element(row('Anna Berg')).not.toBeInTheDocument();
  await expect.element(row('Bo Berg')).toHaveFocus();
  await userEvent.keyboard('{ }');
  await expect.element(screen.getByRole('button', { name: /^Missing/ })).toHaveFocus();
});

it('rows have one height, whatever they say', async () => {
  const here = list();
  here.people.push(
    person(5, 'Wilhelmina Bartholomea Konstantinopolitanska-Featherstonehaugh', {
      place: 1,
      state: 'arrived',
      since: '2026-03-01T22:05:00Z',
      accounted: true,
      ticked_at: '2026-03-01T22:15:00Z',
      ticked_by: 'Maximiliana Featherstonehaugh-Cholmondeley',
    }),
  );
  await open({ here });
  const heights = [...document.querySelectorAll('[data-person]')].map(
    (row) => row.getBoundingClientRect().height,
  );
  expect(heights).toHaveLength(5);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(2);
  for (const row of document.querySelectorAll('[data-person] > button > span'))
    expect(row.getBoundingClientRect().height).toBeLessThanOrEqual(heights[0]!);
});

it('a long note is one line until it is pressed, and a room is found by its number', async () => {
  const note = `${'w'.repeat(300)} assembly point`;
  const here = list();
  const { screen, row } = await open({
    here: { ...here, roll_call: { ...here.roll_call!, note } },
  });
  const shown = screen.getByRole('button', { name: note });
  const height = () => shown.element().getBoundingClientRect().height;
  const before = height();
  expect(before).toBeLessThan(40);
  await shown.click();
  await expect.element(shown).toHaveAttribute('aria-expanded', 'true');
  expect(height()).toBeGreaterThan(before);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  await screen.getByRole('searchbox').fill('r2');
  await expect.element(row('Dana Berg')).toBeVisible();
  await expect.element(row('Anna Berg')).not.toBeInTheDocument();
});

it('May have left is done when everybody of it is ticked, not before', async () => {
  const { screen, row } = await open();
  const count = () =>
    screen
      .getByRole('heading', { name: /May have left/ })
      .element()
      .querySelector('[data-done]');
  await expect.element(row('Dana Berg')).toBeVisible();
  expect(count()).toBeNull();
  await row('Dana Berg').click();
  await expect.poll(count).not.toBeNull();
});
