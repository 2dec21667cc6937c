import { expect, it, vi } from 'vitest';
import { renderWithLibrary } from '../test/render-with-library.tsx';
import { OnceSecret } from './OnceSecret.tsx';

it('a secret is shown and copied', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const screen = await renderWithLibrary(
    <OnceSecret secret="att_secret" what="token">
      It is shown only now.
    </OnceSecret>,
  );
  await expect.element(screen.getByText('att_secret')).toBeVisible();
  await screen.getByRole('button', { name: 'Copy the token' }).click();
  await expect.element(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(write).toHaveBeenCalledWith('att_secret');
});
