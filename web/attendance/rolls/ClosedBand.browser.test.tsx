import { userEvent } from 'vitest/browser';
import { beforeEach, expect, it } from 'vitest';
import type { RollRow } from '#contract/marks.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { classOfDay } from '#web/test/class-of-day.ts';
import { rollAnswer, rollRow } from '#web/test/open-roll.tsx';
import { renderPage } from '#web/test/render-page.tsx';
import { serve } from '#web/test/server.ts';
import { ClosedBand } from './ClosedBand.tsx';
import { useClassRoll } from './useClassRoll.ts';

const of = { id: 5, date: '2026-03-02' };
const closed_at = '2026-03-01T23:00:00Z';
const closed = {
  ...classOfDay,
  id: 5,
  meeting: { ...classOfDay.meeting, roll_closed: true, closed_at, archived: false },
} as ClassSchedule;
const ann = rollRow(1, 'Ann', 'Abel', 'Present');
const written = (student: number, name: string): RollRow => ({
  ...rollRow(student, name, 'Baker', 'Absent'),
  how: 'closing',
  marked_at: closed_at,
});

function Page() {
  const { roll } = useClassRoll(of);
  return roll.data && <ClosedBand of={closed} date={of.date} />;
}

let roll: RollRow[];
let refusals: object[];
let mayReopen: boolean;
let requests: ReturnType<typeof serve>;
beforeEach(() => {
  roll = [ann, written(2, 'Ben'), written(3, 'Cas')];
  refusals = [];
  mayReopen = true;
  requests = serve({
    'GET attendance/?': () => rollAnswer(roll),
    'GET classschedule/5/': () => ({ body: closed }),
    'GET roll-events/': () => ({ body: { results: [], may_reopen: mayReopen } }),
    'GET held-marks/': () => ({ body: { results: [], total: 0 } }),
    'POST reopen-roll/': ({ body }) => {
      const refusal = refusals.pop();
      if (refusal) return { status: 400, body: refusal };
      return { body: { students: JSON.stringify(body).includes('take_back') ? [2, 3] : [] } };
    },
    'POST undo-marks/': () => ({ body: { students: [2, 3], fail: [] } }),
  });
});
const open = () =>
  renderPage(<Page />, { permissions: { Attendance: ['read', 'add', 'edit', 'delete'] } });
const sent = (path: string) => requests.filter(({ address }) => address.startsWith(path));

it('the absences stay unless they are chosen: Enter alone reopens the roll (R-ROLL-11)', async () => {
  const { screen } = await open();
  await screen.getByRole('button', { name: 'Reopen' }).click();
  await expect
    .element(screen.getByRole('checkbox', { name: /Take back the 2 absences/ }))
    .not.toBeChecked();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => sent('reopen-roll')).toHaveLength(1);
  expect(sent('reopen-roll')[0]?.body).toEqual({
    class_schedule: 5,
    date: of.date,
    reason: null,
  });
  await expect.element(screen.getByText('The roll is open again')).toBeVisible();
});

it('who may not reopen the roll is not offered it', async () => {
  mayReopen = false;
  const { screen } = await open();
  await expect.element(screen.getByText(/^Roll closed at/)).toBeVisible();
  await expect.poll(() => sent('roll-events')).toHaveLength(1);
  await expect.element(screen.getByRole('button', { name: 'Reopen' })).not.toBeInTheDocument();
});

it('chosen, they are taken back, and written again by Undo', async () => {
  const { screen } = await open();
  await screen.getByRole('button', { name: 'Reopen' }).click();
  await screen.getByRole('checkbox', { name: /Take back the 2 absences/ }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
  await expect.element(screen.getByText(/2 absences taken back\./)).toBeVisible();
  expect(sent('reopen-roll')[0]?.body).toMatchObject({ take_back: true });
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('2 absences written again.')).toBeVisible();
  expect(sent('undo-marks')[0]?.body).toMatchObject({ student: [2, 3], status: 'N/A' });
});

it('a roll whose closing wrote none is reopened at once, and asks where a reason is needed', async () => {
  roll = [ann];
  refusals = [{ reason: ['Field is Required'] }];
  const { screen } = await open();
  await screen.getByRole('button', { name: 'Reopen' }).click();
  await screen.getByRole('textbox', { name: 'Reason' }).fill('Wrong class');
  await expect.element(screen.getByRole('checkbox')).not.toBeInTheDocument();
  await screen.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
  await expect
    .poll(() => sent('reopen-roll').at(-1)?.body)
    .toMatchObject({ reason: 'Wrong class' });
});
