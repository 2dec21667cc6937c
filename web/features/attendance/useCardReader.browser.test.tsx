import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderWithLibrary } from '#web/test/render-with-library.tsx';
import { cardField, useCardReader } from './useCardReader.ts';

/** The keys of a test take some milliseconds: with this gap they are a reader's, without any a person's. */
const reader = 2000;
const person = 0;

interface Given {
  gapMs: number;
  onCard: (card: string) => void;
  onSubmit: () => void;
}

function Page({ gapMs, onCard, onSubmit }: Given) {
  const [note, setNote] = useState('A note');
  useCardReader(gapMs, onCard, (text) => ['7000123', 'S1000001'].includes(text));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <input aria-label="Note" value={note} onChange={(event) => setNote(event.target.value)} />
      <output>{note}</output>
      <input aria-label="Card" {...{ [cardField]: true }} />
      <button type="submit">Save</button>
    </form>
  );
}

async function open(gapMs: number) {
  const [onCard, onSubmit] = [vi.fn(), vi.fn()];
  const screen = await renderWithLibrary(<Page {...{ gapMs, onCard, onSubmit }} />);
  const field = (name: string) => screen.getByRole('textbox', { name });
  /** Focuses a field with the selection. */
  function focus(name: string, start: number, end = start): HTMLInputElement {
    const element = field(name).element();
    if (!(element instanceof HTMLInputElement)) throw new Error(`${name} is no field`);
    element.focus();
    element.setSelectionRange(start, end);
    return element;
  }
  return { screen, field, focus, onCard, onSubmit };
}

it('a card is read wherever the focus is', async () => {
  const { onCard, onSubmit } = await open(reader);
  await userEvent.keyboard('7000123{Enter}');
  expect(onCard.mock.calls).toEqual([['7000123']]);
  expect(onSubmit).not.toHaveBeenCalled();
});

it('a card does not change the focused field, its selection and its form', async () => {
  const { screen, field, focus, onCard, onSubmit } = await open(reader);
  const note = focus('Note', 2, 6);
  await userEvent.keyboard('7000123{Enter}');
  expect(onCard.mock.calls).toEqual([['7000123']]);
  await expect.element(field('Note')).toHaveValue('A note');
  await expect.element(screen.getByRole('status')).toHaveTextContent('A note');
  expect([note.selectionStart, note.selectionEnd]).toEqual([2, 6]);
  expect(onSubmit).not.toHaveBeenCalled();
});

it('text that a person typed just before the card remains', async () => {
  const { field, focus, onCard } = await open(reader);
  focus('Note', 6);
  await userEvent.keyboard(' xS1000001{Enter}');
  expect(onCard.mock.calls).toEqual([['S1000001']]);
  await expect.element(field('Note')).toHaveValue('A note x');
});

it('a person’s text and Enter are not handled', async () => {
  const { field, focus, onCard, onSubmit } = await open(person);
  focus('Note', 6);
  await userEvent.keyboard('7000123{Enter}');
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(onCard).not.toHaveBeenCalled();
  await expect.element(field('Note')).toHaveValue('A note7000123');
});

it('the reader’s own field handles its cards itself', async () => {
  const { field, focus, onCard, onSubmit } = await open(reader);
  focus('Card', 0);
  await userEvent.keyboard('7000123{Enter}');
  expect(onCard).not.toHaveBeenCalled();
  await expect.element(field('Card')).toHaveValue('7000123');
  expect(onSubmit).toHaveBeenCalledOnce();
});

it('after leaving the page no more cards are read', async () => {
  const { screen, onCard } = await open(reader);
  await screen.unmount();
  await userEvent.keyboard('7000123{Enter}');
  expect(onCard).not.toHaveBeenCalled();
});
