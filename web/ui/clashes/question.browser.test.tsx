import { expect, it, vi } from 'vitest';
import type { Clash } from '#contract/clash.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { ApiError } from '#web/platform/api.ts';
import { withClashesConfirmed } from './question.tsx';

const clash = (room: string): Clash => ({
  kind: 'closed',
  class_schedule: 1,
  subject: { subject_code: 'MAT1', subject_name: 'Algebra' },
  date: '2026-03-02',
  dates: 1,
  last_date: '2026-03-02',
  start_time: '09:00',
  end_time: '10:00',
  name: room,
  other: null,
  students: null,
  seats: null,
  reason: 'Flooded',
  confirmed: false,
});
const refusal = new ApiError(409, {
  detail: 'Classes clash',
  clashes: ['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7'].map(clash),
});

/** A change that is refused unless it is confirmed, sent by a button. */
async function open(refused: Error = refusal) {
  const send = vi.fn(async ({ confirm_clashes: isConfirmed }: { confirm_clashes: boolean }) => {
    if (!isConfirmed) throw refused;
    return 'saved';
  });
  const results: unknown[] = [];
  const run = () =>
    withClashesConfirmed(send).then(
      (result) => results.push(result),
      (error: unknown) => results.push(error),
    );
  const { screen } = await renderPage(
    <button type="button" onClick={() => void run()}>
      Save
    </button>,
  );
  await screen.getByRole('button', { name: 'Save' }).click();
  return { screen, send, results };
}

it('a change that clashes is made after a question that lists the first clashes', async () => {
  const { screen, send, results } = await open();
  await expect
    .element(screen.getByRole('list', { name: 'Clashes' }))
    .toMatchTextContent(/R5.*and 2 more/);
  await screen.getByRole('button', { name: 'Continue anyway' }).click();
  await expect.poll(() => results).toEqual(['saved']);
  expect(send.mock.calls).toEqual([[{ confirm_clashes: false }], [{ confirm_clashes: true }]]);
});

it('is not made when the answer is no', async () => {
  const { screen, send, results } = await open();
  await screen.getByRole('button', { name: 'Go back' }).click();
  await expect.poll(() => results).toEqual([null]);
  expect(send).toHaveBeenCalledOnce();
});

it('another error is no question', async () => {
  const other = new ApiError(409, { detail: 'It was moved meanwhile' });
  const { results } = await open(other);
  await expect.poll(() => results).toEqual([other]);
});
