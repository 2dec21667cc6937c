/** Where a reader of the history stands, and what the database says with it. */
export interface HistoryPosition {
  history_id: number;
  /** The oldest transaction that still runs. */
  horizon: string;
  /** The first transaction that has not begun. */
  next_xid: string;
  /** The last id that was given out. */
  last_id: number;
}

/** Ids may be taken a moment before their transaction has a number. */
const idMargin = 10_000;

/** The id from which a reader that begins now has to look. */
export const firstId = (lastId: number): number => Math.max(0, lastId - idMargin);

/**
 * The id up to which rows of the history are done: the last one of an earlier step, once every
 * transaction of that time is over. Rows are chosen by their transaction; the id alone bounds the search.
 */
export function createPassedIds(): (position: HistoryPosition) => number {
  let passed = { id: 0, xid: 0n };
  return ({ history_id, horizon, next_xid, last_id }) => {
    const isOver = passed.id > 0 && BigInt(horizon) >= passed.xid;
    const done = isOver ? Math.max(history_id, firstId(passed.id)) : history_id;
    if (passed.id !== last_id) passed = { id: last_id, xid: BigInt(next_xid) };
    return done;
  };
}
