/** Pixels that a hand moves while it presses. */
const jitter = 12;
/** How long places of the mouse are known, in milliseconds. */
const knownForMs = 2000;

/** A place in the window, and when something was there by the clock of events. */
export interface Place {
  at: number;
  x: number;
  y: number;
}

export const placeOf = ({ timeStamp, clientX, clientY }: MouseEventLike): Place => ({
  at: timeStamp,
  x: clientX,
  y: clientY,
});
type MouseEventLike = Pick<MouseEvent, 'timeStamp' | 'clientX' | 'clientY'>;

export const areNear = (one: Place, other: Place): boolean =>
  Math.hypot(one.x - other.x, one.y - other.y) <= jitter;

let moves: Place[] = [];

if (typeof window !== 'undefined')
  window.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerType !== 'mouse') return;
      const place = placeOf(event);
      moves = [...moves.filter(({ at }) => at > place.at - knownForMs), place];
    },
    { capture: true, passive: true },
  );

/** Whether the mouse has come to a place since a time: one that trembles there has not. */
export function hasComeTo(place: Place, since: number): boolean {
  const rest = moves.findLast(({ at }) => at <= since);
  return moves.some(({ at }) => at > since) && !(rest && areNear(rest, place));
}
