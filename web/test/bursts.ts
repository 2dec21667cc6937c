import { createBurstReader, type ReaderKey, type ReaderTerms } from '#web/platform/reader/burst.ts';

/** The longest pause of the tests' reader. */
export const gapMs = 35;
export type Pressed = [key: string, pause: number, code?: string, shift?: boolean];

/** @returns what each Enter or Tab ends: a number, `torn` or `silent`. */
export function type(
  keys: Pressed[],
  place: string | null = null,
  terms: Partial<ReaderTerms> = {},
): string[] {
  const reader = createBurstReader<string>({ gapMs, ...terms });
  let at = 1000;
  return keys.flatMap(([key, pause, code = '', shift = false]) => {
    const pressed: ReaderKey<string> = { key, code, shift, at: (at += pause), place };
    const reading = reader.key(pressed);
    if (key !== 'Enter' && key !== 'Tab') return [];
    return [reading.is === 'number' ? `number ${reading.number}` : reading.is];
  });
}
/** Keys at the speed of a reader. */
export const fast = (text: string, pause = 5): Pressed[] => [...text].map((key) => [key, pause]);
/** A card, ended by Enter or Tab. */
export const card = (text: string, end = 'Enter'): Pressed[] => [...fast(text), [end, 5]];
