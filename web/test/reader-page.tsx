import { Autocomplete, NumberInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { vi } from 'vitest';
import { cardField } from '#web/platform/reader/fields.ts';
import { useReader } from '#web/platform/reader/useReader.ts';
import { renderWithLibrary } from './render-with-library.tsx';

export const gapMs = 35;

interface Given {
  onlyReaders: boolean;
  onNumber: (number: string) => void;
  onTorn: () => void;
  onSubmit: () => void;
  onPress: () => void;
}

function Page({ onSubmit, onPress, ...reader }: Given) {
  const [note, setNote] = useState('A note');
  useReader({ gapMs, ...reader });
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
      <button type="button" onClick={onPress}>
        Press
      </button>
      <button type="submit">Save</button>
    </form>
  );
}

/** A page without a reader of its own. */
function PageWithoutCards({ onNumber, onTorn, onSubmit, onPress }: Omit<Given, 'onlyReaders'>) {
  const [text, setText] = useState('');
  useReader({ gapMs, isElsewhere: true, onNumber, onTorn });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <input type="search" value={text} onChange={(event) => setText(event.target.value)} />
      <input aria-label="Reason" defaultValue="" />
      <NumberInput aria-label="Minutes" suffix=" minutes" inputMode="numeric" />
      <NumberInput aria-label="Days" suffix=" days" inputMode="numeric" defaultValue={0} />
      <Autocomplete aria-label="Currency" data={['AUD', 'EUR']} defaultValue="AUD" />
      <select aria-label="Column" defaultValue="Last name">
        {['First name', 'Last name', 'E-mail'].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <button type="button" onClick={onPress}>
        Press
      </button>
    </form>
  );
}

/** Opens a page that takes no cards, with `more` beside it. */
export async function openPageWithoutCards(more?: ReactNode) {
  const [onNumber, onTorn, onSubmit, onPress] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const screen = await renderWithLibrary(
    <>
      <PageWithoutCards {...{ onNumber, onTorn, onSubmit, onPress }} />
      {more}
    </>,
  );
  return { screen, onNumber, onTorn, onSubmit, onPress };
}

/** Opens a page with a reader, a text field and a field for cards. */
export async function openReaderPage({ onlyReaders = false } = {}) {
  const [onNumber, onTorn, onSubmit, onPress] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const screen = await renderWithLibrary(
    <Page {...{ onlyReaders, onNumber, onTorn, onSubmit, onPress }} />,
  );
  const field = (name: string) => screen.getByRole('textbox', { name });
  /** Focuses a field with the selection. */
  function focus(name: string, start: number, end = start): HTMLInputElement {
    const element = field(name).element();
    if (!(element instanceof HTMLInputElement)) throw new Error(`${name} is no field`);
    element.focus();
    element.setSelectionRange(start, end);
    return element;
  }
  return { screen, field, focus, onNumber, onTorn, onSubmit, onPress };
}
