import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import type { Column } from './column.ts';

/** From this window width in px on, spare columns have room, unless they name another one. */
const roomForSpare = 1500;
/** Below these widths, this many columns without a width of their own have room. */
const roomOnNarrow = [
  { below: 760, columns: 3 },
  { below: 1000, columns: 4 },
  { below: 1200, columns: 6 },
];

/** Between these widths the open sidebar takes so much of what a tablet has for columns. */
const besideSidebar = { from: 960, until: 1360, width: 168 };

/** The width that columns are chosen by: that of a window whose sidebar shows its pictures only. */
const widthFor = (inner: number): number =>
  inner >= besideSidebar.from && inner < besideSidebar.until ? inner - besideSidebar.width : inner;

/**
 * The columns of a list that are hidden on this device; the first one always shows. Where there is no room they
 * yield in this order, until somebody chooses: spare ones, then those with a width of their own below it, then
 * the last ones.
 * @param inCards shown below one another, where all have room that the heading does not name.
 */
export function useHiddenColumns<Row>(list: string, columns: Column<Row>[], inCards: boolean) {
  const [stored, store] = useLocalStorage<string[] | null>({
    key: `columns:${list}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  return useMemo(() => {
    const isOffered = (column: Column<Row>) => !inCards || column.inCards !== 'nowhere';
    const choices = columns.slice(1).filter(isOffered);
    const known = new Set(choices.map(({ id }) => id));
    const width = widthFor(window.innerWidth);
    const room = roomOnNarrow.find(({ below }) => width < below)?.columns ?? columns.length;
    const isWide = ({ spare }: Column<Row>) =>
      !spare || width >= (spare === true ? roomForSpare : spare);
    const ranked = choices.filter(({ spare }) => typeof spare !== 'number');
    const wanted = new Set([
      ...choices.filter(({ spare }) => typeof spare === 'number').filter(isWide),
      ...ranked.filter(isWide).slice(0, inCards ? undefined : room - 1),
      ...choices.filter((column) => inCards && column.inCards),
    ]);
    const spare = choices.flatMap((column) => (wanted.has(column) ? [] : [column.id]));
    const hidden: ReadonlySet<string> = new Set(
      Array.isArray(stored) ? stored.filter((id) => known.has(id)) : spare,
    );
    return {
      choices,
      hidden,
      /** Columns that are not offered here stay as they were chosen in the table. */
      change: (ids: string[]) =>
        store((before) => [...ids, ...(before ?? []).filter((id) => !known.has(id))]),
      shown: columns.filter((column) => isOffered(column) && !hidden.has(column.id)),
    };
  }, [columns, stored, store, inCards]);
}
