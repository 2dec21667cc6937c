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
