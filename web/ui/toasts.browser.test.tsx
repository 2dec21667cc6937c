import '@mantine/notifications/styles.css';
import { Notifications, notifications } from '@mantine/notifications';
import { afterEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderWithLibrary } from '../test/render-with-library.tsx';
import { hideToastsOnEscape, toast, workingToast } from './toasts.ts';

afterEach(() => notifications.clean());
const shown = () => [...document.querySelectorAll('.at-toast')].map((it) => it.textContent);

it('of successes the latest is shown, of errors four', async () => {
  await renderWithLibrary(<Notifications limit={12} />);
  for (const number of [1, 2, 3]) toast('success', `saved ${number}`);
  await expect.poll(shown).toEqual(['saved 3']);
  for (const number of [1, 2, 3, 4, 5]) toast('error', `wrong ${number}`);
  await expect
    .poll(() => shown().toSorted())
    .toEqual(['saved 3', 'wrong 2', 'wrong 3', 'wrong 4', 'wrong 5']);
});

it('an error is announced at once, a success politely', async () => {
  const screen = await renderWithLibrary(<Notifications />);
  toast('error', 'Could not be saved');
  toast('success', 'Saved');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Could not be saved');
  await expect.element(screen.getByRole('status')).toHaveTextContent('Saved');
});

it('progress is shown until it ends, and Escape hides all', async () => {
  await renderWithLibrary(<Notifications />);
  const finish = workingToast('Deleting...');
  await expect.poll(shown).toEqual(['Deleting...']);
  finish('Deleting 3 of 5');
  await expect.poll(shown).toEqual(['Deleting 3 of 5']);
  finish();
  await expect.poll(shown).toEqual([]);
  const stop = hideToastsOnEscape();
  toast('error', 'wrong');
  await expect.poll(shown).toEqual(['wrong']);
  await userEvent.keyboard('{Escape}');
  await expect.poll(shown).toEqual([]);
  stop();
});
