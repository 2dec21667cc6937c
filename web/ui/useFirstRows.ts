import { limits } from '#contract/limits.ts';
import { useDrawn } from './useDrawn.ts';

/** No row or card takes less of the window's height than this, in px, columns of cards counted in. */
const minHeights = { rows: { small: 60, large: 32 }, cards: { small: 160, large: 28 } };

/** Header, title and controls take at least this of the window's height, in px. */
const above = 160;

/** The rows to render: at first those of the first screen, then all of them. */
export function useFirstRows<Row>(rows: Row[], kind: keyof typeof minHeights = 'rows'): Row[] {
  const minHeight = minHeights[kind][window.innerWidth < limits.smallScreen ? 'small' : 'large'];
  const first = Math.ceil((window.innerHeight - above) / minHeight);
  const all = useDrawn(rows.length <= first);
  return all ? rows : rows.slice(0, first);
}
