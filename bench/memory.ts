/** The most memory of the process while something runs, above that before it. */
export async function measured<T>(work: () => Promise<T>) {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50);
  const from = performance.now();
  try {
    const result = await work();
    const seconds = (performance.now() - from) / 1000;
    return { result, seconds, megabytes: (most - before) / 1024 / 1024 };
  } finally {
    clearInterval(watch);
  }
}
