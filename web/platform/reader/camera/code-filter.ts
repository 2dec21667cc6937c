import type { SeenCode } from './detector.ts';

/** A code that is seen without such a pause is the same card, held to the camera. */
export const sameCodeMs = 3000;
/** Two pictures in which a barcode is read alike. */
const alikeMs = 1000;
/** As long as a card may be (contract/attendance/device.ts). */
const longest = 64;

interface CodeFilter {
  /** @returns the codes of a picture that are cards which come into view now. */
  news(seen: readonly Pick<SeenCode, 'text' | 'format'>[], atMs: number): string[];
}

/** @returns what a reader would type for a code; null when no card has such a text. */
export function cardOfCode(text: string): string | null {
  const card = text.trim();
  return card !== '' && card.length <= longest && !/\p{Cc}/u.test(card) ? card : null;
}

/** Reads a card once while it is in view. A barcode counts when two pictures show the same: one may be misread. */
export function createCodeFilter(): CodeFilter {
  const doubtful = new Map<string, number>();
  const known = new Map<string, number>();
  return {
    news(seen, atMs) {
      const news: string[] = [];
      for (const { text, format } of seen) {
        const card = cardOfCode(text);
        if (card === null) continue;
        const isKnown = atMs - (known.get(card) ?? -Infinity) < sameCodeMs;
        const isSure =
          isKnown || format === 'qr_code' || atMs - (doubtful.get(card) ?? -Infinity) < alikeMs;
        doubtful.set(card, atMs);
        if (!isSure || news.includes(card)) continue;
        known.set(card, atMs);
        if (!isKnown) news.push(card);
      }
      for (const times of [doubtful, known])
        for (const [card, at] of times) if (atMs - at >= sameCodeMs) times.delete(card);
      return news;
    },
  };
}
