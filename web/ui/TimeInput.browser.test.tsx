import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderInSession } from '../test/render-in-session.tsx';
import { TimeInput } from './TimeInput.tsx';

function One() {
  const [time, setTime] = useState('08:00');
  return (
    <>
      <TimeInput label="Start" value={time} onChange={setTime} />
      <output>{time}</output>
    </>
  );
}

it('a time is typed as people write it, and shown on a clock of 24 hours', async () => {
  const screen = await renderInSession(<One />);
  const field = screen.getByRole('textbox', { name: 'Start' });
  const given = screen.getByRole('status');
  for (const [typed, time] of [
    ['930', '09:30'],
    ['2 pm', '14:00'],
    ['23:05', '23:05'],
  ] as const) {
    await field.click();
    await userEvent.keyboard(typed);
    await expect.element(field).toHaveValue(typed);
    await userEvent.keyboard('{Tab}');
    await expect.element(field).toHaveValue(time);
    await expect.element(given).toHaveTextContent(time);
  }
  // What is no time stays, and its form says so.
  await field.fill('noon');
  await userEvent.keyboard('{Tab}');
  await expect.element(field).toHaveValue('noon');
});
