import { limits } from '#contract/limits.ts';
import { useDrawn } from './useDrawn.ts';

/**
 * Least heights in px: of a row or card (columns of cards counted in) in a small and a large window, and of
 * what stands above them.
 */
const heights = {
  cards: { small: 100, large: 28, above: 160 },
  students: { small: 53, large: 44, above: 240 },
  faces: { small: 26, large: 14, above: 300 },
  classes: { small: 90, large: 38, above: 300 },
};

/** The rows to render: at first those of the first screen, then all of them. */
export function useFirstRows<Row>(rows: Row[], kind: keyof typeof heights): Row[] {
  const { small, large, above } = heights[kind];
  const height = window.innerWidth < limits.smallScreen ? small : large;
  const first = Math.max(1, Math.ceil((window.innerHeight - above) / height));
  const all = useDrawn(rows.length <= first);
  return all ? rows : rows.slice(0, first);
}
