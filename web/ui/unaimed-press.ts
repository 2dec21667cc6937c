import { pageChangedText, wasAimed } from './aimed-press.ts';
import { areNear, hasComeTo, placeOf, type Place } from './mouse-travel.ts';
import { toast } from './toasts.ts';

const controls =
  'a, button, input, select, textarea, label, summary, tr, [role=button], [role=menuitem], [role=option], [role=tab]';
/** A label is its field, which it clicks. */
function controlOf({ target }: Event): EventTarget | null {
  const control = (target instanceof Element && target.closest(controls)) || target;
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}

/** Identifies a control by what people read: a new element with the same text in the same row is the same control. */
function meaningOf(control: EventTarget | null): string {
  if (!(control instanceof Element)) return '';
  const { tagName, textContent } = control;
  const row = control.closest('tr, li')?.textContent ?? '';
  return [
    tagName,
    textContent,
    control.getAttribute('aria-label'),
    control.getAttribute('href'),
    row,
  ].join('\n');
}

function areaOf(node: Node): number {
  if (!(node instanceof Element)) return 0;
  const { width, height } = node.getBoundingClientRect();
  return width * height;
}

/** The second of two presses at one place follows within this time, in milliseconds. */
const secondWithinMs = 500;
/** Smaller parts, such as a button that takes the place of another, are no new page; in pixels. */
const leastArea = 40_000;

/**
 * A press was aimed at what stood at its place before (R-ROLL-28), and does nothing, where a part of the page has only
 * just come below a pointer that rests, or where it is the second of two quick presses and the first was on another
 * control. Keys are not concerned.
 * @returns the function that ends this.
 */
export function guardUnaimedPresses(): () => void {
  /** When a part of the page was added. */
  const addedAt = new WeakMap<Node, number>();
  let first: (Place & { control: EventTarget | null; meaning: string }) | null = null;
  let pressedAt = -Infinity;

  const added = new MutationObserver((changes) => {
    const now = performance.now();
    for (const { addedNodes } of changes) for (const node of addedNodes) addedAt.set(node, now);
  });
  added.observe(document.body, { childList: true, subtree: true });

  /** When a large part around the control was added last. */
  function cameAt(control: EventTarget | null, since: number): number {
    let latest = -Infinity;
    for (let node = control instanceof Node ? control : null; node; node = node.parentNode) {
      const at = addedAt.get(node) ?? -Infinity;
      if (at > Math.max(latest, since) && areaOf(node) >= leastArea) latest = at;
    }
    return latest;
  }

  const onDown = (event: PointerEvent) => {
    pressedAt = event.timeStamp;
  };
  const onClick = (event: MouseEvent) => {
    if (event.detail === 0) return;
    const control = controlOf(event);
    const place = placeOf(event);
    const isSecond =
      first !== null &&
      first.control !== control &&
      first.meaning !== meaningOf(control) &&
      (event.detail > 1 || (place.at - first.at < secondWithinMs && areNear(first, place)));
    const movedAt = cameAt(control, pressedAt - secondWithinMs);
    const isAimed = wasAimed({ pressedAt, movedAt, hasCome: hasComeTo(place, movedAt) });
    if (!isSecond && isAimed) {
      first = { ...place, control, meaning: meaningOf(control) };
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    toast('error', pageChangedText);
  };
  window.addEventListener('pointerdown', onDown, { capture: true, passive: true });
  window.addEventListener('click', onClick, { capture: true });
  return () => {
    added.disconnect();
    window.removeEventListener('pointerdown', onDown, { capture: true });
    window.removeEventListener('click', onClick, { capture: true });
  };
}
