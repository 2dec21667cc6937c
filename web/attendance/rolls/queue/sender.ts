const minDelayMs = 250;
const maxDelayMs = 4000;

interface SenderOptions<Item> {
  /** The next one to send; undefined ends the sending. */
  next: () => Item | undefined;
  attempt: (item: Item) => Promise<'later' | 'decided'>;
  /** After each one that is decided. */
  onGoOn: () => void;
  /** After each one that is sent again later. */
  onFailed: () => void;
  delay: (ms: number) => Promise<void>;
}

/** Sends one after the other; while sending fails it waits, and longer each time. */
export function createSender<Item>(options: SenderOptions<Item>) {
  const { next, attempt, onGoOn, onFailed, delay } = options;
  let sending = false;
  let wakeUp = () => {};

  /** Sends all, unless that is under way: then it only ends the wait. */
  async function send(): Promise<void> {
    if (sending) return wakeUp();
    sending = true;
    try {
      for (let failures = 0; ;) {
        const item = next();
        if (item === undefined) break;
        if ((await attempt(item)) === 'decided') {
          failures = 0;
          onGoOn();
          continue;
        }
        onFailed();
        const woken = new Promise<void>((resolve) => (wakeUp = resolve));
        await Promise.race([delay(Math.min(minDelayMs * 2 ** failures++, maxDelayMs)), woken]);
        wakeUp = () => {};
      }
    } finally {
      sending = false;
    }
  }

  return { send, wake: () => wakeUp() };
}
