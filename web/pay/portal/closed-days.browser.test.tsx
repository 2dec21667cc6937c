import { expect, it } from 'vitest';
import type { MissingCheckIn, PayrollLog } from '#contract/pay/payroll.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { page, serve } from '#web/test/server.ts';
import { MissingPage } from './MissingPage.tsx';
import { PortalPage } from './PortalPage.tsx';

const teacher = { id: 7, first_name: 'Tess', last_name: 'Teacher' };
const schedule = {
  id: 1,
  group_name: null,
  subject_name: 'Maths',
  subject_code: 'MAT1',
  day_of_week: 'Monday',
  class_type: 'Lecture',
  start_time: '09:00',
  end_time: '10:00',
  teacher,
};
const line = (id: number, date: string) =>
  ({
    id,
    date,
    schedule,
    teacher,
    class_teacher: teacher,
    status: 'pending',
    duration_of_schedule: 60,
    amount_need_to_be_paid: '10.00',
  }) as PayrollLog;
const closing = { closed_until: '2026-03-02', changes: [] };
const answers = {
  'GET payroll-logs/': () => ({ body: page([line(1, '2026-03-02'), line(2, '2026-03-09')]) }),
  'GET payroll-logs-stats/': () => ({ body: {} }),
  'GET payroll-logs-missing/': () => ({
    body: page(
      ['2026-03-02', '2026-03-09'].map(
        (date, id) => ({ id, date, schedule, duration_of_schedule: 60 }) as MissingCheckIn,
      ),
    ),
  }),
  'GET payrolls/': () => ({ body: page([]) }),
  'GET pay-closing/': () => ({ body: closing }),
};
const permissions = {
  'Timesheet Admin Portal': ['read', 'add', 'edit', 'delete'],
} as const;

it('lines of closed days say so, are neither completed nor deleted, and are counted as left out', async () => {
  serve(answers);
  const { screen } = await renderPage(<PortalPage />, {
    address: '/timesheet-admin-portal?from_date=2026-03-01&to_date=2026-03-31',
    permissions: permissions as never,
  });
  await expect.element(screen.getByRole('row', { name: /2 Mar/ })).toMatchTextContent(/Pay closed/);
  await expect
    .element(screen.getByRole('row', { name: /9 Mar/ }))
    .not.toMatchTextContent(/Pay closed/);
  await screen.getByRole('checkbox', { name: 'Select MAT1 on 2 Mar 2026, Tess Teacher' }).click();
  const bar = screen.getByRole('group', { name: 'Selected rows' });
  await expect.element(bar).toMatchTextContent(/1 left out: pay is closed/);
  for (const name of [/Complete/, 'Delete selected'])
    await expect.element(bar.getByRole('button', { name })).not.toBeInTheDocument();
  await screen.getByRole('checkbox', { name: 'Select MAT1 on 9 Mar 2026, Tess Teacher' }).click();
  await expect.element(bar.getByRole('button', { name: 'Complete 1' })).toBeVisible();
  await expect.element(bar).toMatchTextContent(/1 left out: pay is closed/);
});

it('a class of a closed day without a check-in says so, and none is entered', async () => {
  serve(answers);
  const { screen } = await renderPage(<MissingPage />, {
    address: '/timesheet-admin-portal/missing',
    permissions: permissions as never,
  });
  await expect.element(screen.getByRole('row', { name: /2 Mar/ })).toMatchTextContent(/Pay closed/);
  await expect
    .element(screen.getByRole('button', { name: 'Options of MAT1 on 9 Mar 2026' }))
    .toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'Options of MAT1 on 2 Mar 2026' }))
    .not.toBeInTheDocument();
});
