import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { classOfTest, rollAnswer, rollOfTest as of } from '#web/test/open-roll.tsx';
import { renderPage } from '#web/test/render-page.tsx';
import { serve } from '#web/test/server.ts';
import { useMarkQueue, MarkQueueProvider } from './queue/MarkQueueProvider.tsx';
import { RollFrame } from './RollFrame.tsx';

/** The page of a class that does not take place any more, with a mark that the server refuses. */
function Page() {
  const queue = useMarkQueue();
  useEffect(() => void queue.add(of, { do: 'rest', students: [1, 2] }), [queue]);
  return <RollFrame of={of}>{() => 'The roll'}</RollFrame>;
}

it('a mark that was refused is shown where its class has no roll any more', async () => {
  const roll = rollAnswer([]);
  serve({
    'GET classschedule/': () => ({ body: classOfTest }),
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
