import { useEffect, useRef } from 'react';
import { createBurst } from './burst.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Marks the field that takes card numbers itself. */
export const cardField = 'data-card-field';

/** What a field held before a reader typed into it. */
interface Before {
  field: Field;
  value: string;
  start: number | null;
  end: number | null;
}

/** Hands over every card that is read, whatever has the focus, and leaves the focused field as it was. */
export function useCardReader(gapMs: number, onCard: (card: string) => void): void {
  const latest = useRef(onCard);
  useEffect(() => {
    latest.current = onCard;
  });

  useEffect(() => {
    const burst = createBurst(gapMs);
    let before: Before | null = null;
    const onKey = (event: KeyboardEvent) => {
      // In its own field a card is plain text and Enter: a reader that hesitates loses no digit there.
      if (document.activeElement?.hasAttribute(cardField)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key !== 'Enter' && event.key.length === 1 && burst.begins(event.timeStamp)) before = remember();
      const card = burst.key(event.key, event.timeStamp);
      if (card === null) return;
      event.preventDefault();
      event.stopPropagation();
      if (before) putBack(before);
      before = null;
      latest.current(card);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [gapMs]);
}

function remember(): Before | null {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return null;
  return { field, value: field.value, start: field.selectionStart, end: field.selectionEnd };
}

/** Through the native setter, so that React hears of it. */
function putBack({ field, value, start, end }: Before): void {
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')!.set!.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (start !== null && end !== null) field.setSelectionRange(start, end);
}
