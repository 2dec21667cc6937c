/**
 * Keeps the keyboard in the list where a press takes its row away, as under *Missing*: the row behind it has the focus
 * next, else the one before it, else the filter.
 * @param number the person who is pressed.
 */
export function focusNextOf(number: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-person] > button')];
  const at = rows.findIndex((row) => row.parentElement?.dataset.person === String(number));
  const pressed = rows[at];
  if (!pressed || pressed !== document.activeElement) return;
  const next = [...rows.slice(at + 1), ...rows.slice(0, at).toReversed()];
  // The list is drawn again until then.
  requestAnimationFrame(() => {
    if (pressed.isConnected) return;
    const row = next.find(({ isConnected }) => isConnected);
    (row ?? document.querySelector<HTMLElement>('[aria-label=Show] [aria-pressed=true]'))?.focus();
  });
}
