import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { PublicConfig } from '#contract/session.ts';
import { renderInSession } from '#web/test/render-in-session.tsx';
import { CardField } from './CardField.tsx';
import { DialogForm } from './DialogForm.tsx';

async function open(settings: Partial<PublicConfig>, card = '') {
  const send = vi.fn(async () => {});
  const screen = await renderInSession(
    <DialogForm initial={{ card }} check={() => ({})} yes="Save" send={send} cancel={vi.fn()}>
      <CardField name="card" label="Card number" description="Tap the card here" />
    </DialogForm>,
    settings,
    {},
  );
  return { screen, send, field: screen.getByRole('textbox', { name: /Card number/ }) };
}

it('Enter of a reader shows the number as it is stored, and submits nothing', async () => {
  const { screen, send, field } = await open({ card_format: 'decimal' });
  await field.click();
  await userEvent.keyboard('0007000123');
  await expect.element(screen.getByText('Stored as 7000123')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('7000123');
  expect(send).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: 'Save' }).click();
  expect(send).toHaveBeenCalledExactlyOnceWith({ card: '7000123' });
});

it('a number that was stored before stays as it is until it is changed', async () => {
  const { screen, field } = await open({ card_format: 'decimal' }, '0042');
  await field.click();
  await userEvent.tab();
  await expect.element(field).toHaveValue('0042');
  await expect.element(screen.getByText('Tap the card here')).toBeVisible();
});

it('is left as it came where the institute has no form', async () => {
  const { field } = await open({ card_format: 'as_sent' });
  await field.fill('007');
  await userEvent.tab();
  await expect.element(field).toHaveValue('007');
});
