import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderWithLibrary } from '../test/render-with-library.tsx';
import { lazyPart } from './lazy-part.tsx';

it('a part whose code cannot be fetched is left out, and fetched again the next time', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const answers = [
    () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
    () => Promise.resolve({ default: () => <p>The dialog</p> }),
  ];
  const Part = lazyPart<{ close: () => void }>(() => answers.shift()!(), {
    onFail: ({ close }) => close(),
  });
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <p role="status">{isOpen ? 'open' : 'closed'}</p>
        {isOpen && <Part close={() => setOpen(false)} />}
      </>
    );
  }
  const screen = await renderWithLibrary(<Page />);
  const open = screen.getByRole('button', { name: 'Open' });
  await open.click();
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  await expect.element(screen.getByRole('status')).toHaveTextContent('closed');
  await open.click();
  await expect.element(screen.getByText('The dialog')).toBeVisible();
});

it('an error of the part itself is one of the page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const Part = lazyPart(
    () =>
      Promise.resolve({
        default: () => {
          throw new Error('broken');
        },
      }),
    { onFail: () => {} },
  );
  const shown = renderWithLibrary(<Part />);
  await expect.poll(async () => shown.then(() => 'shown', String)).toContain('broken');
});
