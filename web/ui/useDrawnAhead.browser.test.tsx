import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderWithLibrary } from '#web/test/render-with-library.tsx';
import { useDrawnAhead } from './useDrawnAhead.ts';

function Page() {
  const [rows, setRows] = useState(() => Array.from({ length: 30 }, (_, at) => at));
  const list = useDrawnAhead<HTMLUListElement>(rows);
  return (
    <>
      <button type="button" onClick={() => setRows([-1, ...rows, 99])}>
        More
      </button>
      <ul ref={list}>
        {rows.map((row) => (
          <li key={row}>Row {row}</li>
        ))}
      </ul>
    </>
  );
}

it('draws the rows below the screen when nothing else is to do, and those that come', async () => {
  const screen = await renderWithLibrary(<Page />);
  const drawn = () => screen.container.querySelectorAll('li[data-drawn]').length;
  expect(drawn()).toBe(0);
  await expect.poll(drawn).toBe(30);
  await screen.getByRole('button', { name: 'More' }).click();
  await expect.poll(drawn).toBe(32);
});
