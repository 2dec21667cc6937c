import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderWithLibrary } from '#web/test/render-with-library.tsx';
import { Select } from './Select.tsx';

function Form() {
  const [type, setType] = useState<string | null>(null);
  return (
    <form>
      <Select
        label="Class type"
        data={['Lecture', 'Tutorial']}
        value={type}
        onChange={setType}
        clearable
      />
      <input aria-label="End time" />
    </form>
  );
}

it('by keyboard alone: Enter opens the list and takes its first option', async () => {
  const screen = await renderWithLibrary(<Form />);
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(screen.getByRole('option', { name: 'Lecture' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('combobox', { name: 'Class type' })).toHaveValue('Lecture');
  // The button that clears it is no stop on the way.
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByLabelText('End time')).toHaveFocus();
});

it('the list closes when the field is left', async () => {
  const screen = await renderWithLibrary(<Form />);
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(screen.getByRole('option', { name: 'Lecture' })).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('option', { name: 'Lecture' })).not.toBeInTheDocument();
});
