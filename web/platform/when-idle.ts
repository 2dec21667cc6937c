/** A busy page does it after this time all the same. */
const maxWaitMs = 200;

/**
 * Does what no user waits for once the browser has nothing else to do: it must not delay the next
 * frame. Also done in a tab that is not shown, which has no frames.
 * @returns cancels it.
 */
export function whenIdle(work: () => void): () => void {
  // Safari has no such callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, maxWaitMs);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(work, { timeout: maxWaitMs });
  return () => cancelIdleCallback(request);
}
