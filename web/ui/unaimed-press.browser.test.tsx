import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { guardUnaimedPresses } from './unaimed-press.ts';

let act = vi.fn<(name: string) => void>();
beforeEach(() => {
  act = vi.fn();
});
const done = () => act.mock.calls.map(([name]) => name);

/** Adds a part of a page with a button; @returns the button, once its arrival is known. */
async function add(name: string, height = 300): Promise<Element> {
  const part = document.createElement('section');
  part.style.height = `${height}px`;
  const button = document.createElement('button');
  button.innerHTML = `<span>${name}</span>`;
  button.addEventListener('click', () => act(name));
  part.append(button);
  document.body.append(part);
  onTestFinished(() => part.remove());
  await new Promise((later) => setTimeout(later));
  return button;
}

interface Press {
  /** Milliseconds from now. */
  in: number;
  detail?: number;
  x?: number;
}
const event = <Made extends Event>(made: Made, at: number): Made => {
  Object.defineProperty(made, 'timeStamp', { value: performance.now() + at });
  return made;
};
function move(at: number, x: number) {
  const init = { bubbles: true, pointerType: 'mouse', clientX: x };
  document.body.dispatchEvent(event(new PointerEvent('pointermove', init), at));
}
function press(on: Element, { in: at, detail = 1, x = 100 }: Press) {
  const init = { bubbles: true, cancelable: true, clientX: x, detail };
  on.dispatchEvent(event(new PointerEvent('pointerdown', init), at));
  on.dispatchEvent(event(new MouseEvent('click', init), at + 20));
}

it('a press on what has just come below a pointer that rests does nothing', async () => {
  onTestFinished(guardUnaimedPresses());
  move(-50, 100);
  const button = await add('Close roll');
  press(button, { in: 50 });
  press(button, { in: 250, x: 103 });
  expect(done()).toEqual([]);
  press(button, { in: 400 });
  expect(done()).toEqual(['Close roll']);
});

it('a button that takes the place of another is no new page', async () => {
  onTestFinished(guardUnaimedPresses());
  move(-50, 100);
  press(await add('Export', 20), { in: 50 });
  expect(done()).toEqual(['Export']);
});

it('a press after the mouse went there acts', async () => {
  onTestFinished(guardUnaimedPresses());
  move(-50, 100);
  const button = await add('Save');
  move(30, 400);
  press(button, { in: 60, x: 400 });
  expect(done()).toEqual(['Save']);
});

it('the second of two quick presses acts only where the first did, also where the hand trembles', async () => {
  onTestFinished(guardUnaimedPresses());
  const [start, close] = [await add('Start'), await add('Close roll')];
  press(start, { in: 1000 });
  press(close, { in: 1300, x: 103 });
  press(close, { in: 1350, detail: 2 });
  expect(done()).toEqual(['Start']);
  press(start.firstElementChild!, { in: 1400, detail: 3 });
  press(close, { in: 1500, x: 300 });
  press(close, { in: 2100 });
  expect(done()).toEqual(['Start', 'Start', 'Close roll', 'Close roll']);
});

it('a control that is drawn again is the same', async () => {
  onTestFinished(guardUnaimedPresses());
  const button = await add('Account');
  press(button, { in: 1000 });
  button.remove();
  press(await add('Account'), { in: 1400 });
  expect(done()).toEqual(['Account', 'Account']);
});

it('a label is its field', async () => {
  onTestFinished(guardUnaimedPresses());
  const label = document.createElement('label');
  label.innerHTML = '<input type="checkbox" /> Cards';
  document.body.append(label);
  onTestFinished(() => label.remove());
  await new Promise((later) => setTimeout(later));
  press(label, { in: 1000 });
  expect(label.querySelector('input')?.checked).toBe(true);
});

it('keys act everywhere', async () => {
  onTestFinished(guardUnaimedPresses());
  press(await add('Start'), { in: 0, detail: 0 });
  expect(done()).toEqual(['Start']);
});
