import { useEffect, useRef } from 'react';
import { cardOf, createScanDetector } from '#web/platform/reader/scan-detector.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Marks the field that takes card numbers itself. */
export const cardField = 'data-card-field';

/** The value of a field before a reader typed into it. */
interface Before {
  field: Field;
  value: string;
  start: number | null;
  end: number | null;
}

/**
 * Reports every card that is read, wherever the focus is, and restores the focused field.
 * @param known whether a text is a card or an ID of the class.
 */
export function useCardReader(
  gapMs: number,
  onCard: (card: string) => void,
  known: (text: string) => boolean,
): void {
  const latest = useRef({ onCard, known });
  useEffect(() => {
    latest.current = { onCard, known };
  });

  useEffect(() => {
    const detector = createScanDetector(gapMs);
    let before: Before | null = null;
    const onKey = (event: KeyboardEvent) => {
      // In its own field a card is plain text and Enter: a reader that hesitates loses no digit there.
      if (document.activeElement?.hasAttribute(cardField)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key !== 'Enter' && event.key.length === 1 && detector.isScanStart(event.timeStamp))
        before = readFocusedField();
      const typed = detector.key(event.key, event.timeStamp);
      const read = typed === null ? null : cardOf(typed, latest.current.known);
      if (!read) return;
      event.preventDefault();
      event.stopPropagation();
      if (before) restoreField(before, read.text);
      before = null;
      latest.current.onCard(read.card);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [gapMs]);
}

function readFocusedField(): Before | null {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return null;
  return { field, value: field.value, start: field.selectionStart, end: field.selectionEnd };
}

/**
 * Uses the native setter, so that React handles the change.
 * @param text typed text before the card, which remains.
 */
function restoreField({ field, value, start, end }: Before, text: string): void {
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  // A selection is replaced by what the person typed, not by the card alone.
  const selected = text ? (end ?? start) : start;
  const restored =
    start === null ? value + text : value.slice(0, start) + text + value.slice(selected ?? start);
  Reflect.set(kind.prototype, 'value', restored, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (start !== null && end !== null)
    field.setSelectionRange(start + text.length, text ? start + text.length : end);
}
