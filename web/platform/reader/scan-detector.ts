/** Distinguishes a card reader, which types like a very fast keyboard, from a person. */
export interface ScanDetector {
  /** @returns the card number when this key ends a reader's burst. */
  key(key: string, atMs: number): string | null;
  /** Whether this key starts a burst: the caller then saves the focused field's value. */
  isScanStart(atMs: number): boolean;
}

const minLength = 4;

/** Where only readers type: what a pause of the browser or the reader has torn is no card. */
export interface Torn {
  /** Keys that follow within this time, in milliseconds, belong to one card. */
  withinMs: number;
  onTorn: () => void;
}

/** @param gapMs the longest gap between two keys of a reader. */
export function createScanDetector(gapMs: number, torn?: Torn): ScanDetector {
  let typed = '';
  let last = -Infinity;
  /** Keys since the last Enter or long pause, with those before a gap. */
  let all = 0;
  let isTorn = false;
  const isWithinGap = (at: number) => at - last <= gapMs;
  return {
    isScanStart: (at) => typed === '' || !isWithinGap(at),
    key(key, at) {
      const continued = isWithinGap(at);
      if (torn && at - last > torn.withinMs) {
        all = 0;
        isTorn = false;
      } else if (!continued && all > 0) isTorn = true;
      last = at;
      if (key === 'Enter') {
        const isCard = continued && typed.length >= minLength;
        const card = isCard && !(torn && isTorn) ? typed : null;
        if (torn && isTorn && all >= minLength) torn.onTorn();
        typed = '';
        all = 0;
        isTorn = false;
        return card;
      }
      if (key.length === 1) {
        typed = continued ? typed + key : key;
        all++;
      }
      return null;
    },
  };
}

export interface Read {
  /** Fast typing of the user before the burst. */
  text: string;
  card: string;
}

const maxLength = 15;

/**
 * Finds the card at the end of a burst: the user may have been typing when it was tapped.
 * @param known whether a text is a card or an ID of the class.
 * @returns null when there is no card in it.
 */
export function cardOf(typed: string, known: (text: string) => boolean): Read | null {
  for (let at = 0; at <= typed.length - minLength; at++) {
    // The end of another card's number is not a card.
    if (at > 0 && /[0-9A-Z]/.test(typed.charAt(at - 1))) continue;
    if (known(typed.slice(at))) return { text: typed.slice(0, at), card: typed.slice(at) };
  }
  if (/^[\w-]+$/.test(typed) && typed.length <= maxLength) return { text: '', card: typed };
  const [card] = /[0-9A-Z]{4,15}$/.exec(typed) ?? [];
  return card === undefined ? null : { text: typed.slice(0, -card.length), card };
}
