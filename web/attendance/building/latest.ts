import { useEffect, useState } from 'react';
import { createListeners } from '../rolls/queue/listeners.ts';

/** A value that changes, for what is not drawn by the page that has it, such as a dialog. */
export interface Latest<Value> {
  get: () => Value;
  subscribe: (listener: () => void) => () => void;
}

/** What a page shows now. @param value the same object until it changes. */
export function useLatest<Value>(value: Value): Latest<Value> {
  const [{ latest, set }] = useState(() => createLatest(value));
  useEffect(() => set(value), [set, value]);
  return latest;
}

function createLatest<Value>(first: Value) {
  const { add, notify } = createListeners<void>();
  let value = first;
  const set = (next: Value) => {
    value = next;
    notify();
  };
  return { latest: { get: () => value, subscribe: add }, set };
}
