import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderWithLibrary } from '../test/render-with-library.tsx';
import { useFirstRows } from './useFirstRows.ts';

const all = Array.from({ length: 324 }, (_, at) => at);

let numbersDrawn: number[] = [];

function Rows({ rows, kind }: { rows: number[]; kind: 'cards' | 'students' | 'classes' }) {
  const drawn = useFirstRows(rows, kind);
  numbersDrawn.push(drawn.length);
  return (
    <ul>
      {drawn.map((row) => (
        <li key={row}>{row}</li>
      ))}
    </ul>
  );
}

afterEach(async () => {
  numbersDrawn = [];
  await page.viewport(1280, 800);
});

const screens: [
  name: string,
  width: number,
  height: number,
  kind: 'cards' | 'students' | 'classes',
  first: number,
][] = [
  ['cards of a phone', 390, 844, 'cards', 7],
  ['students of a roll', 1366, 850, 'students', 14],
  ['students of a tall screen', 1080, 1920, 'students', 39],
  ['students of a phone', 390, 844, 'students', 12],
  ['student of a window that is hardly open', 390, 120, 'students', 1],
  ['classes of a day', 1366, 850, 'classes', 15],
];
for (const [name, width, height, kind, first] of screens)
  it(`draws the ${name} first, and then all of them`, async () => {
    await page.viewport(width, height);
    const screen = await renderWithLibrary(<Rows rows={all} kind={kind} />);
    await expect.poll(() => screen.container.querySelectorAll('li').length).toBe(all.length);
    expect(numbersDrawn[0]).toBe(first);
  });

it('draws few rows in one step', async () => {
  await page.viewport(1366, 850);
  const screen = await renderWithLibrary(<Rows rows={all.slice(0, 14)} kind="students" />);
  expect(screen.container.querySelectorAll('li').length).toBe(14);
});
