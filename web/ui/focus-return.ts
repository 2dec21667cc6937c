import { useEffect, useState } from 'react';

/** The elements that had the focus, the latest last; those of menus, which go with their menu, are none. */
let trail: readonly HTMLElement[] = [];
/** Enough for dialogs that open dialogs. */
const longest = 20;

document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement) || target.closest('[role=menu]')) return;
  trail = [...trail.filter((one) => one !== target && one.isConnected), target].slice(-longest);
});

/** Dialogs that are open now. */
let open = 0;

/**
 * Gives the focus back when a dialog closes: to what opened it, for an entry of a menu to the menu's
 * button; where that is gone, to what had the focus before. The library does so only for dialogs that
 * are on the page before they open, and not for those that a menu opens.
 */
export function useFocusReturn(opened: boolean): void {
  const [wasOpened, setWasOpened] = useState(false);
  const [before, setBefore] = useState(trail);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    // While it is rendered: its own fields have taken the focus when effects run.
    if (opened) setBefore(trail);
  }
  useEffect(() => {
    if (!opened) return;
    open++;
    return () => {
      const others = --open;
      // Another dialog in its place has the focus.
      setTimeout(() => open <= others && giveBack(before));
    };
  }, [opened, before]);
}

function giveBack(before: readonly HTMLElement[]): void {
  const { activeElement: active, body } = document;
  const isLost = active === null || active === body || active.closest('[role=dialog]') !== null;
  if (!isLost) return;
  const there = before.findLast((one) => one.isConnected && one.checkVisibility());
  (there ?? document.querySelector<HTMLElement>('#page'))?.focus({ preventScroll: true });
}
