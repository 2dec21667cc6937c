import { expect, it } from 'vitest';
import { renderPage } from '#web/test/render-page.tsx';
import { useCloseQuestion } from './useCloseQuestion.ts';

interface Closed {
  rest: number[];
  confirm: true | undefined;
}

/** A class of today; it is 9:15. */
async function open(start_time: string, rest = [1, 2], { students = 9, end_time = '20:00' } = {}) {
  const closed: Closed[] = [];
  const closeRoll = (students: number[], confirm?: true) =>
    void closed.push({ rest: students, confirm });
  function Roll() {
    const date = '2026-03-02';
    const close = useCloseQuestion({ date, start_time, end_time, students, closeRoll, rest });
    return <button onClick={() => void close()}>Close roll</button>;
  }
  const { screen } = await renderPage(<Roll />);
  return { screen, closed };
}

it('closing a roll before its class asks, and sends the answer', async () => {
  const { screen, closed } = await open('19:30');
  const close = screen.getByRole('button', { name: 'Close roll' });
  await close.click();
  const dialog = screen.getByRole('dialog', { name: 'Mark 2 as absent and close?' });
  await expect.element(dialog.getByText('This class begins at 19:30.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Go back' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(closed).toEqual([]);
  await close.click();
  await dialog.getByRole('button', { name: 'Mark absent and close' }).click();
  await expect.poll(() => closed).toEqual([{ rest: [1, 2], confirm: true }]);
});

it('does not ask once the class has begun', async () => {
  const begun = await open('09:15');
  await begun.screen.getByRole('button', { name: 'Close roll' }).click();
  expect(begun.closed).toEqual([{ rest: [1, 2], confirm: undefined }]);
});

it('does not ask when every student is marked', async () => {
  const { screen, closed } = await open('19:30', []);
  await screen.getByRole('button', { name: 'Close roll' }).click();
  expect(closed).toEqual([{ rest: [], confirm: undefined }]);
});

it('asks while the class goes on when most students have no mark', async () => {
  const { screen, closed } = await open('09:00', [1, 2], { students: 3 });
  await screen.getByRole('button', { name: 'Close roll' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Mark 2 as absent and close?' });
  await expect
    .element(
      dialog.getByText('This class goes on until 20:00, and 2 of 3 students have no mark yet.'),
    )
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Mark absent and close' }).click();
  await expect.poll(() => closed).toEqual([{ rest: [1, 2], confirm: undefined }]);
});

it('does not ask once the class is over', async () => {
  const { screen, closed } = await open('08:00', [1, 2], { students: 3, end_time: '09:00' });
  await screen.getByRole('button', { name: 'Close roll' }).click();
  expect(closed).toEqual([{ rest: [1, 2], confirm: undefined }]);
});
