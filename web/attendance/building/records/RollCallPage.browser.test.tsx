import { expect, it } from 'vitest';
import { listHere } from '#web/test/building.tsx';
import { renderPage } from '#web/test/render-page.tsx';
import { serve } from '#web/test/server.ts';
import { RollCallPage } from './RollCallPage.tsx';

it('the record names others beside those who are accounted for', async () => {
  const { roll_call, places, people } = listHere();
  serve({
    'GET building/roll-calls/7/': () => ({
      body: {
        ...roll_call,
        ended_at: '2026-03-02T00:05:00Z',
        ended_by: 'Leo Banks',
        listed: 4,
        expected: 2,
        accounted: 1,
        missing: 1,
        late: 0,
        forgotten: false,
        ticks: 2,
        late_ticks: [],
        places,
        people: people.map((one) => ({ ...one, accounted: one.number === 1 || one.number === 4 })),
      },
    }),
  });
  const { screen } = await renderPage(<RollCallPage />, {
    address: '/who-is-here/roll-call?id=7',
    permissions: { Attendance: ['read', 'teacherFilter'] },
  });
  const text = '1 of 2 expected people were accounted for and 1 other, 1 were missing';
  await expect.element(screen.getByText(text, { exact: false })).toBeVisible();
});
