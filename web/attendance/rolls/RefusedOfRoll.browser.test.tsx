import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { classOfTest, rollAnswer, rollOfTest as of } from '#web/test/open-roll.tsx';
import { renderPage } from '#web/test/render-page.tsx';
import { serve } from '#web/test/server.ts';
import { useMarkQueue, MarkQueueProvider } from './queue/MarkQueueProvider.tsx';
import { RollFrame } from './RollFrame.tsx';

/** The page of a class that does not take place any more, with a mark that the server refuses. */
function Page({ lists = [[1, 2]] }: { lists?: number[][] }) {
  const queue = useMarkQueue();
  useEffect(() => {
    for (const students of lists) void queue.add(of, { do: 'rest', students });
  }, [queue, lists]);
  return <RollFrame of={of}>{() => 'The roll'}</RollFrame>;
}

const refused = () => ({
  status: 409,
  body: { detail: 'No Class on this day!', confirm: ['asks'] },
});
const lists = [
  [1, 2],
  [1, 2, 3],
];

it('a mark that was refused is shown where its class has no roll any more', async () => {
  const roll = rollAnswer([]);
  serve({
    'GET classschedule/': () => ({ body: classOfTest }),
    'GET attendance/': () => ({ body: { ...roll.body, no_class: 'weekday' } }),
    'POST ': refused,
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

it('a double click dismisses one of them', async () => {
  const roll = rollAnswer([]);
  serve({
    'GET classschedule/': () => ({ body: classOfTest }),
    'GET attendance/': () => ({ body: { ...roll.body, no_class: 'weekday' } }),
    'POST ': refused,
  });
  const { screen } = await renderPage(
    <MarkQueueProvider>
      <Page lists={lists} />
    </MarkQueueProvider>,
    { address: '/attendance/add', permissions: { Attendance: ['read', 'add', 'edit'] } },
  );
  await expect.element(screen.getByText('2 marks were not taken')).toBeVisible();
  const press = (detail: number) =>
    screen
      .getByRole('button', { name: /^Dismiss/ })
      .first()
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
  press(1);
  await expect.element(screen.getByText('1 mark was not taken')).toBeVisible();
  press(2);
  await expect.element(screen.getByText('1 mark was not taken')).toBeVisible();
});
