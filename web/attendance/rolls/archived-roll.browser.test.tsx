import { expect, it } from 'vitest';
import type { RollRow } from '#contract/marks.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { noDetails } from '#web/school/roll.ts';
import { classOfDay } from '#web/test/class-of-day.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { serve } from '#web/test/server.ts';
import { typeKeys } from '#web/test/type-keys.ts';
import { MarkQueueProvider } from './queue/MarkQueueProvider.tsx';
import { TakeRoll } from './TakeRollPage.tsx';

const date = '2026-03-02';
const archived = {
  ...classOfDay,
  meeting: { ...classOfDay.meeting, roll_closed: true, archived: true },
} as ClassSchedule;
const row = {
  id: 3,
  student: 1,
  student_id: 'S1',
  first_name: 'Ann',
  last_name: 'Abel',
  status: 'Present',
  marked_at: null,
  how: null,
  ...noDetails,
} as unknown as RollRow;

it('at the address for taking it, the roll of an archived class can only be read, with the reason (R-MEETING-2)', async () => {
  const requests = serve({});
  const { screen } = await renderPage(
    <MarkQueueProvider>
      <TakeRoll of={{ id: 5, date }} schedule={archived} roll={[row]} />
    </MarkQueueProvider>,
    { address: `/attendance/add?id=5&date=${date}`, permissions: { Attendance: ['read', 'add'] } },
  );
  // One band says both.
  const reason = screen.getByText('The roll of an archived class can only be read.');
  await expect.element(reason).toBeVisible();
  expect(reason.element().parentElement?.textContent).toMatch(/^Class archived/);
  await expect.element(screen.getByText('Ann Abel')).toBeVisible();
  await expect.element(screen.getByLabelText('Card number or student ID')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Absent' })).not.toBeInTheDocument();
  await typeKeys('880301{Enter}');
  await expect
    .element(screen.getByText('This roll can only be read', { exact: true }))
    .toBeVisible();
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('a teacher sees what is held of the roll of an archived class, and decides nothing (R-ROLL-25)', async () => {
  const held = {
    id: 4,
    student: { id: 1, student_id: 'S1', first_name: 'Ann', last_name: 'Abel' },
    status: 'Present',
    from_status: null,
    made_at: '2026-03-01T22:05:00Z',
    made_by: 'Tess Teacher',
  };
  serve({ 'GET held-marks/': () => ({ body: { results: [held], total: 1 } }) });
  const { screen } = await renderPage(
    <MarkQueueProvider>
      <TakeRoll of={{ id: 5, date }} schedule={archived} roll={[row]} />
    </MarkQueueProvider>,
    {
      address: `/attendance/add?id=5&date=${date}`,
      permissions: { Attendance: ['read', 'add', 'edit'] },
    },
  );
  await expect.element(screen.getByText('1 mark is held')).toBeVisible();
  await expect.element(screen.getByText('Ann Abel: Present')).toBeVisible();
  await expect.element(screen.getByText(/and the class was archived meanwhile/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /Accept/ })).not.toBeInTheDocument();
});
