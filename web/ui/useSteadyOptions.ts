import type { ComboboxStore } from '@mantine/core';
import { wasAimed } from './aimed-press.ts';
import { hasComeTo, placeOf, type Place } from './mouse-travel.ts';
import { useLayoutEffect, useRef, type PointerEvent } from 'react';

/**
 * The marked option stays the same one when the options of a combobox change, which knows it by its place alone; where
 * it is gone, none is marked. `isAimed` says whether a choice is of the option that was pressed: not where another one
 * took its place meanwhile.
 * @param keys the options in their order; each has its key as `data-option`.
 */
export function useSteadyOptions(combobox: ComboboxStore, keys: readonly string[]) {
  const previous = useRef(keys);
  const movedAt = useRef(-Infinity);
  const pressed = useRef<(Place & { key: string | undefined }) | null>(null);
  const all = keys.join('\n');

  useLayoutEffect(() => {
    const before = previous.current;
    const now = all.split('\n');
    previous.current = now;
    const isMoved = before.some((key, at) => now.includes(key) && now[at] !== key);
    if (isMoved) movedAt.current = performance.now();
    const marked = before[combobox.getSelectedOptionIndex()];
    if (marked === undefined) return;
    const place = now.indexOf(marked);
    if (place >= 0) combobox.selectOption(place);
    else combobox.resetSelectedOption();
    // oxlint-disable-next-line react/exhaustive-deps -- the store is another object with each render.
  }, [all]);

  return {
    /** Of the list of options. */
    onPointerDownCapture: (event: PointerEvent) => {
      const { target } = event;
      const option =
        target instanceof Element ? target.closest<HTMLElement>('[data-option]') : null;
      pressed.current = { ...placeOf(event), key: option?.dataset['option'] };
    },
    /** Of the field. */
    onKeyDownCapture: () => {
      pressed.current = null;
    },
    isAimed: (key: string): boolean => {
      const press = pressed.current;
      pressed.current = null;
      if (press === null) return true;
      const hasCome = hasComeTo(press, movedAt.current);
      return (
        press.key === key && wasAimed({ pressedAt: press.at, movedAt: movedAt.current, hasCome })
      );
    },
  };
}
