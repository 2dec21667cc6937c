import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderWithLibrary } from '../test/render-with-library.tsx';
import { confirm } from './confirm.ts';
import { Dialogs } from './Dialogs.tsx';
import { prompt } from './prompt.tsx';

const question = {
  title: 'Delete this row?',
  text: 'It cannot be undone.',
  yes: 'Delete',
  no: 'Keep',
};
const reason = { title: 'Reopen', text: 'Why?', label: 'Reason', max: 20, yes: 'Reopen' };

/** Asks, and shows the answer. */
function Asking({ ask }: { ask: () => Promise<unknown> }) {
  const [answer, setAnswer] = useState('none yet');
  return (
    <>
      <button
        type="button"
        onClick={() => void ask().then((given) => setAnswer(JSON.stringify(given)))}
      >
        Ask
      </button>
      <output>{answer}</output>
    </>
  );
}

async function asking(ask: () => Promise<unknown>) {
  const screen = await renderWithLibrary(
    <>
      <Asking ask={ask} />
      <Dialogs />
    </>,
  );
  await screen.getByRole('button', { name: 'Ask' }).click();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  return screen;
}

it.each([
  ['Delete', 'true'],
  ['Keep', 'false'],
])('a question is answered by its button %s: %s', async (name, answer) => {
  const screen = await asking(() => confirm(question));
  await screen.getByRole('button', { name }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent(answer);
});

it('Escape means no', async () => {
  const screen = await asking(() => confirm(question));
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('status')).toHaveTextContent('false');
});

it('a question before dialogs are mounted is shown afterwards', async () => {
  const answer = confirm(question);
  const screen = await renderWithLibrary(<Dialogs />);
  await screen.getByRole('button', { name: 'Delete' }).click();
  expect(await answer).toBe(true);
});

it('a line of text is required, trimmed and returned; closing returns null', async () => {
  const screen = await asking(() => prompt(reason));
  await screen.getByRole('button', { name: 'Reopen' }).click();
  await expect.element(screen.getByText('is required')).toBeVisible();
  await screen.getByRole('textbox').fill('  too late ');
  await screen.getByRole('button', { name: 'Reopen' }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('"too late"');
  await screen.getByRole('button', { name: 'Ask' }).click();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('null');
});
