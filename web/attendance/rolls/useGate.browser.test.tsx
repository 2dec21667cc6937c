import { afterEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Link } from '@tanstack/react-router';
import { renderPage } from '#web/test/render-page.tsx';
import { GateBand } from './GateBand.tsx';
import { useGate } from './useGate.ts';
import { useHeldQuestion } from './useHeldQuestion.ts';

afterEach(() => vi.restoreAllMocks());

const hourMs = 3_600_000;

/** A roll of a date; the browser's clock says 9:15 of 2 March. */
async function openRoll(of: { date: string; start_time: string }) {
  const marks: string[] = [];
  function Roll() {
    const { gate, held, open, runOrHold, runOrAsk } = useGate(of);
    useHeldQuestion(held);
    return (
      <>
        <GateBand gate={gate} date={of.date} today="2026-03-02" held={held} open={open} />
        <button onClick={() => runOrHold(() => void marks.push('tap'))}>Tap</button>
        <button onClick={() => runOrAsk(() => void marks.push('hand'))}>Mark</button>
        <Link to="/dashboard">Leave</Link>
        <Link to="/attendance/add" search={{ id: 1, date: of.date, camera: 'true' }}>
          Camera
        </Link>
      </>
    );
  }
  return {
    ...(await renderPage(<Roll />, { address: `/attendance/add?id=1&date=${of.date}` })),
    marks,
  };
}

it('a roll is not left without a question while marks wait for a confirmation', async () => {
  const { screen, address, marks } = await openRoll({ date: '2026-03-01', start_time: '10:00' });
  await screen.getByRole('button', { name: 'Tap' }).click();
  await screen.getByRole('button', { name: 'Tap' }).click();
  await screen.getByRole('link', { name: 'Leave' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Leave without 2 marks?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect.element(address).toMatchTextContent('/attendance/add');
  await screen.getByRole('button', { name: /^Take taps for .*\(2 wait\)$/ }).click();
  await expect.poll(() => marks).toEqual(['tap', 'tap']);
  await screen.getByRole('link', { name: 'Leave' }).click();
  await expect.element(address).toMatchTextContent('/dashboard');
});

it('the camera of a roll is opened without the question', async () => {
  const { screen, address } = await openRoll({ date: '2026-03-01', start_time: '10:00' });
  await screen.getByRole('button', { name: 'Tap' }).click();
  await screen.getByRole('link', { name: 'Camera' }).click();
  await expect.element(address).toMatchTextContent('camera=true');
});

it('a roll that was taken early waits again once its day is over', async () => {
  const { screen, marks } = await openRoll({ date: '2026-03-02', start_time: '19:30' });
  await screen.getByRole('button', { name: 'Take it anyway' }).click();
  await screen.getByRole('button', { name: 'Tap' }).click();
  expect(marks).toEqual(['tap']);
  const at = Date.now() + 24 * hourMs;
  vi.spyOn(Date, 'now').mockImplementation(() => at);
  // The button still has the focus: the first key after the computer slept.
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: /\(1 waits\)$/ })).toBeVisible();
  expect(marks).toEqual(['tap']);
});

it('a mark by hand before the class asks, and comes after the taps that wait', async () => {
  const { screen, marks } = await openRoll({ date: '2026-03-02', start_time: '19:30' });
  await screen.getByRole('button', { name: 'Tap' }).click();
  const mark = screen.getByRole('button', { name: 'Mark' });
  await mark.click();
  const dialog = screen.getByRole('dialog', { name: 'Take this roll already?' });
  await expect.element(dialog.getByText('This class begins at 19:30.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Not yet' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(marks).toEqual([]);
  await mark.click();
  await dialog.getByRole('button', { name: 'Take it anyway' }).click();
  await expect.poll(() => marks).toEqual(['tap', 'hand']);
  await mark.click();
  expect(marks).toEqual(['tap', 'hand', 'hand']);
});

it('a mark by hand on a roll of the past does not ask', async () => {
  const { screen, marks } = await openRoll({ date: '2026-03-01', start_time: '10:00' });
  await screen.getByRole('button', { name: 'Mark' }).click();
  expect(marks).toEqual(['hand']);
});
