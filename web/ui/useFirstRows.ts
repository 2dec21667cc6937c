import { limits } from '#contract/limits.ts';
import { useDrawn } from './useDrawn.ts';

/** More rows than a screen shows, by view. */
const screens = { rows: { small: 14, large: 60 }, cards: { small: 5, large: 60 } };

/** The rows to render: at first those of the first screen, then all of them. */
export function useFirstRows<Row>(rows: Row[], kind: keyof typeof screens = 'rows'): Row[] {
  const first = screens[kind][window.innerWidth < limits.smallScreen ? 'small' : 'large'];
  const all = useDrawn(rows.length <= first);
  return all ? rows : rows.slice(0, first);
}
