import { Menu, type MenuProps } from '@mantine/core';
import {
  cloneElement,
  useEffect,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
} from 'react';

type Target = ReactElement<
  { onClick?: () => void; 'aria-haspopup'?: 'menu' } & RefAttributes<HTMLButtonElement>
>;

interface LazyMenuProps extends Omit<MenuProps, 'children'> {
  /** The button that opens it. */
  target: Target;
  children: ReactNode;
}

/**
 * A menu that is made when it is opened for the first time: those that are never opened take longer
 * than the page around them.
 */
export function LazyMenu({ target, children, ...menu }: LazyMenuProps) {
  const [made, setMade] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The button of the menu is another one.
  useEffect(() => {
    if (made) button.current?.focus();
  }, [made]);
  if (!made) return cloneElement(target, { 'aria-haspopup': 'menu', onClick: () => setMade(true) });
  return (
    // A keyboard user goes on where the menu was opened; the library forgets that for a menu that
    // begins open.
    <Menu defaultOpened onClose={() => button.current?.focus()} {...menu}>
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
