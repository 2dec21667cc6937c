import { Button, Menu } from '@mantine/core';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderWithLibrary } from '../test/render-with-library.tsx';
import { LazyMenu } from './LazyMenu.tsx';

const menu = (onExport: () => void) => (
  <LazyMenu target={<Button>Options</Button>}>
    <Menu.Item onClick={onExport}>Export</Menu.Item>
    <Menu.Item>Print</Menu.Item>
  </LazyMenu>
);

it('a menu is created when it is opened: by the first click, with the focus where keys work', async () => {
  const onExport = vi.fn();
  const screen = await renderWithLibrary(menu(onExport));
  const button = screen.getByRole('button', { name: 'Options' });
  await expect.element(button).toHaveAttribute('aria-haspopup', 'menu');
  expect(document.querySelector('[role=menu]')).toBeNull();
  await button.click();
  await expect.element(screen.getByRole('menuitem', { name: 'Export' })).toBeVisible();
  await expect.element(screen.getByRole('menuitem', { name: 'Export' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onExport.mock.calls.length).toBe(1);
});

it('Escape closes it, and returns the focus to the button', async () => {
  const screen = await renderWithLibrary(menu(() => {}));
  const button = screen.getByRole('button', { name: 'Options' });
  await button.click();
  await expect.element(screen.getByRole('menuitem', { name: 'Print' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelector('[role=menuitem]')).toBeNull();
  await expect.element(button).toHaveFocus();
});

it('scrolls on a low screen, so that its last choice can be pressed', async () => {
  await page.viewport(600, 320);
  const onLast = vi.fn();
  const screen = await renderWithLibrary(
    <div style={{ position: 'fixed', top: 0 }}>
      <LazyMenu position="bottom-start" target={<Button>Options</Button>}>
        {Array.from({ length: 20 }, (_, at) => (
          <Menu.Item key={at} onClick={onLast}>{`Choice ${at + 1}`}</Menu.Item>
        ))}
      </LazyMenu>
    </div>,
  );
  await screen.getByRole('button', { name: 'Options' }).click();
  await screen.getByRole('menuitem', { name: 'Choice 20' }).click();
  expect(onLast).toHaveBeenCalledOnce();
});
