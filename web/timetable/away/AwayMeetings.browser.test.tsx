import { expect, it } from 'vitest';
import type { AwayMeeting } from '#contract/timetable/teacher-away.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { serve } from '#web/test/server.ts';
import { AwayMeetings } from './AwayMeetings.tsx';

const meeting: AwayMeeting = {
  id: 3,
  sequence: 0,
  group_name: null,
  class_schedule: 5,
  date: '2026-03-02',
  start_time: '15:00',
  end_time: '16:00',
  over: false,
  status: 'scheduled',
  reason: null,
  subject: { subject_name: 'Algebra', subject_code: 'MAT1' },
  room_number: 'R1',
  number_of_students: 20,
  planned: { id: 7, first_name: 'Tess', last_name: 'Teacher' },
  cover: null,
  others: [],
  away: false,
  checked_in: false,
  proposals: [],
};

it('the reason of an absence goes with the classes that were chosen for it', async () => {
  const requests = serve({
    'POST teacher-away/create/': () => ({ body: { operation: null, meetings: [] } }),
  });
  const { screen } = await renderPage(<AwayMeetings teacher={7} meetings={[meeting]} />, {
    permissions: { Attendance: ['read', 'edit', 'scheduleAdd'] },
  });
  const cancelAll = screen.getByRole('button', { name: 'Cancel all' });
  const reason = screen.getByRole('textbox', { name: 'Reason' });
  const save = screen.getByRole('button', { name: 'Cancel 1 class' });

  await cancelAll.click();
  await save.click();
  await expect.element(reason).toHaveAccessibleDescription('is required');
  await reason.fill('Ill');
  await screen.getByRole('button', { name: 'Leave all' }).click();
  await cancelAll.click();
  await expect.element(reason).toHaveValue('');

  await reason.fill('Conference');
  await save.click();
  await expect.poll(() => requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  await cancelAll.click();
  await expect.element(reason).toHaveValue('');
});

it('where other teachers are there, they teach unless something else is chosen (R-TEACH-2)', async () => {
  const requests = serve({
    'POST teacher-away/create/': () => ({ body: { operation: null, meetings: [] } }),
  });
  const theo = { id: 8, first_name: 'Theo', last_name: 'Tutor' };
  const shared = { ...meeting, id: 4, start_time: '09:00', others: [theo] };
  const checkedIn = { ...shared, id: 5, start_time: '10:00', checked_in: true };
  const left = { ...shared, id: 6, start_time: '11:00', away: true };
  const { screen } = await renderPage(
    <AwayMeetings teacher={7} meetings={[shared, checkedIn, left, meeting]} />,
    { permissions: { Attendance: ['read', 'edit', 'scheduleAdd'] } },
  );
  const choice = (time: string) => screen.getByRole('combobox', { name: `MAT1, ${time}` });
  await expect.element(choice('09:00')).toHaveDisplayValue('The others teach: Theo Tutor');
  await expect.element(choice('10:00')).toHaveDisplayValue('Leave as it is');
  await expect.element(choice('10:00')).not.toHaveTextContent('The others teach');
  await expect.element(choice('15:00')).not.toHaveTextContent('The others teach');
  await expect.element(screen.getByText('The others teach: Theo Tutor').last()).toBeVisible();
  await screen.getByRole('button', { name: 'Leave all' }).click();
  await expect.element(choice('09:00')).toHaveDisplayValue('Leave as it is');
  await choice('09:00').selectOptions('The others teach: Theo Tutor');
  await screen.getByRole('button', { name: 'Leave 1 class to the others' }).click();
  await expect
    .poll(() => requests.map(({ body }) => body))
    .toContainEqual({
      teacher: 7,
      meetings: [{ id: 4, sequence: 0, cover: 'others' }],
      reason: null,
    });
});
