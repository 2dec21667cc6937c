import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { classOfTest, rollAnswer, rollOfTest as of } from '#web/test/open-roll.tsx';
import { renderPage } from '#web/test/render-page.tsx';
import { serve } from '#web/test/server.ts';
import { useMarkQueue, MarkQueueProvider } from './queue/MarkQueueProvider.tsx';
import { RollFrame } from './RollFrame.tsx';

/** The page of a class that does not take place any more, with a mark that the server refuses. */
function Page({ lists }: { lists: number[][] }) {
  const queue = useMarkQueue();
  useEffect(() => {
    for (const students of lists) void queue.add(of, { do: 'rest', students });
  }, [queue, lists]);
  return <RollFrame of={of}>{() => 'The roll'}</RollFrame>;
}

const oneList = [[1, 2]];
const twoLists = [...oneList, [1, 2, 3]];

/** Opens it; each list of students is marked at once. */
async function open(marks: number[][]) {
  serve({
    'GET classschedule/': () => ({ body: classOfTest }),
    'GET attendance/': () => ({ body: { ...rollAnswer([]).body, no_class: 'weekday' } }),
    'POST ': () => ({
      status: 409,
      body: { detail: 'No Class on this day!', confirm: ['asks'] },
    }),
  });
  const { screen } = await renderPage(
    <MarkQueueProvider>
      <Page lists={marks} />
    </MarkQueueProvider>,
    { address: '/attendance/add', permissions: { Attendance: ['read', 'add', 'edit'] } },
  );
  return screen;
}

it('a mark that was refused is shown where its class has no roll any more', async () => {
  const screen = await open(oneList);
  await expect.element(screen.getByText('This class is on another day of the week.')).toBeVisible();
  await expect.element(screen.getByText('2 marks were refused')).toBeVisible();
  await expect.element(screen.getByText('2 students absent', { exact: false })).toBeVisible();
});

it('a double click, or a second tap right after the first, dismisses one of them', async () => {
  const screen = await open(twoLists);
  await expect.element(screen.getByText('5 marks were refused')).toBeVisible();
  const press = (detail: number) => {
    const button = screen
      .getByRole('button', { name: /^Dismiss/ })
      .first()
      .element();
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }));
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
  };
  await new Promise((done) => setTimeout(done, 400));
  press(1);
  await expect.element(screen.getByText('3 marks were refused')).toBeVisible();
  press(2);
  press(1);
  await expect.element(screen.getByText('3 marks were refused')).toBeVisible();
});
