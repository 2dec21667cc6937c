import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { SeatingPlan } from '#contract/attendance/seating-plan.ts';
import { rollOfTest } from '#web/test/open-roll.tsx';
import { renderPage } from '#web/test/render-page.tsx';
import { classInSeats, planOfTest } from '#web/test/seating.ts';
import { serve } from '#web/test/server.ts';
import { PlanEditor } from './PlanEditor.tsx';

beforeEach(() => localStorage.setItem('seats-seen-from', 'class'));

const elsewhere = { id: 2, room_number: 'R2' };

async function open(more: Partial<SeatingPlan> = {}) {
  const plan = { ...planOfTest, other_rooms: [elsewhere], ...more };
  const requests = serve({
    'POST seating-plan/save/': () => ({ body: { ...plan, version: 5 } }),
    'GET seating-plan/history/': () => ({
      body: {
        results: [
          {
            version: 4,
            way: 'restored',
            restored_version: 2,
            seats: 2,
            plan: plan.seats,
            changed_by: 'Tess Teacher',
            changed_at: '2026-03-01T22:00:00Z',
          },
          {
            version: 3,
            way: 'at_random',
            restored_version: null,
            seats: 1,
            plan: [{ row: 2, column: 2, student: 1 }],
            changed_by: 'Theo Teacher',
            changed_at: '2026-02-28T22:00:00Z',
          },
        ],
      },
    }),
    'POST seating-plan/restore/': () => ({ body: { ...plan, version: 5 } }),
    'GET seating-plan/?': () => ({
      body: {
        ...plan,
        classroom: elsewhere,
        seats: [
          { row: 1, column: 1, student: 3 },
          { row: 1, column: 2, student: 2 },
          { row: 4, column: 4, student: 1 },
        ],
      },
    }),
  });
  const { screen } = await renderPage(
    <PlanEditor of={rollOfTest} plan={plan} students={classInSeats} choose={() => {}} />,
  );
  const button = (name: string | RegExp) => screen.getByRole('button', { name });
  const sent = () => requests.find(({ method }) => method === 'POST')?.body;
  return { screen, button, sent };
}

it('a student is picked up, carried and put down by keys, which is announced', async () => {
  const { screen, button, sent } = await open();
  button(/^Cam Cole/)
    .element()
    .focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(/^Cam Cole is picked up\. Choose/)).toBeInTheDocument();
  await userEvent.keyboard('{ArrowUp}{ArrowRight}');
  await expect.element(button('Empty: row 2, seat 2')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect
    .element(screen.getByText('Cam Cole sits in row 2, seat 2.', { exact: true }))
    .toBeInTheDocument();
  await expect.element(button(/^Cam Cole row 2, seat 2/)).toHaveFocus();
  await userEvent.keyboard('{Enter}{ArrowLeft}{Enter}');
  await expect.element(button(/^Cam Cole row 2, seat 1/)).toBeVisible();
  await expect.element(button(/^Ben Baker row 2, seat 2/)).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(button(/^Cam Cole row 2, seat 2/)).toHaveFocus();
  await expect.element(screen.getByText('The last change is undone.')).toBeInTheDocument();
  await userEvent.keyboard('{Enter}{ArrowLeft}{Enter}');
  await expect.element(button(/^Cam Cole row 2, seat 1/)).toBeVisible();
  await button('Save').click();
  await expect.poll(sent).toMatchObject({
    version: 4,
    layout_version: 3,
    way: 'by_hand',
    seats: expect.arrayContaining([{ row: 2, column: 1, student: 3 }]),
  });
  expect(sent()).not.toHaveProperty('layout');
});

it('a student who had a seat is put down on an empty one, and has the focus there', async () => {
  const { screen, button } = await open();
  button(/^Ann Abel/)
    .element()
    .focus();
  await userEvent.keyboard('{Enter}');
  await expect
    .element(screen.getByText('Ann Abel is picked up: press a seat. Escape lets go.'))
    .toBeVisible();
  await expect.element(button('Empty: row 2, seat 2')).toHaveAttribute('data-target', 'true');
  await userEvent.keyboard('{ArrowDown}{ArrowRight}');
  await expect.element(button('Empty: row 2, seat 2')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button(/^Ann Abel row 2, seat 2/)).toHaveFocus();
  await expect.element(button('Empty: row 1, seat 1')).not.toHaveAttribute('data-target');
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect.element(button(/^Ann Abel row 2, seat 2/)).toHaveFocus();
});

it('Escape lets go, and Ctrl+Z takes back', async () => {
  const { screen, button } = await open();
  await button(/^Ann Abel/).click();
  await expect.element(button(/^Ann Abel/)).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(button(/^Ann Abel/)).toHaveAttribute('aria-pressed', 'false');
  await button(/^Ann Abel/).click();
  await button('Take the seat away').click();
  await expect.element(screen.getByText('Without a seat (2)')).toBeVisible();
  await expect.element(button(/^Ann Abel/)).toHaveFocus();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(screen.getByText('Without a seat (1)')).toBeVisible();
  await expect.element(button('Save')).toBeDisabled();
});

it('a smaller room says how many students lose their seats, and is sent with the plan', async () => {
  const { screen, button, sent } = await open();
  await button('Edit the layout').click();
  await screen.getByLabelText('Rows').fill('1');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(screen.getByText('1 student loses their seat by this layout.'))
    .toBeVisible();
  await button(/^Row 1, place 2: No seat/).click();
  await button('Save').click();
  await expect
    .element(screen.getByText('Ben Baker had a seat, and has none in this plan.'))
    .toBeVisible();
  expect(sent()).toBeUndefined();
  await button('Save the plan').click();
  await expect.poll(sent).toMatchObject({
    layout: { rows: 1, columns: 2, gaps: [] },
    seats: [{ row: 1, column: 1, student: 1 }],
  });
});

it('only the complete number of rows counts, and a larger layout brings everybody back', async () => {
  const { screen, button } = await open();
  await button('Edit the layout').click();
  const rows = screen.getByRole('textbox', { name: 'Rows' });
  await rows.clear();
  await userEvent.type(rows, '1');
  await expect.element(button('Row 2, place 1: Ben Baker')).toBeVisible();
  await userEvent.type(rows, '2');
  await expect.element(rows).toHaveValue('12');
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Row 12, place 1: Seat')).toBeVisible();
  await expect.element(button('Row 2, place 1: Ben Baker')).toBeVisible();
  await button('Undo').click();
  await expect.element(button('Save')).toBeDisabled();
  const columns = screen.getByRole('textbox', { name: 'Seats in a row' });
  await columns.fill('1');
  await rows.fill('1');
  await screen.getByText(/^Room R1 has one layout/).click();
  await expect
    .element(screen.getByText('1 student loses their seat by this layout.'))
    .toBeVisible();
  await userEvent.click(rows);
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(button('Row 2, place 1: Ben Baker')).toBeVisible();
  await userEvent.click(columns);
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(button('Row 1, place 2: No seat')).toBeVisible();
  await expect.element(button('Save')).toBeDisabled();
});

it('the order of another room is taken over', async () => {
  const { screen, button } = await open();
  await button('Arrange').click();
  await screen.getByRole('menuitem', { name: 'Copy the order from room R2' }).click();
  await expect.element(button(/^Cam Cole row 1, seat 1/)).toBeVisible();
  await expect.element(button(/^Ben Baker row 2, seat 1/)).toBeVisible();
  await expect.element(button(/^Ann Abel row 2, seat 2/)).toBeVisible();
});

it('the history says who made a plan and how, and restores one', async () => {
  const { screen, button, sent } = await open();
  await button('History').click();
  const versions = screen.getByRole('dialog').getByRole('listitem');
  await expect
    .element(versions.nth(0).getByText(/Tess Teacher · restored · 2 students$/))
    .toBeVisible();
  await expect.element(versions.nth(0).getByText('Now')).toBeVisible();
  await expect
    .element(versions.nth(1).getByText(/Theo Teacher · at random · 1 student$/))
    .toBeVisible();
  await button('Show').click();
  await expect
    .element(screen.getByRole('list', { name: 'Seats of this version' }))
    .toMatchTextContent('Ann (elsewhere now)');
  await button('Restore').click();
  await expect.poll(sent).toMatchObject({ version: 4, to: 3 });
});

it('an earlier plan takes a student out of another room only when that is confirmed', async () => {
  const { screen, button, sent } = await open({
    elsewhere: [{ student: 1, room_number: 'R2' }],
    seats: planOfTest.seats.filter(({ student }) => student !== 1),
  });
  await button('History').click();
  await button('Show').click();
  await expect
    .element(screen.getByRole('list', { name: 'Seats of this version' }))
    .toMatchTextContent('Ann (no seat here now)');
  await button('Restore').click();
  const question = screen.getByRole('dialog', { name: 'Restore this plan?' });
  await expect
    .element(question)
    .toMatchTextContent('In another room of this class now: Ann Abel (room R2).');
  expect(sent()).toBeUndefined();
  await question.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(sent).toMatchObject({ to: 3 });
});

it('a room without a layout begins with a seat for each student', async () => {
  const { screen, button } = await open({ layout: null, version: 0, seats: [] });
  await expect.element(screen.getByText('Without a seat (3)')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Empty/ }).elements().length).toBeGreaterThanOrEqual(
    3,
  );
  await expect.element(button('Save')).toBeEnabled();
});

it('what somebody else has saved meanwhile is replaced only when that is chosen', async () => {
  let saves = 0;
  const requests = serve({
    'POST seating-plan/save/': () =>
      ++saves === 1
        ? {
            status: 409,
            body: {
              detail: 'Theo Teacher changed this seating plan meanwhile.',
              overtaken: { by: 'Theo Teacher', at: '2026-03-01T22:10:00Z' },
            },
          }
        : { body: { ...planOfTest, version: 10 } },
    'GET seating-plan/?': () => ({
      body: {
        ...planOfTest,
        version: 9,
        // The layout of the room was changed as well, which was not touched here.
        layout: { rows: 2, columns: 2, gaps: [{ row: 2, column: 2 }], version: 5 },
        seats: [],
      },
    }),
  });
  const { screen } = await renderPage(
    <PlanEditor of={rollOfTest} plan={planOfTest} students={classInSeats} choose={() => {}} />,
  );
  await screen.getByRole('button', { name: 'Arrange' }).click();
  await screen.getByRole('menuitem', { name: 'By first name' }).click();
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(screen.getByText(/^Theo Teacher changed this seating plan/)).toBeVisible();
  await expect.element(screen.getByText(/Yours has no seat there for 1 student/)).toBeVisible();
  await screen.getByRole('button', { name: 'Save mine' }).click();
  const bodies = () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
  await expect.poll(bodies).toHaveLength(2);
  expect(bodies()[1]).toMatchObject({
    version: 9,
    layout_version: 5,
    way: 'by_name',
    seats: [
      { student: 1, row: 1, column: 1 },
      { student: 2, row: 2, column: 1 },
    ],
  });
  expect(bodies()[1]).not.toHaveProperty('layout');
});
