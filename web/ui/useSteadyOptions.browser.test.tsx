import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderWithLibrary } from '#web/test/render-with-library.tsx';
import { useSteadyOptions } from './useSteadyOptions.ts';

const choose = vi.fn();
beforeEach(() => void choose.mockReset());
const before = ['b', 'c', 'd'];

function Field() {
  const [keys, setKeys] = useState(before);
  useEffect(() => {
    const onBecome = ({ detail }: CustomEvent<string[]>) => setKeys(detail);
    window.addEventListener('become', onBecome as EventListener);
    return () => window.removeEventListener('become', onBecome as EventListener);
  }, []);
  const combobox = useCombobox({ opened: true });
  const { onPointerDownCapture, onKeyDownCapture, isAimed } = useSteadyOptions(combobox, keys);
  return (
    <Combobox store={combobox} onOptionSubmit={(key) => isAimed(key) && choose(key)}>
      <Combobox.Target>
        <TextInput aria-label="Field" onKeyDown={onKeyDownCapture} />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options onPointerDownCapture={onPointerDownCapture}>
          {keys.map((key) => (
            <Combobox.Option key={key} value={key} data-option={key}>
              Option {key}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

async function open() {
  const screen = await renderWithLibrary(<Field />);
  const option = (key: string) => screen.getByRole('option', { name: `Option ${key}` });
  const become = async (...keys: string[]) => {
    window.dispatchEvent(new CustomEvent('become', { detail: keys }));
    await expect.element(option(keys[0] ?? '')).toBeInTheDocument();
    await expect.poll(() => document.querySelectorAll('[data-option]').length).toBe(keys.length);
  };
  const down = (key: string) =>
    option(key)
      .element()
      .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  const up = (key: string) =>
    option(key)
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  return { screen, become, down, up };
}

it.each([
  ['another one before it', ['a', 'b', 'c', 'd'], ['c']],
  ['one before it less', ['c', 'd'], ['c']],
  ['itself gone', ['b', 'd'], []],
])('Enter chooses the option that is marked: with %s', async (_what, keys, chosen) => {
  const { screen, become } = await open();
  await screen.getByRole('textbox', { name: 'Field' }).click();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await become(...keys);
  await userEvent.keyboard('{Enter}');
  expect(choose.mock.calls.flat()).toEqual(chosen);
});

it('a press chooses nothing where options have changed during it, or right before', async () => {
  const { become, down, up } = await open();
  down('c');
  await become('a', 'b', 'c', 'd');
  up('b');
  down('c');
  up('c');
  expect(choose).not.toHaveBeenCalled();
  await new Promise((done) => setTimeout(done, 400));
  down('c');
  up('c');
  expect(choose).toHaveBeenCalledExactlyOnceWith('c');
});
