import { useCallback, useState } from 'react';
import type { RollRow } from '#contract/marks.ts';

/** The selected students of a roll. `select` is stable: each row has it. */
export function useRollSelection() {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const select = useCallback(
    (student: number, on: boolean) =>
      setSelected((before) => {
        const after = new Set(before);
        if (on) after.add(student);
        else after.delete(student);
        return after;
      }),
    [],
  );
  const selectAll = (rows: RollRow[]) => setSelected(new Set(rows.map((row) => row.student)));
  return { selected, select, selectAll };
}
