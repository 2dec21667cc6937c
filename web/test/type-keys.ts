import { userEvent } from 'vitest/browser';

/** Milliseconds before a key of a reader, and before each further text. */
const pauses = { reader: 5, between: 90 };

let now = 100_000;
let next: number[] = [];

// Before the listeners of any page that a test renders.
addEventListener(
  'keydown',
  (event) => {
    const pause = next.shift();
    if (pause === undefined) return;
    now += pause;
    Object.defineProperty(event, 'timeStamp', { value: now });
  },
  { capture: true },
);

/** The next key is pressed right after this time, by the clock of events. */
export function typeFrom(at: number): void {
  now = at;
}

/** Lets this time pass before the next key, in milliseconds. */
export function passTime(ms: number): void {
  now += ms;
}

/**
 * Presses keys at the speed of a reader, with the pause of a person or a busy reader before each
 * further text. Events say when a key was pressed; how long the test takes does not count.
 * @param texts `{Enter}` and `{Tab}` are keys.
 */
export async function typeKeys(...texts: string[]): Promise<void> {
  next = texts.flatMap((text, place) =>
    [...text.matchAll(/\{\w+\}|./g)].map((_key, at) =>
      at === 0 && place > 0 ? pauses.between : pauses.reader,
    ),
  );
  await userEvent.keyboard(texts.join(''));
  next = [];
}
