import { Select as AnySelect, type Primitive, type SelectProps } from '@mantine/core';
import { useState } from 'react';

/**
 * Chooses one of few. Enter opens the list, and takes its first option where none is chosen; the list closes when the
 * field is left. The button that clears it is for the mouse: by keyboard the chosen option, chosen again, is no choice.
 */
export function Select<Value extends Primitive = string>({
  onDropdownOpen,
  onDropdownClose,
  onBlur,
  onKeyDown,
  clearButtonProps,
  ...props
}: SelectProps<Value>) {
  const [opened, setOpened] = useState(false);
  return (
    <AnySelect<Value>
      {...props}
      clearButtonProps={{ tabIndex: -1, ...clearButtonProps }}
      dropdownOpened={opened}
      onDropdownOpen={() => {
        setOpened(true);
        onDropdownOpen?.();
      }}
      onDropdownClose={() => {
        setOpened(false);
        onDropdownClose?.();
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        const { currentTarget: input, key } = event;
        const isMarked = input.getAttribute('aria-activedescendant');
        if (key !== 'Enter' || !opened || isMarked || (props.value ?? null) !== null) return;
        // The list marks no option before an arrow key is used. Afterwards: the library still handles the key.
        event.preventDefault();
        const first = `[role=listbox][aria-labelledby="${input.id}-label"] [role=option]`;
        setTimeout(() => document.querySelector<HTMLElement>(first)?.click());
      }}
      onBlur={(event) => {
        setOpened(false);
        onBlur?.(event);
      }}
    />
  );
}
