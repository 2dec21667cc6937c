import type { PendingMark } from '#web/platform/offline/storage.ts';

/** Functions that are called with each value. */
export function createListeners<Value>() {
  const listeners = new Set<(value: Value) => void>();
  return {
    /** @returns removes it. */
    add: (listener: (value: Value) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify: (value: Value): void => listeners.forEach((listener) => listener(value)),
  };
}

/** Functions that are called with the values of one roll. */
export function createListenersByRoll<Value>() {
  const byRoll = new Map<string, ReturnType<typeof createListeners<Value>> & { count: number }>();
  const keyOf = (id: number, date: string) => `${id} ${date}`;
  const ofMark = ({ class_schedule, date }: Pick<PendingMark, 'class_schedule' | 'date'>) =>
    byRoll.get(keyOf(class_schedule, date));
  return {
    /** @returns removes it. */
    add: ({ id, date }: { id: number; date: string }, listener: (value: Value) => void) => {
      const key = keyOf(id, date);
      const all = byRoll.get(key) ?? { ...createListeners<Value>(), count: 0 };
      byRoll.set(key, all);
      all.count++;
      const remove = all.add(listener);
      return (): void => {
        remove();
        all.count--;
        if (all.count === 0) byRoll.delete(key);
      };
    },
    has: (mark: PendingMark): boolean => ofMark(mark) !== undefined,
    notify: (mark: PendingMark, value: Value): void => ofMark(mark)?.notify(value),
  };
}
