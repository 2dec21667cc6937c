import { expect, it, vi } from 'vitest';
import { messages } from '#contract/texts.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { typeKeys } from '#web/test/type-keys.ts';
import { CardsNotTaken } from './CardsNotTaken.tsx';

it('a card is no text of the focused field, and saves nothing (R-CARD-7)', async () => {
  const save = vi.fn<(event: { preventDefault: () => void }) => void>((event) =>
    event.preventDefault(),
  );
  const { screen } = await renderPage(
    <form onSubmit={save}>
      <CardsNotTaken />
      <input aria-label="Name" defaultValue="Attendance" />
    </form>,
  );
  const name = screen.getByRole('textbox', { name: 'Name' });
  await name.click();
  await typeKeys('7000409158{Enter}');
  await expect.element(name).toHaveValue('Attendance');
  await expect.element(screen.getByText(messages.cardNotRead)).toBeVisible();
  expect(save).not.toHaveBeenCalled();
});
