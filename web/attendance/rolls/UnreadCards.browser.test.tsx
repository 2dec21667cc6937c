import { expect, it } from 'vitest';
import { messages } from '#contract/texts.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { serve } from '#web/test/server.ts';
import { typeKeys } from '#web/test/type-keys.ts';
import { MarkQueueProvider } from './queue/MarkQueueProvider.tsx';
import { TakeRollPage } from './TakeRollPage.tsx';

const date = '2026-03-02';

async function open(search: string) {
  const requests = serve({ 'GET ': () => new Promise(() => {}) });
  const { screen } = await renderPage(
    <MarkQueueProvider>
      <TakeRollPage />
    </MarkQueueProvider>,
    { address: `/attendance/add${search}`, permissions: { Attendance: ['read', 'add'] } },
  );
  return { screen, marks: () => requests.filter(({ method }) => method !== 'GET') };
}

it('a card that is tapped while the roll is loaded is not read, and the page says so (R-CARD-7)', async () => {
  const { screen, marks } = await open(`?id=5&date=${date}`);
  await expect.element(screen.getByText('Please Wait')).toBeVisible();
  await typeKeys('880301{Enter}');
  await expect.element(screen.getByText(messages.cardNotRead)).toBeVisible();
  expect(marks()).toEqual([]);
});

it('without a class it asks for one', async () => {
  const { screen, marks } = await open('');
  await typeKeys('880301{Enter}');
  await expect.element(screen.getByText(messages.selectSchedule)).toHaveLength(2);
  expect(marks()).toEqual([]);
});
