import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { rollAnswer } from '#web/test/open-roll.tsx';
import { renderPage } from '#web/test/render-page.tsx';
import { serve } from '#web/test/server.ts';
import { useMarkQueue, MarkQueueProvider } from './queue/MarkQueueProvider.tsx';
import { RollFrame } from './RollFrame.tsx';

const of = { id: 5, date: '2026-03-02' };

/** The page of a class that does not take place any more, with a mark that the server refuses. */
function Page() {
  const queue = useMarkQueue();
  useEffect(() => void queue.add(of, { do: 'rest', students: [1, 2] }), [queue]);
  return <RollFrame of={of}>{() => 'The roll'}</RollFrame>;
}

it('a mark that was refused is shown where its class has no roll any more', async () => {
  const roll = rollAnswer([]);
  serve({
    'GET classschedule/': () => ({
      body: {
        id: 5,
        class_type: 'Lecture',
        start_time: '09:00',
        end_time: '10:00',
        subject: { id: 1, subject_name: 'Maths', subject_code: 'MAT1' },
        classroom: { id: 1, room_number: 'R1', capacity: 10 },
        teacher: { id: 7, first_name: 'Tess', last_name: 'Teacher' },
        currentClass: false,
        check_in: null,
        meeting: null,
      },
    }),
    'GET attendance/': () => ({ body: { ...roll.body, no_class: 'weekday' } }),
    'POST ': () => ({
      status: 409,
      body: { detail: 'No Class on this day!', confirm: ['asks'] },
    }),
  });
  const { screen } = await renderPage(
    <MarkQueueProvider>
      <Page />
    </MarkQueueProvider>,
    { address: '/attendance/add', permissions: { Attendance: ['read', 'add', 'edit'] } },
  );
  await expect.element(screen.getByText('This class is on another day of the week.')).toBeVisible();
  await expect.element(screen.getByText('1 mark was not taken')).toBeVisible();
  await expect.element(screen.getByText('2 students absent', { exact: false })).toBeVisible();
});
