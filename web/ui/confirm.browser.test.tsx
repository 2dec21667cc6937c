import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderPage } from '#web/test/render-page.tsx';
import { choose, confirm } from './confirm.ts';

/** A button that asks, and what was answered. */
async function open() {
  const answers: boolean[] = [];
  const ask = () => confirm({ title: 'Remove it?', text: 'It is gone then.', yes: 'Remove' });
  const { screen } = await renderPage(
    <button type="button" onClick={() => void ask().then((answer) => answers.push(answer))}>
      Ask
    </button>,
  );
  return { screen, answers };
}

it('a double click asks once, and is answered once', async () => {
  const { screen, answers } = await open();
  await screen.getByRole('button', { name: 'Ask' }).dblClick();
  await expect.element(screen.getByRole('dialog', { name: 'Remove it?' })).toBeVisible();
  await screen.getByRole('button', { name: 'Remove' }).dblClick();
  await expect.poll(() => answers).toEqual([false, true]);
  await expect.element(screen.getByRole('dialog', { name: 'Remove it?' })).not.toBeInTheDocument();
});

it('the same question comes again after it was answered', async () => {
  const { screen, answers } = await open();
  for (const name of ['No', 'Remove']) {
    await screen.getByRole('button', { name: 'Ask' }).click();
    await screen.getByRole('button', { name }).click();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  }
  expect(answers).toEqual([false, true]);
});

it('Escape is neither answer of a choice', async () => {
  const answers: unknown[] = [];
  const ask = () => choose({ title: 'Hidden rows', text: '', yes: 'Read them', no: 'Leave them' });
  const { screen } = await renderPage(
    <button type="button" onClick={() => void ask().then((answer) => answers.push(answer))}>
      Ask
    </button>,
  );
  await screen.getByRole('button', { name: 'Ask' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Hidden rows' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => answers).toEqual([null]);
  await screen.getByRole('button', { name: 'Ask' }).click();
  await screen.getByRole('button', { name: 'Leave them' }).click();
  await expect.poll(() => answers).toEqual([null, 'no']);
});
