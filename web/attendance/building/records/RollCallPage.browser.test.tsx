import { expect, it } from 'vitest';
import type { RollCallRecord } from '#contract/attendance/building.ts';
import { listHere } from '#web/test/building.tsx';
import { renderPage } from '#web/test/render-page.tsx';
import { serve } from '#web/test/server.ts';
import { recordPapers } from './record-file.ts';
import { RollCallPage } from './RollCallPage.tsx';

const { roll_call, places, people } = listHere();
const record: RollCallRecord = {
  ...roll_call!,
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
};

it('the PDF begins with the figures and who was missing', () => {
  const institute = { title: 'Institute', today: '2026-03-02', time_zone: 'Australia/Sydney' };
  const [summary, missing, whole] = recordPapers(record, institute);
  expect(summary?.lines?.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Drill, .*2 Mar.* 09:10$/),
  ]);
  expect(summary?.body).toEqual(
    expect.arrayContaining([
      ['Accounted for', '1'],
      ['Missing', '1'],
      ['Others who were ticked', '1'],
    ]),
  );
  expect(missing?.body.map(([, , id]) => id)).toEqual(['S2']);
  expect(whole?.body).toHaveLength(4);
});

it('the record names others beside those who are accounted for', async () => {
  serve({ 'GET building/roll-calls/7/': () => ({ body: record }) });
  const { screen } = await renderPage(<RollCallPage />, {
    address: '/who-is-here/roll-call?id=7',
    permissions: { Attendance: ['read', 'teacherFilter'] },
  });
  const text = '1 of 2 expected people were accounted for and 1 other, 1 were missing';
  await expect.element(screen.getByText(text, { exact: false })).toBeVisible();
});
