import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderWithLibrary } from '#web/test/render-with-library.tsx';
import { useSteadyRows } from './useSteadyRows.ts';

const mark = vi.fn();
beforeEach(() => void mark.mockReset());

function Page() {
  const [rows, setRows] = useState([1, 2]);
  const [isLate, setLate] = useState(false);
  const [hasLine, setLine] = useState(false);
  const [isNewRow, setNewRow] = useState(false);
  /** As rows are that come to another part of a list. */
  const drawAgain = (next: number[]) => {
    setRows(next);
    setNewRow(true);
  };
  const steady = useSteadyRows<HTMLTableElement>('tr');
  return (
    <main>
      <button type="button" onClick={() => setLine(true)}>
        Line
      </button>
      <button type="button" onClick={() => setRows([0, ...rows])}>
        First
      </button>
      <button type="button" onClick={() => setRows([...rows, 9])}>
        Last
      </button>
      <button type="button" onClick={() => drawAgain([2, 1])}>
        Swap
      </button>
      <button type="button" onClick={() => drawAgain([2])}>
        Other
      </button>
      <button type="button" onClick={() => setLate(true)}>
        Late
      </button>
      {hasLine && <p style={{ height: 40 }}>A line</p>}
      <table {...steady}>
        <tbody>
          {rows.map((student) => (
            <tr key={`${student} ${isNewRow}`} data-class={student}>
              <td>
                <button type="button" onClick={() => mark(student)}>
                  Mark {student}
                </button>
                {isLate && student === 1 && <p>Late by five minutes</p>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </main>
  );
}

const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
async function open() {
  const screen = await renderWithLibrary(<Page />);
  await frame();
  const button = (name: string) => screen.getByRole('button', { name }).element();
  const act = async (name: string) => {
    button(name).dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await frame();
  };
  const down = (name: string) =>
    button(name).dispatchEvent(
      new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }),
    );
  const up = (name: string) =>
    button(name).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  return { act, down, up, button };
}

it.each(['Line', 'First', 'Late', 'Swap', 'Other'])(
  'a press right after rows were moved marks no one: %s',
  async (what) => {
    const { act, down, up } = await open();
    await act(what);
    down('Mark 2');
    up('Mark 2');
    expect(mark).not.toHaveBeenCalled();
  },
);

describe('after scrolling', () => {
  const space = document.createElement('div');
  space.style.height = '3000px';
  afterEach(() => {
    space.remove();
    document.documentElement.style.overflowAnchor = '';
  });
  const scroll = async () => {
    document.body.append(space);
    // As in Safari, which anchors no scrolled content.
    document.documentElement.style.overflowAnchor = 'none';
    await frame();
    window.scrollTo(0, 60);
    await frame();
  };

  it('a press marks', async () => {
    const { down, up } = await open();
    await scroll();
    down('Mark 2');
    up('Mark 2');
    expect(mark).toHaveBeenCalledExactlyOnceWith(2);
  });

  it('a press marks where another part of the page changes before the scroll has ended', async () => {
    const { act, down, up } = await open();
    await scroll();
    await act('Last');
    down('Mark 2');
    up('Mark 2');
    expect(mark).toHaveBeenCalledExactlyOnceWith(2);
  });

  it('a press right after rows were moved marks no one', async () => {
    const { act, down, up } = await open();
    await scroll();
    await act('Line');
    down('Mark 1');
    up('Mark 1');
    expect(mark).not.toHaveBeenCalled();
  });
});

it('nor does one during which they moved', async () => {
  const { act, down, up } = await open();
  down('Mark 2');
  await act('First');
  up('Mark 1');
  expect(mark).not.toHaveBeenCalled();
});

it('rows that are added below move none', async () => {
  const { act, down, up } = await open();
  await act('Last');
  down('Mark 2');
  up('Mark 2');
  expect(mark).toHaveBeenCalledExactlyOnceWith(2);
});

it('keys, a mouse that has moved since, and a press some time later mark', async () => {
  const { act, down, up, button } = await open();
  await act('First');
  button('Mark 1').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
  button('Mark 1').dispatchEvent(
    new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' }),
  );
  down('Mark 1');
  up('Mark 1');
  // It trembles where it is.
  await act('Late');
  button('Mark 1').dispatchEvent(
    new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse', clientX: 3 }),
  );
  down('Mark 1');
  up('Mark 1');
  await act('Line');
  await new Promise((done) => setTimeout(done, 400));
  down('Mark 2');
  up('Mark 2');
  expect(mark.mock.calls).toEqual([[1], [1], [2]]);
});
