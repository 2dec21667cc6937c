import { expect, it, onTestFinished, vi } from 'vitest';
import { guardDoubleClicks } from './double-click.ts';

function open() {
  onTestFinished(guardDoubleClicks());
  const act = vi.fn();
  const buttonOf = (name: string) => {
    const button = document.createElement('button');
    button.innerHTML = `<span>${name}</span>`;
    button.addEventListener('click', () => act(name));
    document.body.append(button);
    onTestFinished(() => button.remove());
    return button;
  };
  const click = (on: Element, detail: number) =>
    on.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
  const done = () => act.mock.calls.map(([name]) => String(name));
  return { buttonOf, click, done };
}

it('the second click of a double click does nothing on what came below the pointer meanwhile', () => {
  const { buttonOf, click, done } = open();
  click(buttonOf('Start'), 1);
  const close = buttonOf('Close roll');
  click(close, 2);
  click(close, 3);
  expect(done()).toEqual(['Start']);
  click(close, 1);
  expect(done()).toEqual(['Start', 'Close roll']);
});

it('both clicks act on the same button, wherever in it they are, and those of the keyboard everywhere', () => {
  const { buttonOf, click, done } = open();
  const next = buttonOf('Next');
  click(next.firstElementChild!, 1);
  click(next, 2);
  click(buttonOf('Other'), 0);
  expect(done()).toEqual(['Next', 'Next', 'Other']);
});
