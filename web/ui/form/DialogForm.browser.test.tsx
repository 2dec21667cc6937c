import { expect, it, vi } from 'vitest';
import { ApiError } from '#web/platform/api.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { DialogForm } from './DialogForm.tsx';
import { TextField } from './fields.tsx';
import type { Values } from './form-context.ts';

async function open(send: (values: Values) => Promise<void>) {
  const cancel = vi.fn();
  const { screen } = await renderPage(
    <DialogForm
      initial={{ reason: '' }}
      check={({ reason }): Record<string, string> => (reason ? {} : { reason: 'is required' })}
      yes="Cancel the class"
      send={send}
      cancel={cancel}
    >
      <TextField name="reason" label="Reason" />
    </DialogForm>,
  );
  const submit = screen.getByRole('button', { name: 'Cancel the class' });
  return { screen, submit, cancel, reason: screen.getByRole('textbox', { name: 'Reason' }) };
}

it('a dialog is checked before it is sent', async () => {
  const send = vi.fn(async () => {});
  const { submit, reason } = await open(send);
  await submit.click();
  await expect.element(reason).toHaveAccessibleDescription('is required');
  expect(send).not.toHaveBeenCalled();
  await reason.fill('Flooded');
  await submit.click();
  expect(send).toHaveBeenCalledExactlyOnceWith({ reason: 'Flooded' });
});

it('is busy until the answer, and not sent twice', async () => {
  const answer = Promise.withResolvers<void>();
  const send = vi.fn(() => answer.promise);
  const { submit, reason } = await open(send);
  await reason.fill('Flooded');
  await submit.click();
  await expect.element(submit).toBeDisabled();
  answer.resolve();
  await expect.element(submit).toBeEnabled();
  expect(send).toHaveBeenCalledOnce();
});

it('shows errors of fields at the fields, and others as a toast', async () => {
  const errors = [
    new ApiError(400, { reason: ['is too short'] }),
    new ApiError(409, { detail: 'It was moved meanwhile' }),
  ];
  const { screen, submit, reason } = await open(async () => {
    throw errors.shift();
  });
  await reason.fill('x');
  await submit.click();
  await expect.element(reason).toHaveAccessibleDescription('is too short');
  await submit.click();
  await expect.element(screen.getByText('It was moved meanwhile')).toBeVisible();
});
