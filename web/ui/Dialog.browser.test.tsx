import { Menu } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderWithLibrary } from '../test/render-with-library.tsx';
import { confirm } from './confirm.ts';
import { Dialog } from './Dialog.tsx';
import { Dialogs } from './Dialogs.tsx';
import { LazyMenu } from './LazyMenu.tsx';

const text = <p>Text</p>;
const openText = () => modals.open({ title: 'Text', children: text });

/** A dialog that is on the page only while it is open. */
function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <button type="button" onClick={openText}>
        Open by call
      </button>
      <LazyMenu target={<button type="button">Options</button>}>
        <Menu.Item onClick={() => setOpen(true)}>Taps</Menu.Item>
        <Menu.Item onClick={openText}>Taps by call</Menu.Item>
      </LazyMenu>
      {isOpen && (
        <Dialog opened onClose={() => setOpen(false)} title="Text">
          <button
            type="button"
            onClick={() => void confirm({ title: 'Sure?', text: 'Is it?', yes: 'Yes' })}
          >
            Ask
          </button>
        </Dialog>
      )}
      <Dialogs />
    </>
  );
}

const noDialog = () => expect.poll(() => document.querySelectorAll('[role=dialog]').length).toBe(0);

it.each(['Open', 'Open by call'])('Escape returns the focus to the button %s', async (name) => {
  const screen = await renderWithLibrary(<Page />);
  const button = screen.getByRole('button', { name, exact: true });
  await button.click();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await noDialog();
  await expect.element(button).toHaveFocus();
});

it.each(['Taps', 'Taps by call'])(
  'a dialog of an entry of a menu, %s, returns it to the menu’s button',
  async (name) => {
    const screen = await renderWithLibrary(<Page />);
    const button = screen.getByRole('button', { name: 'Options' });
    for (const _time of ['first', 'again']) {
      await button.click();
      await screen.getByRole('menuitem', { name, exact: true }).click();
      await expect.element(screen.getByRole('dialog')).toBeVisible();
      await userEvent.keyboard('{Escape}');
      await noDialog();
      await expect.element(button).toHaveFocus();
    }
  },
);

it('a question of a dialog returns it to the dialog, which returns it to the page', async () => {
  const screen = await renderWithLibrary(<Page />);
  const button = screen.getByRole('button', { name: 'Open', exact: true });
  await button.click();
  const ask = screen.getByRole('button', { name: 'Ask' });
  await ask.click();
  await screen.getByRole('button', { name: 'No' }).click();
  await expect.element(ask).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await noDialog();
  await expect.element(button).toHaveFocus();
});

it('Escape answers the question above a dialog, and leaves the dialog open', async () => {
  const screen = await renderWithLibrary(<Page />);
  await screen.getByRole('button', { name: 'Open', exact: true }).click();
  await screen.getByRole('button', { name: 'Ask' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Sure?' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog', { name: 'Sure?' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('dialog', { name: 'Text' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await noDialog();
});
