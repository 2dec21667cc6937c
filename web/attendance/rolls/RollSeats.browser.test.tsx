import { useQueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { SeatingPlan } from '#contract/attendance/seating-plan.ts';
import { recordedMarking, rollOfTest } from '#web/test/open-roll.tsx';
import { renderPage } from '#web/test/render-page.tsx';
import { classInSeats, planOfTest } from '#web/test/seating.ts';
import { serve } from '#web/test/server.ts';
import { RollTable } from './RollTable.tsx';

beforeEach(() => localStorage.clear());

/** Stands for the live stream. */
function News() {
  const queries = useQueryClient();
  return (
    <button type="button" onClick={() => void queries.invalidateQueries()}>
      News
    </button>
  );
}

/** The seats of a class; `calls` are what is marked. */
async function open(plan: Partial<SeatingPlan> | null = {}) {
  const { calls, marking } = recordedMarking();
  const requests = serve({
    'GET seating-plan/': () => (plan ? { body: { ...planOfTest, ...plan } } : { status: 500 }),
  });
  const { screen } = await renderPage(
    <>
      <News />
      <RollTable
        roll={classInSeats}
        of={rollOfTest}
        marking={marking}
        views={{ view: 'seats', show: () => {} }}
      />
    </>,
  );
  const student = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) });
  const list = (name: string) => screen.getByRole('list', { name, exact: true });
  return { screen, calls, requests, student, list };
}

it('who has a seat is in the room, anybody else beside it, and all are marked by a press', async () => {
  const { calls, student, list } = await open();
  await expect.element(list('Seats').getByText('Ann Abel')).toBeVisible();
  await expect.element(list('Without a seat').getByText('Cam Cole')).toBeVisible();
  await expect.element(student('Ben Baker').getByText('✓ Present')).toBeVisible();
  for (const name of ['Ann', 'Ben', 'Cam']) await student(name).click();
  expect(calls).toEqual([
    ['Present', 1],
    ['Absent', 2],
    ['Present', 3],
  ]);
});

it('a search frames whom it finds; the others stay at their seats and are marked as before', async () => {
  const { screen, calls, student } = await open();
  await screen.getByRole('textbox', { name: 'Search the roll' }).fill('Ben');
  const isFound = (name: string) => student(name).element().closest('[data-found]') !== null;
  await expect.poll(() => ['Ann', 'Ben'].map(isFound)).toEqual([false, true]);
  await student('Ann').click();
  expect(calls).toEqual([['Present', 1]]);
});

it('arrows go by what is seen: from the desk the front row is below, from the class above', async () => {
  const { screen, student } = await open();
  await expect.element(student('Ann')).toBeVisible();
  const ann = student('Ann').element();
  if (ann instanceof HTMLElement) ann.focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(student('Ben')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(student('Cam')).toHaveFocus();
  await screen.getByRole('button', { name: 'View from the class' }).click();
  await expect.element(screen.getByRole('button', { name: 'View from the desk' })).toBeVisible();
  if (ann instanceof HTMLElement) student('Ann').element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(student('Ben')).toHaveFocus();
});

it('the focus stays with a student whose seat is changed elsewhere: a letter marks no one else', async () => {
  const swapped = planOfTest.seats.map(({ row, column, student }) => ({
    row,
    column,
    student: 3 - student,
  }));
  const served = { seats: planOfTest.seats };
  const { calls, screen, student } = await open(served);
  await expect.element(student('Ann')).toBeVisible();
  (student('Ann').element() as HTMLElement).focus();
  served.seats = swapped;
  const before = student('Ann').element().getBoundingClientRect().top;
  (screen.getByRole('button', { name: 'News' }).element() as HTMLElement).click();
  await expect.poll(() => student('Ann').element().getBoundingClientRect().top).not.toBe(before);
  await expect.element(student('Ann')).toHaveFocus();
  await userEvent.keyboard('p');
  await expect.poll(() => calls).toEqual([['Present', 1]]);
});

it('letters mark as in the list', async () => {
  const { calls, student } = await open();
  await expect.element(student('Cam')).toBeVisible();
  student('Cam').element().focus();
  await userEvent.keyboard('p');
  await expect.poll(() => calls).toEqual([['Present', 3]]);
});

it('without a plan the faces are shown, and making one is offered to who may', async () => {
  const nothing = { version: 0, layout: null, seats: [] };
  const { screen, student } = await open(nothing);
  await expect
    .element(screen.getByText('This class has no seating plan in Room R1.'))
    .toBeVisible();
  await expect.element(student('Cam')).toBeVisible();
  const link = screen.getByRole('link', { name: 'Make a seating plan' });
  await expect.element(link).toHaveAttribute('href', expect.stringContaining('room=1'));
});

it('who has a seat in another room of the class stands there, and not among those without one', async () => {
  const { screen } = await open({ elsewhere: [{ student: 3, room_number: 'R2' }] });
  const there = screen.getByRole('region', { name: 'Students: In room R2' });
  await expect.element(there.getByText('Cam', { exact: true })).toBeInTheDocument();
  await expect.element(screen.getByText(/Without a seat/)).not.toBeInTheDocument();
});

it('who may not change a plan is offered no change', async () => {
  const { screen, student } = await open({ may_change: false });
  await expect.element(student('Ann')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Change the plan' }))
    .not.toBeInTheDocument();
});

it('a class in several rooms has a plan in each', async () => {
  const rooms = [planOfTest.classroom, { id: 2, room_number: 'R2' }];
  const { screen, requests } = await open({ rooms });
  await screen.getByRole('radiogroup', { name: 'Room' }).getByText('R2').click();
  await expect
    .poll(() => requests.some(({ address }) => address.includes('classroom=2')))
    .toBe(true);
});

it('a plan that cannot be read does not stop the roll', async () => {
  const { screen, student } = await open(null);
  await expect.element(screen.getByText('The seating plan could not be read.')).toBeVisible();
  await expect.element(student('Ann')).toBeVisible();
});
