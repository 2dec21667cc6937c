import { afterEach, expect, it } from 'vitest';
import { page as viewport } from 'vitest/browser';
import { renderPage } from '#web/test/render-page.tsx';
import type { Column } from './column.ts';
import { useHiddenColumns } from './useHiddenColumns.ts';

const column = (title: string, spare?: number): Column<never> => ({
  id: title,
  title,
  text: () => title,
  spare,
});
const columns = [
  ...['Name', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh'].map((title) =>
    column(title),
  ),
  column('Amount', 760),
  column('Hours', 1000),
];

function Shown() {
  const { shown } = useHiddenColumns('tests', columns, false);
  return <p>{shown.map(({ title }) => title).join(', ')}</p>;
}

afterEach(() => viewport.viewport(1280, 800));

it.each([
  [750, 'Name, Second, Third'],
  [820, 'Name, Second, Third, Fourth, Amount'],
  // The open sidebar has taken the rest.
  [1024, 'Name, Second, Third, Fourth, Amount'],
  [1180, 'Name, Second, Third, Fourth, Fifth, Sixth, Amount, Hours'],
  [1366, 'Name, Second, Third, Fourth, Fifth, Sixth, Seventh, Amount, Hours'],
])('at %i px, a column with a width has room from there on: %s', async (width, shown) => {
  await viewport.viewport(width, 800);
  const { screen } = await renderPage(<Shown />);
  await expect.element(screen.getByText(shown, { exact: true })).toBeVisible();
});
