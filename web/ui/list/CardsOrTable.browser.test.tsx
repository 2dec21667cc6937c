import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#web/test/render-page.tsx';
import { CardsOrTable } from './CardsOrTable.tsx';

afterEach(() => page.viewport(1280, 800));

const table = (
  <CardsOrTable
    label="Problems"
    columns={[
      { title: 'File', cell: ({ file }) => file },
      { title: 'Line', cell: ({ line }) => line, isNumber: true },
      { title: 'Found', cell: ({ found }) => found },
    ]}
    headedBy="Found"
    rows={[{ file: 'users.csv', line: null, found: 'is missing' }]}
    keyOf={({ found }) => found}
  />
);

it('is a table on a wide screen, and cards on a small one', async () => {
  await page.viewport(1280, 800);
  const { screen } = await renderPage(table);
  await expect
    .element(screen.getByRole('group', { name: 'Problems' }).getByRole('columnheader').first())
    .toMatchTextContent('File');
  await page.viewport(390, 844);
  const card = screen.getByRole('listitem');
  await expect.element(card).toMatchTextContent(/^is missing/);
  await expect.element(card.getByRole('definition')).toMatchTextContent('users.csv');
  // What is empty is left out.
  await expect.element(screen.getByText('Line')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('table')).not.toBeInTheDocument();
});
