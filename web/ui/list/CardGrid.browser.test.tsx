import { expect, it } from 'vitest';
import { page as viewport } from 'vitest/browser';
import { renderPage } from '#web/test/render-page.tsx';
import { CardGrid } from './CardGrid.tsx';
import type { Column } from './column.ts';
import { useHiddenColumns } from './useHiddenColumns.ts';

interface Row {
  id: number;
  name: string;
  room: string | null;
}

const columns: Column<Row>[] = [
  {
    id: 'id',
    title: 'Number',
    text: ({ id }) => id,
    cardHeading: ({ id, name }) => `${name}, no. ${id}`,
  },
  { id: 'name', title: 'Name', text: ({ name }) => name, inCards: 'nowhere' },
  { id: 'day', title: 'Day', text: () => 'Monday', inCards: 'line' },
  { id: 'room', title: 'Room', text: ({ room }) => room, spare: Infinity, inCards: 'line' },
  {
    id: 'time',
    title: 'Time',
    text: () => '09:00',
    lineText: () => '09:00, weeks 1–3',
    inCards: 'line',
  },
  {
    id: 'owner',
    title: 'Owner',
    text: () => 'Ada',
    cell: () => null,
    spare: 2000,
    inCards: 'field',
  },
  { id: 'about', title: 'About', text: ({ room }) => room, inCards: 'filled' },
  { id: 'seen', title: 'Seen', text: () => 'never', spare: Infinity },
];

function Cards({ inCards }: { inCards: boolean }) {
  const { shown, choices } = useHiddenColumns('cards', columns, inCards);
  return (
    <>
      <CardGrid
        rows={[
          { id: 1, name: 'Arts', room: 'B2' },
          { id: 2, name: 'Law', room: null },
        ]}
        columns={shown}
        nameOf={({ name }) => name}
        selected={new Set()}
        onSelect={() => undefined}
      />
      <p>Offered: {choices.map(({ title }) => title).join(', ')}</p>
    </>
  );
}

it('a card says what its table has no room for, and nothing twice', async () => {
  await viewport.viewport(390, 844);
  const { screen } = await renderPage(<Cards inCards />);
  await expect.element(screen.getByText('Law, no. 2')).toBeVisible();
  const linesOf = (row: number) =>
    [...document.querySelectorAll(`[data-row="${row}"] li`)].map(({ textContent }) => textContent);
  expect(linesOf(1)).toEqual(['Day: Monday', 'Room: B2', 'Time: 09:00, weeks 1–3']);
  expect(linesOf(2)).toEqual(['Day: Monday', 'Time: 09:00, weeks 1–3']);
  const fieldsOf = (row: number) =>
    [...document.querySelectorAll(`[data-row="${row}"] dl > div`)].map(
      ({ textContent }) => textContent,
    );
  expect(fieldsOf(1)).toEqual(['Owner–', 'AboutB2']);
  expect(fieldsOf(2)).toEqual(['Owner–']);
  // What the heading says cannot be hidden, and so is not offered.
  await expect
    .element(screen.getByText('Offered: Day, Room, Time, Owner, About, Seen'))
    .toBeVisible();
});

it('hiding a column in cards keeps what was hidden in the table', async () => {
  localStorage.setItem('columns:cards', JSON.stringify(['name', 'day']));
  function Hide() {
    const { hidden, change } = useHiddenColumns('cards', columns, true);
    return <button onClick={() => change([...hidden, 'room'])}>Hide the room</button>;
  }
  const { screen } = await renderPage(<Hide />);
  await screen.getByRole('button').click();
  expect(JSON.parse(localStorage.getItem('columns:cards') ?? '')).toEqual(['day', 'room', 'name']);
});
