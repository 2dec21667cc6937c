type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** The arrow keys, as steps on the screen. */
const steps: Record<string, { x: number; y: number } | undefined> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export const isArrow = (key: string): boolean => steps[key] !== undefined;

const middleOf = ({ left, top, width, height }: Box) => ({
  x: left + width / 2,
  y: top + height / 2,
});

/** A step aside counts more than one ahead: an arrow follows its row or column where it can. */
const aside = 3;

/**
 * Which box an arrow leads to: the nearest one in its direction on the screen.
 * @returns its place among `others`, -1 without one.
 */
export function nearest(key: string, from: Box, others: readonly Box[]): number {
  const step = steps[key];
  if (!step) return -1;
  const start = middleOf(from);
  let [found, least] = [-1, Infinity];
  for (const [at, other] of others.entries()) {
    const { x, y } = middleOf(other);
    const [right, down] = [x - start.x, y - start.y];
    const ahead = right * step.x + down * step.y;
    // A neighbour of the same row is not above or below.
    const minimum = (step.x === 0 ? from.height : from.width) / 4;
    if (ahead <= minimum) continue;
    const distance = ahead + aside * Math.abs(step.x === 0 ? right : down);
    if (distance < least) [found, least] = [at, distance];
  }
  return found;
}

/** The element of some to which an arrow leads from another one. */
export function nearestElement<One extends Element>(
  key: string,
  from: Element,
  others: readonly One[],
): One | undefined {
  const rest = others.filter((other) => other !== from);
  const at = nearest(
    key,
    from.getBoundingClientRect(),
    rest.map((other) => other.getBoundingClientRect()),
  );
  return rest[at];
}
