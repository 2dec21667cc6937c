/**
 * Runs reads and writes of the store one at a time: a read that started before a mark must not
 * drop it.
 */
export function createSerializer() {
  let lastTask: Promise<unknown> = Promise.resolve();
  return function serialize<T>(work: () => Promise<T>): Promise<T> {
    const result = lastTask.then(work);
    lastTask = result.catch(() => {});
    return result;
  };
}
