import { maxKeys } from './burst.ts';

export type Field = HTMLInputElement | HTMLTextAreaElement;

/** Marks a field that takes card numbers itself: with the value `number`, nothing else. */
export const cardField = 'data-card-field';

/** The value of a field before a key of a reader. */
export interface Before {
  field: Field;
  value: string;
  start: number | null;
  end: number | null;
}

export interface Choice {
  of: HTMLSelectElement;
  value: string;
}

export const isOwn = (field: Field): boolean => field.hasAttribute(cardField);

/** Marks a field in which records are searched: a card is text there. */
export const searchField = 'data-search-field';

/** Whether a field takes the number of a card as text, on a page without a reader. */
export const isSearch = (field: Field | null): boolean =>
  field !== null &&
  (field.type === 'search' || field.hasAttribute(searchField) || field.hasAttribute(cardField));

const noText = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range']);

export function focusedField(): Field | null {
  const field = document.activeElement;
  if (field instanceof HTMLTextAreaElement) return field;
  return field instanceof HTMLInputElement && !noText.has(field.type) ? field : null;
}

export const beforeOf = (field: Field): Before => ({
  field,
  value: field.value,
  start: field.selectionStart,
  end: field.selectionEnd,
});

/**
 * Each field gets back what it held before the first of the keys that it took, or what the page has
 * set between two of them. Of more keys than are known the second ones are missing.
 */
export function restoreFields(places: (Before | null)[]): void {
  const byField = Map.groupBy(
    places.filter((place) => place !== null),
    ({ field }) => field,
  );
  for (const [field, keys] of byField) {
    // A field for numbers writes signs and units of its own around the digits.
    const isForNumbers = /^(?:numeric|decimal)$/.test(field.inputMode);
    const set = keys.findLastIndex(
      (before, at) =>
        !isForNumbers &&
        !(at === 0 && keys.length >= maxKeys) &&
        !isOneKeyLater(before, keys[at + 1]?.value ?? field.value),
    );
    const before = keys[set + 1];
    if (before) restoreField(before);
  }
}

/** Whether a value came from the one before by one key, which a full field does not take. */
function isOneKeyLater({ value, start, end }: Before, later: string): boolean {
  if (start === null || end === null || later === value) return true;
  const [head, tail] = [value.slice(0, start), value.slice(end)];
  const typed = later.length - head.length - tail.length;
  return (typed === 1 || typed === 2) && later.startsWith(head) && later.endsWith(tail);
}

/** Uses the native setter, so that React handles the change. */
export function restoreField({ field, value, start, end }: Before): void {
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Reflect.set(kind.prototype, 'value', value, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (start !== null && end !== null) field.setSelectionRange(start, end);
}

export function restoreChoice({ of, value }: Choice): void {
  if (of.value === value) return;
  Reflect.set(HTMLSelectElement.prototype, 'value', value, of);
  of.dispatchEvent(new Event('change', { bubbles: true }));
}
