import { describe, expect, it, vi } from 'vitest';
import { renderInSession } from '#web/test/render-in-session.tsx';
import { renderWithLibrary } from '#web/test/render-with-library.tsx';
import { TapPanel } from './TapPanel.tsx';
import { TapStrip } from './TapStrip.tsx';
import type { Tap } from './taps.ts';
import type { TapResult } from './tap-result.ts';

const ann = { name: 'Ann Abel', student_id: 'S1', profile_image: null };
const marked: TapResult = { tone: 'good', text: 'Present', student: ann, number: 1 };
const nothing = () => {};

describe('the panel of the last tap', () => {
  const panel = (result: TapResult | null, undoable: { title: string } | null, undo = nothing) => (
    <TapPanel result={result} undoable={undoable} undo={undo} />
  );

  it('names the student and announces the result of the tap', async () => {
    const screen = await renderWithLibrary(panel(marked, null));
    const result = screen.getByTestId('tap');
    await expect.element(result).toMatchTextContent(/Ann Abel.*S1 Present/);
    await expect.element(result).toHaveAttribute('aria-live', 'assertive');
  });

  it('shows the number of an unknown card', async () => {
    const unknown: TapResult = { tone: 'bad', text: 'No student', tapped: '7000999', number: 2 };
    const screen = await renderWithLibrary(panel(unknown, null));
    await expect.element(screen.getByTestId('tap')).toMatchTextContent('7000999No student');
  });

  it('announces the same result again after another tap', async () => {
    const screen = await renderWithLibrary(panel(marked, null));
    const before = screen.getByTestId('tap').element().firstElementChild;
    await screen.rerender(panel({ ...marked, number: 2 }, null));
    const after = screen.getByTestId('tap').element().firstElementChild;
    expect(after).not.toBe(before);
    expect(after?.textContent).toBe(before?.textContent);
  });

  it('offers to undo the last command until the next one', async () => {
    const undo = vi.fn();
    const screen = await renderWithLibrary(panel(marked, { title: 'Ann Abel: Present' }, undo));
    const button = screen.getByRole('button', { name: 'Undo: Ann Abel: Present' });
    await button.click();
    expect(undo).toHaveBeenCalledOnce();
    await screen.rerender(panel(marked, { title: 'Ann Abel: Absent' }, undo));
    await expect
      .element(screen.getByRole('button', { name: 'Undo: Ann Abel: Absent' }))
      .toBeVisible();
  });
});

describe('the undo', () => {
  it('of another mark than the one that was pressed takes none back (R-ROLL-28)', async () => {
    const undo = vi.fn();
    const [first, second] = [{}, {}];
    const panel = (title: string, command: object) => (
      <TapPanel result={marked} undoable={{ title, command }} undo={undo} />
    );
    const screen = await renderWithLibrary(panel('Ann Abel: Present', first));
    const press = () => {
      const button = screen.getByRole('button').element();
      button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    };
    // The server has answered who it is: the mark is the same one.
    await screen.rerender(panel('Ann Abel: Late', first));
    press();
    expect(undo).toHaveBeenCalledOnce();
    await screen.rerender(panel('Ben Bell: Present', second));
    press();
    expect(undo).toHaveBeenCalledOnce();
    await new Promise((done) => setTimeout(done, 400));
    press();
    expect(undo).toHaveBeenCalledTimes(2);
  });

  const show = (result: TapResult, undoable: { title: string; tapped?: string }) =>
    renderWithLibrary(<TapPanel result={result} undoable={undoable} undo={nothing} />);
  it('of the tap that the panel shows needs no further text', async () => {
    const screen = await show(marked, { title: 'Ann Abel: Present', tapped: 'S1' });
    await expect
      .element(screen.getByRole('button', { name: 'Undo: Ann Abel: Present' }))
      .toMatchTextContent(/^Undo$/);
  });

  it('of another mark says whom and what it takes back', async () => {
    const unknown: TapResult = { tone: 'bad', text: 'No student', tapped: '7000999', number: 2 };
    for (const [result, tapped] of [
      [marked, undefined],
      [marked, 'S2'],
      [unknown, 'S2'],
    ] as const) {
      const screen = await show(result, { title: 'Ben Bell: Absent', tapped });
      await expect.element(screen.getByRole('button')).toMatchTextContent('Undo: Ben Bell: Absent');
      await screen.unmount();
    }
  });
});

describe('the strip of the last taps', () => {
  const tap = (number: number, who: string, tone: Tap['tone'], text: string): Tap => ({
    number,
    who,
    tone,
    text,
    at: Date.parse('2026-03-01T22:16:00Z'),
  });
  const strip = (taps: Tap[], notTaken: Tap[], dismiss = nothing) => (
    <TapStrip taps={taps} notTaken={notTaken} dismiss={dismiss} />
  );

  it('shows a hint until the first card is read', async () => {
    const screen = await renderInSession(strip([], []));
    await expect.element(screen.getByText(/^Cards are read/)).toBeVisible();
    await expect.element(screen.getByRole('list')).not.toBeInTheDocument();
  });

  it('lists taps in order, in the institute’s time, with their results', async () => {
    const taps = [
      tap(2, '7000999', 'bad', 'No student has this card'),
      tap(1, 'Ann', 'good', 'Present'),
    ];
    const screen = await renderInSession(strip(taps, []));
    const items = screen.getByRole('list', { name: 'Last taps' }).getByRole('listitem');
    await expect
      .element(items.nth(0))
      .toMatchTextContent('✗ 09:16 7000999: No student has this card');
    await expect.element(items.nth(1)).toMatchTextContent('✓ 09:16 Ann: Present');
  });

  it('counts and lists rejected ones until they are dismissed', async () => {
    const dismiss = vi.fn();
    const rejected = [
      tap(1, 'Ben', 'bad', 'not enrolled'),
      tap(2, '7000999', 'bad', 'No student has this card'),
    ];
    const screen = await renderInSession(strip(rejected, rejected, dismiss));
    const group = screen.getByRole('group', { name: 'Refused taps' });
    await expect.element(group).toMatchTextContent('2 refused: Ben, 7000999');
    await group.getByRole('button', { name: 'Dismiss' }).click();
    expect(dismiss).toHaveBeenCalledOnce();
  });
});
