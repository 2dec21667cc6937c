import { useQuery, useQueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import type { SeatingPlan } from '#contract/attendance/seating-plan.ts';
import { rollAnswer, rollOfTest, rollRow } from '#web/test/open-roll.tsx';
import { renderPage } from '#web/test/render-page.tsx';
import { classInSeats, planOfTest } from '#web/test/seating.ts';
import { serve } from '#web/test/server.ts';
import { rollQuery } from '#web/school/roll.ts';
import { PlanEditor } from './PlanEditor.tsx';
import { seatingPlanQuery } from './queries.ts';

beforeEach(() => localStorage.setItem('seats-seen-from', 'class'));

/** The editor with what the server has; the button stands for the live stream. */
function Followed() {
  const queries = useQueryClient();
  const roll = useQuery(rollQuery(rollOfTest));
  const plan = useQuery(seatingPlanQuery(rollOfTest));
  return (
    <>
      <button type="button" onClick={() => void queries.invalidateQueries()}>
        News
      </button>
      {roll.data && plan.data && (
        <PlanEditor
          of={rollOfTest}
          plan={plan.data}
          students={roll.data.results}
          choose={() => {}}
        />
      )}
    </>
  );
}

const bens = { row: 2, column: 1, student: 2 };

async function open(save: (body: unknown) => object = () => ({ body: planOfTest })) {
  const server = { plan: planOfTest as SeatingPlan, students: classInSeats };
  const requests = serve({
    'POST seating-plan/save/': ({ body }) => save(body),
    'GET seating-plan/?': () => ({ body: server.plan }),
    'GET ': () => rollAnswer(server.students),
  });
  const { screen } = await renderPage(<Followed />);
  const button = (name: string | RegExp) => screen.getByRole('button', { name });
  await expect.element(button(/^Ann Abel/)).toBeVisible();
  return {
    screen,
    server,
    button,
    byFirstName: async () => {
      await button('Arrange').click();
      await screen.getByRole('menuitem', { name: 'By first name' }).click();
      await expect.element(button(/^Cam Cole row 2, seat 2/)).toBeVisible();
    },
    posts: () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body),
  };
}

it('follows the roll: who left goes, who joined is added, and the rest is saved', async () => {
  let saves = 0;
  const { screen, server, button, byFirstName, posts } = await open(() =>
    ++saves === 1
      ? { status: 400, body: { seats: ['Ann Abel is not in this class on this date'] } }
      : { body: planOfTest },
  );
  await byFirstName();
  server.students = [...classInSeats.slice(1), rollRow(4, 'Dan', 'Dale')];
  server.plan = { ...planOfTest, seats: [bens] };
  await button('Save').click();
  await expect
    .element(screen.getByText('Ann Abel is not in this class on this date'))
    .toBeVisible();
  await expect
    .element(
      screen.getByText('Ann Abel is not in this class any more. Dan Dale is new in this class.'),
    )
    .toBeVisible();
  await expect.element(button(/^Ann Abel/)).not.toBeInTheDocument();
  await expect.element(screen.getByText('Without a seat (1)')).toBeVisible();
  await button('Save').click();
  await expect.poll(posts).toHaveLength(2);
  expect(posts()[1]).toMatchObject({
    seats: [bens, { row: 2, column: 2, student: 3 }],
  });
});

it('a plan without changes shows at once what is saved elsewhere', async () => {
  const { server, button, screen } = await open();
  server.plan = { ...planOfTest, version: 5, seats: [{ row: 2, column: 2, student: 2 }] };
  await button('News').click();
  await expect.element(button(/^Ben Baker row 2, seat 2/)).toBeVisible();
  await expect.element(screen.getByText('Without a seat (2)')).toBeVisible();
  await expect.element(button('Save')).toBeDisabled();
});

it('a changed one says so: the other version is loaded, or the own changes stay', async () => {
  const { server, button, screen, byFirstName } = await open();
  await byFirstName();
  const say = screen.getByText('Theo Teacher changed this plan meanwhile.');
  const theirs = { ...planOfTest, changed_by: 'Theo Teacher', seats: [] };
  server.plan = { ...theirs, version: 5 };
  await button('News').click();
  await expect.element(say).toBeVisible();
  await button('Keep mine').click();
  await expect.element(say).not.toBeInTheDocument();
  await expect.element(button(/^Cam Cole row 2, seat 2/)).toBeVisible();
  server.plan = { ...theirs, version: 6 };
  await button('News').click();
  await button('Take theirs').click();
  await expect.element(screen.getByText('Without a seat (3)')).toBeVisible();
  await expect.element(say).not.toBeInTheDocument();
  await expect.element(button('Save')).toBeDisabled();
});

it('a layout that gets smaller elsewhere is that of the changed plan, too, which can be saved', async () => {
  const { server, button, screen, byFirstName, posts } = await open();
  await byFirstName();
  const layout = { rows: 2, columns: 2, gaps: [{ row: 2, column: 1 }], version: 4 };
  const theirs = { ...planOfTest, layout_by: 'Theo Teacher', layout };
  server.plan = { ...theirs, seats: planOfTest.seats.slice(0, 1) };
  await button('News').click();
  await expect
    .element(screen.getByText('Theo Teacher changed the layout of room R1 meanwhile.'))
    .toBeVisible();
  await button('Keep mine').click();
  await expect.element(screen.getByText('Without a seat (1)')).toBeVisible();
  await expect.element(button(/^Ben Baker$/)).toBeVisible();
  await button('Save').click();
  await expect.element(screen.getByText(/^Ben Baker had a seat, and has none/)).toBeVisible();
  await button('Save the plan').click();
  await expect.poll(posts).toHaveLength(1);
  expect(posts()[0]).toMatchObject({
    version: 4,
    layout_version: 4,
    seats: [
      { row: 1, column: 1, student: 1 },
      { row: 2, column: 2, student: 3 },
    ],
  });
});

it('a class that has got another room has its plan saved there, in the layout of that room', async () => {
  let saves = 0;
  const { server, screen, button, byFirstName, posts } = await open(() =>
    ++saves === 1
      ? {
          status: 400,
          body: { classroom: ['This class is not held in this room on this date'] },
        }
      : { body: server.plan },
  );
  await byFirstName();
  const other = { id: 2, room_number: 'R2' };
  server.plan = {
    ...planOfTest,
    classroom: other,
    rooms: [other],
    layout: { rows: 1, columns: 2, gaps: [], version: 8 },
    version: 0,
    seats: [],
  };
  await button('Save').click();
  await expect
    .element(
      screen.getByText(
        'This class is held in room R2 on this date. There is no seat for 1 student.',
      ),
    )
    .toBeVisible();
  await button('Save for room R2').click();
  await expect.poll(posts).toHaveLength(2);
  expect(posts()[1]).toMatchObject({
    classroom: 2,
    version: 0,
    layout_version: 8,
    seats: [
      { row: 1, column: 1, student: 1 },
      { row: 1, column: 2, student: 2 },
    ],
  });
  expect(posts()[1]).not.toHaveProperty('layout');
});
