import { pageChangedText, wasAimed } from './aimed-press.ts';
import { toast } from './toasts.ts';

const controls =
  'a, button, input, select, textarea, label, summary, tr, [role=button], [role=menuitem], [role=option], [role=tab]';
/** A label is its field, which it clicks. */
function controlOf({ target }: Event): EventTarget | null {
  const control = (target instanceof Element && target.closest(controls)) || target;
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}

/** The second of two presses at one place follows within this time, in milliseconds. */
const secondWithinMs = 500;
/** Pixels that a hand moves while it presses twice. */
const jitter = 12;
/** How long places of the mouse are known, in milliseconds. */
const knownForMs = 2000;

interface Place {
  /** By the clock of events. */
  at: number;
  x: number;
  y: number;
}

const placeOf = ({ timeStamp, clientX, clientY }: MouseEvent): Place => ({
  at: timeStamp,
  x: clientX,
  y: clientY,
});
const areNear = (one: Place, other: Place): boolean =>
  Math.hypot(one.x - other.x, one.y - other.y) <= jitter;

/**
 * A press was aimed at what stood at its place before (R-ROLL-28), and does nothing, where its control has only just
 * come below a pointer that rests, or where it is the second of two quick presses and the first was on another control.
 * Keys are not concerned.
 * @returns the function that ends this.
 */
export function guardUnaimedPresses(): () => void {
  /** When a part of the page was added. */
  const addedAt = new WeakMap<Node, number>();
  let first: (Place & { control: EventTarget | null }) | null = null;
  let pressedAt = -Infinity;
  let moves: Place[] = [];

  const added = new MutationObserver((changes) => {
    const now = performance.now();
    for (const { addedNodes } of changes) for (const node of addedNodes) addedAt.set(node, now);
  });
  added.observe(document.body, { childList: true, subtree: true });

  /** When the control, or something around it, was added last. */
  function cameAt(control: EventTarget | null): number {
    let latest = -Infinity;
    for (let node = control instanceof Node ? control : null; node; node = node.parentNode)
      latest = Math.max(latest, addedAt.get(node) ?? -Infinity);
    return latest;
  }
  /** When the mouse left the place at which it was at a time; `-Infinity` where it rests there. */
  function leftAt(time: number, place: Place): number {
    const [rest] = moves.filter(({ at }) => at <= time).slice(-1);
    if (rest && areNear(rest, place)) return -Infinity;
    return moves.findLast(({ at }) => at > time)?.at ?? -Infinity;
  }

  const onMove = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    moves = moves.filter(({ at }) => at > event.timeStamp - knownForMs);
    moves.push(placeOf(event));
  };
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
      (event.detail > 1 || (place.at - first.at < secondWithinMs && areNear(first, place)));
    const movedAt = cameAt(control);
    const isAimed = wasAimed({ pressedAt, movedAt, mouseAt: leftAt(movedAt, place) });
    if (!isSecond && isAimed) {
      first = { ...place, control };
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    toast('error', pageChangedText);
  };
  window.addEventListener('pointermove', onMove, { capture: true, passive: true });
  window.addEventListener('pointerdown', onDown, { capture: true, passive: true });
  window.addEventListener('click', onClick, { capture: true });
  return () => {
    added.disconnect();
    window.removeEventListener('pointermove', onMove, { capture: true });
    window.removeEventListener('pointerdown', onDown, { capture: true });
    window.removeEventListener('click', onClick, { capture: true });
  };
}
