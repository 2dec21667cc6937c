import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import type { Column } from './column.ts';

/** From this window width in px on, spare columns have room, unless they name another one. */
const roomForSpare = 1500;
/** Below these widths, this many columns without a width of their own have room. */
const roomOnNarrow = [
  { below: 760, columns: 3 },
  { below: 1000, columns: 4 },
];

/**
 * The columns of a list that are hidden on this device; the first one always shows.
 * @param stacked shown below one another, where all have room.
 */
export function useHiddenColumns<Row>(list: string, columns: Column<Row>[], stacked: boolean) {
  const [stored, store] = useLocalStorage<string[] | null>({
    key: `columns:${list}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  return useMemo(() => {
    const choices = columns.slice(1);
    const known = new Set(choices.map(({ id }) => id));
    const { innerWidth } = window;
    const room = roomOnNarrow.find(({ below }) => innerWidth < below)?.columns ?? columns.length;
    const isWide = ({ spare }: Column<Row>) =>
      !spare || innerWidth >= (spare === true ? roomForSpare : spare);
    const ranked = choices.filter(({ spare }) => typeof spare !== 'number');
    const wanted = new Set([
      ...choices.filter(({ spare }) => typeof spare === 'number').filter(isWide),
      ...ranked.filter(isWide).slice(0, stacked ? undefined : room - 1),
    ]);
    const spare = choices.flatMap((column) => (wanted.has(column) ? [] : [column.id]));
    const hidden: ReadonlySet<string> = new Set(
      Array.isArray(stored) ? stored.filter((id) => known.has(id)) : spare,
    );
    return { choices, hidden, change: store, shown: columns.filter(({ id }) => !hidden.has(id)) };
  }, [columns, stored, store, stacked]);
}
