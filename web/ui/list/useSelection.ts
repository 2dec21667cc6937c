import { useCallback, useState } from 'react';

/** The selected rows of a list, on all its pages. */
export interface Selection<Row> {
  rows: ReadonlyMap<number, Row>;
  select: (rows: Row[], on: boolean) => void;
  deselect: (ids: number[]) => void;
  clear: () => void;
}

/** @param archived whether the list is the archive: the selection ends where the other one begins. */
export function useSelection<Row extends { id: number }>(archived: boolean): Selection<Row> {
  const [rows, setRows] = useState<ReadonlyMap<number, Row>>(new Map());
  const [selectedIn, setSelectedIn] = useState(archived);
  if (selectedIn !== archived) {
    // Rows of the archive have other actions than the rows of the list.
    setSelectedIn(archived);
    setRows(new Map());
  }

  const select = useCallback((chosen: Row[], on: boolean) => {
    setRows((before) => {
      const next = new Map(before);
      for (const row of chosen)
        if (on) next.set(row.id, row);
        else next.delete(row.id);
      return next;
    });
  }, []);
  const deselect = useCallback((ids: number[]) => {
    setRows((before) => {
      const next = new Map(before);
      for (const id of ids) next.delete(id);
      return next;
    });
  }, []);
  const clear = useCallback(() => setRows(new Map()), []);
  return { rows, select, deselect, clear };
}
